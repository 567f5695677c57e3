import { Fragment, memo } from 'react';
import { type Block, type Inline, parseMarkdown } from './markdown.ts';

/** What an agent said, with its few forms of Markdown. */
export const MarkdownText = memo(function MarkdownText({ text }: { readonly text: string }) {
  return parseMarkdown(text).map((block, index) => <BlockText key={keyOf([block], index)} block={block} />);
});

function BlockText({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return (
        <p className={block.kind === 'heading' ? 'message-heading' : undefined}>
          {block.lines.map((line, index) => (
            <Fragment key={keyOf(line, index)}>
              {index > 0 && <br />}
              <InlineText pieces={line} />
            </Fragment>
          ))}
        </p>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={keyOf(item, index)}>
          <InlineText pieces={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'code':
      return <pre>{block.text}</pre>;
  }
}

function InlineText({ pieces }: { readonly pieces: readonly Inline[] }) {
  return pieces.map((piece, index) => <InlinePiece key={keyOf([piece], index)} piece={piece} />);
}

function InlinePiece({ piece }: { readonly piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'emphasis':
      return <em>{piece.text}</em>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'link':
      return (
        <a href={piece.address} target="_blank" rel="noreferrer noopener">
          {piece.text}
        </a>
      );
  }
}

/** Pieces of a text never change places: their number is what they are known by. */
const keyOf = (pieces: readonly { readonly kind: string }[], index: number) => `${index} ${pieces[0]?.kind ?? ''}`;
