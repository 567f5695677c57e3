import { Session } from 'node:inspector/promises';

/** What a turn does, by the files that do it; the first that matches counts. */
const areas: readonly (readonly [area: string, files: RegExp])[] = [
  ['strict JSON door', /core\/src\/outputs\/json-door\//],
  ['digests', /core\/src\/outputs\/canonical/],
  ['closed validation', /core\/src\/outputs\//],
  ['tool: context, input, result', /core\/src\/(tools|context)\//],
  ['check of each envelope', /core\/src\/journal\/(facts|check)/],
  ['lines of the journal', /core\/src\/journal\/envelope/],
  ['fold and graph', /core\/src\/(graph\/|journal\/(fold|packet))/],
  ['store', /knowledge-stores\/src\/|core\/src\/journal\/(memory-store|scoped-store|store-path|store-text|byte-log)/],
  ['embedded hub', /adapters-ag2\/src\//],
  ['projection', /transport\/src\//],
  ['turn pipeline', /core\/src\//],
  ['the bench itself', /bench\/src\//],
];

const scheduling = 'scheduling';
const profiler = 'the profiler itself';

/** The share of each area in the time that `work` takes, most first; what no file of ours asked for is `scheduling` or `garbage collection`. */
export async function profiled(work: () => Promise<void>): Promise<readonly (readonly [area: string, share: number])[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const areaOf = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = nodes.get(at)?.callFrame;
      if (frame?.functionName === '(garbage collector)') return 'garbage collection';
      if (frame?.url === 'node:inspector') return profiler;
      const found = areas.find(([, files]) => files.test(frame?.url ?? ''));
      if (found !== undefined) return found[0];
    }
    return scheduling;
  };
  const areaByNode = new Map(profile.nodes.map(({ id }) => [id, areaOf(id)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, sample] of (profile.samples ?? []).entries()) {
    const time = profile.timeDeltas?.[index] ?? 0;
    const area = areaByNode.get(sample) ?? scheduling;
    if (area === profiler) continue;
    times.set(area, (times.get(area) ?? 0) + time);
    total += time;
  }
  return [...times].map(([area, time]) => [area, time / total] as const).sort(([, left], [, right]) => right - left);
}
