import type { BareStore } from './index.ts';

/** A knowledge store as AG2's own in memory: a flat map from path to text, with nothing beside the protocol. */
export function bareMemoryStore(files = new Map<string, string>()): BareStore & { readonly files: Map<string, string> } {
  const beneath = (folder: string) => [...files.keys()].filter((path) => path.startsWith(folder === '/' ? '/' : `${folder}/`));
  return {
    files,
    read: async (path) => files.get(path) ?? null,
    async write(path, content) {
      files.set(path, content);
    },
    async list(path) {
      const start = path === '/' ? 1 : path.length + 1;
      const names = beneath(path).map((found) => {
        const rest = found.slice(start);
        return rest.includes('/') ? rest.slice(0, rest.indexOf('/') + 1) : rest;
      });
      return [...new Set(names)];
    },
    async delete(path) {
      for (const found of [path, ...beneath(path)]) files.delete(found);
    },
    exists: async (path) => path === '/' || files.has(path) || beneath(path).length > 0,
    async append(path, content) {
      const before = files.get(path) ?? '';
      files.set(path, before + content);
      return Buffer.byteLength(before);
    },
    async readRange(path, start, end) {
      const bytes = Buffer.from(files.get(path) ?? '').subarray(start, end);
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    },
  };
}
