/** A number of things in words: `no problems`, `1 problem`, `2 problems`. */
export const counted = (count: number, what: string): string => `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
