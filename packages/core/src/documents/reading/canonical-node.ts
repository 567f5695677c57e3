import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { itemsOf, membersOf } from './yaml-document.ts';

/** The text that `canonicalJson` gives for the value of a node. */
export function canonicalNode(node: Node | null): string {
  if (isSeq(node))
    return `[${itemsOf(node, '')
      .map((item) => canonicalNode(item.node))
      .join(',')}]`;
  if (!isMap(node)) return JSON.stringify(isScalar(node) ? node.value : null);
  const members = membersOf(node).toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${canonicalNode(value)}`).join(',')}}`;
}
