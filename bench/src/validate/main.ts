import { availableParallelism } from 'node:os';
import { acceptedText, rejectedText } from './candidate.ts';
import { type Contestant, contestants } from './contestants.ts';
import { measured } from './rounds.ts';

const entered = contestants();

process.stdout.write(`Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n\n`);

for (const [title, text, verdict] of [
  ['accept', acceptedText, true],
  ['reject an undeclared key in /tasks/2/steps/1', rejectedText, false],
] as const) {
  const races = entered.map(({ parse, accepts }) => {
    const candidates = Array.from({ length: 16 }, () => parse(text));
    if (candidates.some((candidate) => accepts(candidate) !== verdict)) throw new Error(`Another verdict: ${title}`);
    return (turn: number) => accepts(candidates[turn % candidates.length]);
  });
  print(`${title}, ${text.length} characters of JSON`, measured(races));
}
print(
  'from the text to the verdict, accepted',
  measured(
    entered.map(
      ({ parse, accepts }) =>
        () =>
          accepts(parse(acceptedText)),
    ),
  ),
);

function print(title: string, times: readonly number[]): void {
  const timeOf = (name: string) => times[entered.findIndex((contestant) => contestant.name.startsWith(name))] ?? Number.NaN;
  const [ajv, zod] = [timeOf('ajv'), timeOf('zod')];
  const rows = entered.map(({ name }: Contestant, index) => {
    const time = times[index] ?? Number.NaN;
    return row(name, time.toFixed(2), `${(zod / time).toFixed(2)} x`, `${(ajv / time).toFixed(2)} x`);
  });
  const heading = row('', 'µs', 'speed, zod = 1', 'speed, ajv = 1');
  process.stdout.write(`${[title, heading, ...rows].join('\n')}\n\n`);
}

function row(name: string, ...figures: readonly string[]): string {
  return name.padEnd(36) + figures.map((figure) => figure.padStart(16)).join('');
}
