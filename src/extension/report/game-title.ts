import type { MainLine } from '../../models/asking/asked-positions.ts';

/** `Nepomniachtchi – Riazantsev, 2011`, as far as the tags of a game say so; undefined where they name neither player. */
export function gameTitle(line: Pick<MainLine, 'tag'>): string | undefined {
  const [white = '?', black = '?'] = ['White', 'Black'].map((name) => line.tag(name)?.trim() || '?');
  if (white === '?' && black === '?') return undefined;
  const year = /^\d{4}/.exec(line.tag('Date')?.trim() ?? '')?.[0];
  return `${white} – ${black}${year === undefined ? '' : `, ${year}`}`;
}
