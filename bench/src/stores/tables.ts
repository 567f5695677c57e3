/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a row: its name, and what it says in each column. */
export function row(name: string, ...cells: readonly string[]): void {
  print(name.padEnd(44) + cells.map((cell) => cell.padStart(16)).join(''));
}

/** Microseconds, with as many digits as they deserve. */
export const micros = (value = Number.NaN): string => (value < 100 ? value.toFixed(1) : grouped(value));

/** A count a second, of the microseconds that one takes. */
export const perSecond = (value = Number.NaN): string => grouped(1e6 / value);

/** How many times as long. */
export const ratio = (value = Number.NaN, one = Number.NaN): string => (value / one).toFixed(2);

const grouped = (value: number): string => Math.round(value).toLocaleString('en');
