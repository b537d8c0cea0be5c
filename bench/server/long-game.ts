import { seeded } from '../../src/core/base/random.ts';
import { actionSan, chess } from '../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { randomLine } from '../../src/core/mav/author/game-line.ts';

/** Labels, with how many plies each is behind the game at most: it forgets them one by one, and catches up. */
const LABELS = ['exact', 'slow', 'slower', 'lost', 'other', 'none'] as const;

/** A random game of so many plies in which each of six models was asked about each position. */
export function longGame(plies: number): string {
  const line = lineOf(plies);
  const states = line.states as readonly ChessState[];
  const fens = states.map((state) => chess.print(state));
  const answer = (label: (typeof LABELS)[number], ply: number): string => {
    const behind = { exact: 0, slow: ply % 3, slower: ply % 9, lost: ply, other: Math.min(ply, 2), none: 0 }[label];
    return label === 'none' && ply % 2 === 1 ? '?' : (fens[ply - behind] ?? '?');
  };
  const moves = line.actions.map((action, i) => {
    const number = `${(i >> 1) + 1}${i % 2 === 0 ? '.' : '...'}`;
    const state = states[i];
    const san = state === undefined ? action : (actionSan(state, action) ?? action);
    const predictions = LABELS.map((label) => `{[%pfen ${label} ${answer(label, i + 1)}]}`);
    // `sanOfAction` writes the number with the move
    return `${san.startsWith(number) ? san : `${number} ${san}`}\n${predictions.join('\n')}`;
  });
  return `[White "A"]\n[Black "B"]\n[Result "*"]\n\n${moves.join('\n')}\n*\n`;
}

function lineOf(plies: number): ReturnType<typeof randomLine> {
  for (let seed = 1; ; seed++) {
    const line = randomLine('chess', seeded(seed), { most: plies });
    if (line.actions.length === plies) return line;
  }
}
