import { IntarsiaError, type JournalStore, type Json, type JsonObject } from '@intarsia/core';
import { type ChannelRecord, channelRecord } from './hub-records.ts';
import { metadataPath } from './journal-file.ts';

/** The namespace's channel, or null. Ids sort by time; there is one. */
export async function channelOf(namespace: JournalStore): Promise<string | null> {
  return (await channelsOf(namespace))[0] ?? null;
}

/** The ids of all channels that stand in a namespace. */
export async function channelsOf(namespace: JournalStore): Promise<readonly string[]> {
  return (await namespace.list('/channels')).map((name) => name.replace(/\/$/, ''));
}

/** What stands in the store of a channel, read back; `store_corrupt` when it is missing or not JSON. */
export async function readMetadata(namespace: JournalStore, channel: string): Promise<JsonObject> {
  return (await readJson(namespace, metadataPath(channel))) as JsonObject;
}

async function readJson(namespace: JournalStore, path: string): Promise<Json> {
  const text = await namespace.read(path);
  if (text === null) throw new IntarsiaError('store_corrupt', `${path} is missing.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new IntarsiaError('store_corrupt', `${path} is not JSON.`, { cause });
  }
}

/** The stored channel with its participants; `store_corrupt` when it is not what a hub writes. */
export async function readRecord(namespace: JournalStore, channel: string): Promise<ChannelRecord> {
  const agents = await namespace.list('/agents');
  const passports = await Promise.all(agents.map((agent) => readJson(namespace, `/agents/${agent.replace(/\/$/, '')}/passport.json`)));
  return channelRecord(channel, await readMetadata(namespace, channel), passports);
}
