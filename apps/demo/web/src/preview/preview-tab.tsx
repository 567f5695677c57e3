import { useState } from 'react';
import './preview.css';
import type { Preview } from '../connection/index.ts';
import { Problem } from '../conversation/problem.tsx';
import { Button, EmptyState, Icon, useNow } from '../design/index.ts';
import { currentBuild, hasApp, hostOf, runningStep, type StudioState } from '../state/index.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewLog } from './preview-log.tsx';
import { previewStateAt, previewWords, resolvesLocalNames } from './preview-state.ts';
import { usePreview } from './use-preview.ts';

const widths = [
  { name: '360', width: 360 },
  { name: '768', width: 768 },
  { name: 'Full', width: null },
] as const;

/** The running app in a frame that looks like a browser window, its controls, and its log. */
export function PreviewTab({ id, studio, shown }: { readonly id: string; readonly studio: StudioState; readonly shown: boolean }) {
  const { preview, busy, problem, dismissProblem, extend, start } = usePreview(id, studio.previewRevision, shown);
  const [width, setWidth] = useState<number | null>(null);
  const [reloads, setReloads] = useState(0);
  const now = useNow(10_000);
  const state = previewStateAt(preview, now);
  if (preview === null || state === 'none') return <NothingYet studio={studio} />;
  const ready = state === 'ready';
  const local = !resolvesLocalNames(navigator.userAgent);
  const address = local ? preview.localUrl : preview.url;
  return (
    <div className="preview">
      <div className="preview-window">
        <div className="preview-bar">
          <Button
            size="small"
            kind="plain"
            icon="reload"
            label="Reload the app"
            unavailable={!ready}
            onClick={() => setReloads(reloads + 1)}
          />
          <span className="preview-address truncate" title={preview.url ?? undefined}>
            {hostOf(preview.url ?? '') ?? 'No address'}
          </span>
          <span className={`preview-state ${state}`}>{previewWords(preview, now)}</span>
          {ready && (
            <Button size="small" icon="clock" unavailable={busy} onClick={() => void extend()}>
              Keep alive
            </Button>
          )}
          {ready && (
            <fieldset className="button-group preview-widths" aria-label="Width of the app">
              {widths.map((choice) => (
                <button
                  key={choice.name}
                  type="button"
                  className="button"
                  aria-pressed={choice.width === width}
                  title={choice.width === null ? 'As wide as there is room' : `${choice.width} px wide`}
                  onClick={() => setWidth(choice.width)}
                >
                  {choice.name}
                </button>
              ))}
            </fieldset>
          )}
          {ready && address !== null && (
            <a
              className="button plain small icon-only"
              href={address}
              target="_blank"
              rel="noreferrer noopener"
              aria-label="Open the app in a new tab"
              title="Open the app in a new tab"
            >
              <Icon name="open" />
            </a>
          )}
        </div>
        {problem && <Problem problem={problem} onDismiss={dismissProblem} />}
        <PreviewBody
          preview={preview}
          state={state}
          local={local}
          width={width}
          reloads={reloads}
          busy={busy}
          onStart={() => void start()}
        />
      </div>
      <PreviewLog id={id} shown={shown} />
    </div>
  );
}

function PreviewBody(props: {
  readonly preview: Preview;
  readonly state: Preview['state'];
  readonly local: boolean;
  readonly width: number | null;
  readonly reloads: number;
  readonly busy: boolean;
  readonly onStart: () => void;
}) {
  const { preview, state, local, width, reloads, busy, onStart } = props;
  if (state === 'starting')
    return <EmptyState title="The preview is starting" text="The app boots in a sandbox of its own. This takes a few seconds." />;
  if (state !== 'ready') {
    const title = state === 'expired' ? 'The preview has expired' : 'The preview has stopped';
    return (
      <EmptyState title={title} text="Its sandbox ended. The files are kept; the last version that passed its tests can be started again.">
        <Button kind="primary" unavailable={busy} onClick={onStart}>
          Start the app again
        </Button>
      </EmptyState>
    );
  }
  if (local || preview.url === null) {
    return (
      <EmptyState
        title="Safari cannot show the app here"
        text="It does not find names that end in .localhost. The app runs; open it in a tab of its own."
      >
        {preview.localUrl && (
          <a className="button primary" href={preview.localUrl} target="_blank" rel="noreferrer noopener">
            Open the app
          </a>
        )}
      </EmptyState>
    );
  }
  return <PreviewFrame url={preview.url} width={width} reloads={reloads} />;
}

/** Before there is an app: what it waits for. */
function NothingYet({ studio }: { readonly studio: StudioState }) {
  const build = currentBuild(studio);
  const step = build === null ? null : runningStep(build.steps);
  const text =
    studio.status === 'running' && step !== null
      ? 'It is shown as soon as it was built and has passed its tests.'
      : 'When it was built and has passed its tests, it runs here.';
  return <EmptyState title={hasApp(studio) ? 'The app is not running' : 'The app appears here'} text={text} />;
}
