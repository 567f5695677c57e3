import { useMemo, useState } from 'react';
import './files.css';
import { api, useResource, type Version } from '../connection/index.ts';
import { Button, EmptyState } from '../design/index.ts';
import type { StudioState } from '../state/index.ts';
import { fileTree, firstFile } from './file-tree.ts';
import { FileTree } from './file-tree-view.tsx';
import { FileViewer } from './file-viewer.tsx';
import { saveZip } from './save-zip.ts';

/** The files of the app: every version, its tree with what changed, and a reader. `path` is the file that is open. */
export function Files(props: {
  readonly id: string;
  readonly studio: StudioState;
  readonly path: string | null;
  readonly onPath: (path: string) => void;
}) {
  const { id, studio, path, onPath } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const { value: versions, failure } = useResource(`versions ${id} ${studio.artifactRevision}`, () => api.versions(id));
  const version = versions?.find((candidate) => candidate.id === chosen) ?? versions?.at(-1) ?? null;
  const before = versions?.findLast((candidate) => version !== null && candidate.number < version.number) ?? null;
  const sources = useResource(version === null ? null : `files ${id} ${version.id}`, () => api.files(id, version?.id ?? '')).value;
  const tree = useMemo(() => (version === null ? [] : fileTree(version, before)), [version, before]);

  if (failure !== null && versions === null) return <EmptyState title="The files cannot be read" text={failure.message} />;
  if (version === null || versions === null) {
    return (
      <EmptyState title="The files appear here" text="Every version that Builder saves is kept, with what changed since the one before." />
    );
  }
  const selected = version.files.some((file) => file.path === path) ? path : firstFile(version);
  const source = sources?.find((file) => file.path === selected) ?? null;
  return (
    <div className="files">
      <div className="files-bar">
        <VersionChoice versions={versions} version={version} onChoose={setChosen} />
        <Button
          size="small"
          icon="download"
          unavailable={sources === null}
          onClick={() => sources && void saveZip(`app-version-${version.number}`, sources)}
        >
          Download zip
        </Button>
      </div>
      <div className="files-body">
        <FileTree nodes={tree} selected={selected} onSelect={onPath} />
        <FileViewer path={selected} source={source} />
      </div>
    </div>
  );
}

const outcomes = { passed: 'passed its tests', failed: 'failed its tests' } as const;

function VersionChoice(props: {
  readonly versions: readonly Version[];
  readonly version: Version;
  readonly onChoose: (id: string) => void;
}) {
  const name = ({ number, outcome }: Version) => `Version ${number}${outcome === null ? '' : `, ${outcomes[outcome]}`}`;
  return (
    <select className="select" aria-label="Version" value={props.version.id} onChange={(event) => props.onChoose(event.target.value)}>
      {props.versions.toReversed().map((version) => (
        <option key={version.id} value={version.id}>
          {name(version)}
        </option>
      ))}
    </select>
  );
}
