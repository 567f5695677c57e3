/** Tells what happens to parallel calls in the order of the calls, whatever ends first (case T21). */
export interface CallOrder {
  /** Tells it at once when every call before this one is over, else as soon as they are. */
  add(index: number, say: () => void): void;
  /** Nothing more comes of this call. */
  over(index: number): void;
  /** Tells what is still held back, in order: some call before it has not ended. */
  close(): void;
}

/** The order of one round of `count` calls. */
export function callOrder(count: number): CallOrder {
  const held = new Map<number, (() => void)[]>();
  const isOver = new Set<number>();
  let current = 0;
  const tellCurrent = () => {
    for (const say of held.get(current)?.splice(0) ?? []) say();
  };
  return {
    add(index, say) {
      if (index === current) say();
      else held.set(index, [...(held.get(index) ?? []), say]);
    },
    over(index) {
      isOver.add(index);
      for (; isOver.has(current); current += 1, tellCurrent());
    },
    close() {
      for (; current < count; current += 1) tellCurrent();
    },
  };
}
