import type { AppPlan } from './plan.ts';

/** The part of the app's addresses and file names that stands for its entries, such as `greenhouse-sensors`. */
export function pathOf({ entity }: AppPlan): string {
  const latin = entity.plural
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return (
    latin
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '') || 'entries'
  );
}
