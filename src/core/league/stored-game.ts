import type { Opening } from './openings.ts';
import { type GameRecord, type GameRules, playGame } from './play-game.ts';
import type { Choice, LeaguePlayer } from './seat.ts';

const NEVER = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

/** True if a game of a file, played once more by its own actions, ends as the file says: else somebody or something changed the line. */
export async function isPlayedSo(record: GameRecord, opening: Opening, rules: GameRules): Promise<boolean> {
  const { first, second, actions, end, result, said = '' } = record;
  const next = (played: number): Choice => {
    const action = actions[played - opening.actions.length];
    if (action !== undefined) return { kind: 'action', action, calls: 0 };
    // the losing answer, which is not one of the actions
    if (end === 'illegal') return { kind: 'action', action: said, calls: 0 };
    return { kind: 'unreadable', text: '', reason: '', calls: 0 };
  };
  const player = (label: string): LeaguePlayer => ({
    label,
    sit: () => ({ move: (turn) => Promise.resolve(next(turn.actions.length)) }),
  });
  const again = await playGame(record, opening, [player(first), player(second)], rules, NEVER);
  return (
    !('fault' in again) &&
    again.end === end &&
    again.result === result &&
    again.actions.length === actions.length &&
    again.sides.every(({ answers }, side) => answers === record.sides[side]?.answers)
  );
}
