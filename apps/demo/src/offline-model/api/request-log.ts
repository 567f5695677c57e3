import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Prompt, personTexts } from './request.ts';

/** What is remembered of one request: enough to tell how often and with what the model was asked. */
export interface LoggedRequest {
  /** ISO time. */
  readonly at: string;
  /** Lower-case hex SHA-256 of the messages as they were sent. */
  readonly digest: string;
  readonly messages: number;
  readonly tools: readonly string[];
  readonly schema: string | null;
  readonly lastUserText: string | null;
  readonly stream: boolean;
}

/** Remembers requests, and writes each as one JSON line before it is answered. */
export interface RequestLog {
  readonly entries: readonly LoggedRequest[];
  add(messages: unknown, prompt: Prompt, stream: boolean): void;
}

/** A log in memory, also in a file when one is given. */
export function createRequestLog(file: string | undefined): RequestLog {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  const entries: LoggedRequest[] = [];
  return {
    entries,
    add(messages, prompt, stream) {
      const entry: LoggedRequest = {
        at: new Date().toISOString(),
        digest: createHash('sha256').update(JSON.stringify(messages)).digest('hex'),
        messages: prompt.messages.length,
        tools: prompt.tools.map((tool) => tool.name),
        schema: prompt.output?.name ?? null,
        lastUserText: personTexts(prompt).at(-1) ?? null,
        stream,
      };
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
    },
  };
}
