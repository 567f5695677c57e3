const paths = {
  send: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  stop: 'M4.5 4.5h7v7h-7z',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  open: 'M9.5 3H13v3.5M13 3 7.5 8.5M11 9.5V13H3V5h3.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  copy: 'M5.5 5.5h7.5V13H5.5zM10.5 5.5V3H3v7.5h2.5',
  download: 'M8 3v7M4.5 7 8 10.5 11.5 7M3 13h10',
  close: 'm4 4 8 8M12 4l-8 8',
  chevron: 'm6 4 4 4-4 4',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  plus: 'M8 3v10M3 8h10',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.2l2 1.3',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  folder: 'M2.5 4h4l1.5 1.5h5.5v7h-11z',
  check: 'm3.5 8.5 3 3 6-7',
} as const;

/** Names of the drawn icons. */
export type IconName = keyof typeof paths;

/** A 16 px line drawing; it says nothing by itself, the control beside it has the name. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={className} width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path d={paths[name]} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
