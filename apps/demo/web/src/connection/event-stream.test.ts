import { expect, it } from 'vitest';
import { createStreamParser, type StreamEvent, streamEvents } from './event-stream.ts';

const text =
  ': hello\nretry: 1000\n\nid: c:1\nevent: visible\ndata: {"a":\ndata: "ö"}\n\ndata:plain\n\nevent: empty\n\nevent: live\r\ndata: x\r\n\r\n';
async function all(events: AsyncIterable<StreamEvent>): Promise<readonly StreamEvent[]> {
  const given: StreamEvent[] = [];
  for await (const event of events) given.push(event);
  return given;
}

const expected = [
  { event: 'visible', data: '{"a":\n"ö"}' },
  { event: 'message', data: 'plain' },
  { event: 'live', data: 'x' },
];

it('a stream gives the same events wherever its bytes are cut', async () => {
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    expect(await all(streamEvents(body, 10_000))).toEqual(expected);
  }
});

it('an event whose end did not come is not given', () => {
  const parse = createStreamParser();
  expect(parse('data: half')).toEqual([]);
  expect(parse('\n')).toEqual([]);
  expect(parse('\n')).toEqual([{ event: 'message', data: 'half' }]);
});

it('a stream that falls silent is given up', async () => {
  const silent = new ReadableStream<Uint8Array>({ start: () => undefined });
  await expect(all(streamEvents(silent, 5))).rejects.toThrow('The stream fell silent.');
});
