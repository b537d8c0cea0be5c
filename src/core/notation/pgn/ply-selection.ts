/**
 * Selects the plies of a game that a model is asked about, given the length of the game in plies. Ascending, without
 * duplicates.
 */
export type PlyPlan = (length: number) => number[];

/** The syntax that `readPlyPlan` accepts, for messages. */
export const PLY_PLANS = 'ends, every:K (K from 1) or ply:N,M,…';

/**
 * Reads `ends`, `every:K` (K, 2K, ... up to the end) or `ply:N,M,...` (those within the game; 0 is the start);
 * undefined for anything else.
 */
export function readPlyPlan(text: string): PlyPlan | undefined {
  if (text === 'ends') return (length) => [length];
  const every = /^every:(\d{1,6})$/.exec(text);
  const step = Number(every?.[1] ?? 0);
  if (every !== null && step >= 1) {
    return (length) => Array.from({ length: Math.floor(length / step) }, (_, i) => (i + 1) * step);
  }
  const list = /^ply:(\d{1,6}(?:,\d{1,6})*)$/.exec(text)?.[1];
  if (list === undefined) return undefined;
  const plies = [...new Set(list.split(',').map(Number))].sort((a, b) => a - b);
  return (length) => plies.filter((ply) => ply <= length);
}

/** Steps from one position of a game to another: along its line, or among the alternatives to a move. */
export const BOARD_STEPS = ['first', 'previous', 'next', 'last', 'up', 'down'] as const;
export type BoardStep = (typeof BOARD_STEPS)[number];
