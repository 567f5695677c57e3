import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** True when a folder holds the one document that every workflow has. */
export const isWorkflow = (folder: string): boolean => existsSync(join(folder, 'orchestrator.yaml'));

/**
 * The workflow folders that some arguments name: a folder itself, or every folder in it that holds an orchestrator.yaml. A folder that is neither is kept, so
 * that the load tells what is wrong with it. Each folder once, in the order of the arguments and then of the names.
 */
export function workflowFolders(named: readonly string[]): readonly string[] {
  const folders = named.flatMap((folder) => {
    if (isWorkflow(folder)) return [folder];
    const inside = namesIn(folder)
      .map((name) => join(folder, name))
      .filter(isWorkflow);
    return inside.length === 0 ? [folder] : inside;
  });
  const places = folders.map((folder) => resolve(folder));
  return folders.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

/** The names in a folder, sorted; none when it cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
