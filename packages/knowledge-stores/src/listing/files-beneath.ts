/** Every file beneath a normalised folder, found by listing it and the folders in it. */
export async function filesBeneath(store: { list(path: string): Promise<readonly string[]> }, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const name of await store.list(next)) {
      const path = `${next === '/' ? '' : next}/${name}`;
      if (name.endsWith('/')) folders.push(path.slice(0, -1));
      else found.push(path);
    }
  }
  return found;
}
