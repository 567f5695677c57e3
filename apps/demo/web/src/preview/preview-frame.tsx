import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The app itself, on a host of its own: scripts and storage work, the page around it stays out of reach. A width wider than the room is
 * scaled down, so that the whole app is seen.
 */
export function PreviewFrame({ url, width, reloads }: { readonly url: string; readonly width: number | null; readonly reloads: number }) {
  const room = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    setAvailable(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const scale = width !== null && available > 0 && width > available ? available / width : 1;
  const size = width === null ? { width: '100%', height: '100%' } : { width: `${width}px`, height: `${100 / scale}%` };
  return (
    <div className="preview-room" ref={room}>
      <iframe
        key={`${url} ${reloads}`}
        className={width === null ? undefined : 'narrowed'}
        style={scale === 1 ? size : { ...size, transform: `scale(${scale})` }}
        src={url}
        title="The app"
        sandbox="allow-scripts allow-same-origin allow-forms allow-modals"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
