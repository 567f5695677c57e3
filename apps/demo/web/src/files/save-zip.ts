import type { SourceFile } from '../connection/index.ts';

/** Hands the browser a zip of the files, in a folder of that name. The packer is loaded when it is needed. */
export async function saveZip(name: string, files: readonly SourceFile[]): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const entries = Object.fromEntries(files.map(({ path, content }) => [`${name}/${path}`, strToU8(content)]));
  const archive = zipSync(entries, { level: 6 });
  const address = URL.createObjectURL(new Blob([new Uint8Array(archive)], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.zip`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
