/** Which colours the page uses; `system` follows the machine. */
export type Appearance = 'system' | 'light' | 'dark';

const key = 'intarsia.appearance';

/** The appearance that was chosen in this browser. */
export function readAppearance(): Appearance {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system'; // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Shows the page in that appearance and remembers it. */
export function applyAppearance(appearance: Appearance): void {
  if (appearance === 'system') delete document.documentElement.dataset['appearance'];
  else document.documentElement.dataset['appearance'] = appearance;
  try {
    localStorage.setItem(key, appearance);
  } catch {
    // As above.
  }
}
