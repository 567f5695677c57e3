import { useState } from 'react';
import { bytes, Icon } from '../design/index.ts';
import type { FileChange, TreeFile, TreeFolder, TreeNode } from './file-tree.ts';

const marks: Record<Exclude<FileChange, null>, { readonly sign: string; readonly name: string }> = {
  added: { sign: '+', name: 'new in this version' },
  changed: { sign: '~', name: 'changed in this version' },
  removed: { sign: '−', name: 'removed in this version' },
};

interface TreeProps {
  readonly nodes: readonly TreeNode[];
  readonly selected: string | null;
  readonly onSelect: (path: string) => void;
}

/** The files by folder. A changed one carries a sign, so that colour is not needed. */
export function FileTree(props: TreeProps) {
  return (
    <nav className="file-tree" aria-label="Files">
      <Branch {...props} />
    </nav>
  );
}

function Branch({ nodes, selected, onSelect }: TreeProps) {
  return (
    <ul>
      {nodes.map((node) =>
        node.kind === 'folder' ? (
          <FolderRow key={node.path} folder={node} selected={selected} onSelect={onSelect} />
        ) : (
          <FileRow key={`${node.path} ${node.change}`} file={node} selected={node.path === selected} onSelect={onSelect} />
        ),
      )}
    </ul>
  );
}

function FolderRow({ folder, ...rest }: Omit<TreeProps, 'nodes'> & { readonly folder: TreeFolder }) {
  const [open, setOpen] = useState(true);
  return (
    <li>
      <button type="button" className="file-row folder" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="chevron" className="file-row-chevron" />
        <span className="truncate">{folder.name}</span>
      </button>
      {open && <Branch nodes={folder.children} {...rest} />}
    </li>
  );
}

function FileRow({
  file,
  selected,
  onSelect,
}: {
  readonly file: TreeFile;
  readonly selected: boolean;
  readonly onSelect: (path: string) => void;
}) {
  const mark = file.change === null ? null : marks[file.change];
  const content = (
    <>
      <Icon name="file" />
      <span className="truncate">{file.name}</span>
      {mark && (
        <span className={`file-mark ${file.change}`} title={mark.name}>
          <span aria-hidden="true">{mark.sign}</span>
          <span className="visually-hidden">{mark.name}</span>
        </span>
      )}
    </>
  );
  if (file.change === 'removed') {
    return (
      <li>
        <span className="file-row removed">{content}</span>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className="file-row"
        aria-current={selected ? 'true' : undefined}
        title={`${file.path}, ${bytes(file.bytes)}`}
        onClick={() => onSelect(file.path)}
      >
        {content}
      </button>
    </li>
  );
}
