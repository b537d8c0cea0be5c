import { fenAfter } from '../notation/pgn/replay.ts';
import type { GameFacts } from './game-facts.ts';

/** Tags whose values can be computed from the moves. */
export const COMPUTED_TAGS = ['ECO', 'Opening', 'PlyCount', 'FinalFEN', 'Result'] as const;
export type ComputedTag = (typeof COMPUTED_TAGS)[number];

/**
 * The values that tags of a game get: the opening by its positions, the half-moves, the final position, the result by mate or
 * stalemate. What the moves do not tell is not among them.
 *
 * @param maxPlies half-moves that stay; the result needs all
 */
export function computedTags(
  facts: GameFacts,
  wanted: ReadonlySet<ComputedTag>,
  maxPlies = Number.POSITIVE_INFINITY,
): ReadonlyMap<ComputedTag, string> {
  const valueOf: Readonly<Record<ComputedTag, () => string | undefined>> = {
    ECO: () => facts.opening?.eco,
    Opening: () => facts.opening?.name,
    PlyCount: () => String(Math.min(facts.line.length, maxPlies)),
    FinalFEN: () => finalFen(facts, maxPlies),
    Result: () => (facts.line.length <= maxPlies ? facts.boardResult : undefined),
  };
  const values = new Map<ComputedTag, string>();
  for (const tag of COMPUTED_TAGS) {
    const value = wanted.has(tag) ? valueOf[tag]() : undefined;
    if (value !== undefined) values.set(tag, value);
  }
  return values;
}

/** The position behind the last move that stays; undefined where a move before it cannot be played. */
function finalFen({ line, playedLine, replay }: GameFacts, maxPlies: number): string | undefined {
  const plies = Math.min(line.length, maxPlies);
  return playedLine.length < plies ? undefined : fenAfter(replay, plies === 0 ? -1 : (line[plies - 1] ?? -1));
}
