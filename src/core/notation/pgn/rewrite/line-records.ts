import { gameItems } from '../game-meaning.ts';
import { CLOSE_PAREN, OPEN_PAREN, RESULT } from '../tokens.ts';
import type { WholeGame } from '../whole-game.ts';

/** A line that is open. */
interface Open {
  last: number;
  isMoved: boolean;
  /** What stands before its first move, in a variation. */
  lead: string[];
}

/** Whether what stands before a move may stand behind it as well: commands speak of the position there. */
const isMovable = (item: string): boolean => item.startsWith('comment ') && !item.includes('[%');

/** Numbers for lines of moves, the same for games that are compared. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>();

  /** The number of the line that goes on from another (0: the start) with a move. */
  of(line: number, move: string): number {
    const key = `${line} ${move}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

/**
 * What a game says of each line of moves: the moves that go on from it, and the glyphs, comments and other words behind it;
 * sorted. It stays the same wherever variations stand. Comments before the first move of a variation count as those of
 * that move, unless one of them has commands. The result of the game is left out.
 */
export function lineRecords(game: WholeGame, numbers: LineNumbers): string[] {
  const { tree } = game.replay;
  const { kinds } = tree.chunk;
  const lines: number[] = [];
  const lineOf = (move: number): number => (move < 0 ? 0 : lines[move]);
  const records: string[] = [];
  const open: Open[] = [{ last: -1, isMoved: false, lead: [] }];
  for (const { token, item, move } of gameItems(game)) {
    const top = open[open.length - 1];
    if (move >= 0) {
      lines.push(numbers.of(lineOf(tree.movePrevious[move]), item));
      const led = top.lead.every(isMovable) ? lines[move] : lineOf(tree.movePrevious[move]);
      records.push(`${lines[move]} move`, ...top.lead.map((one) => `${led} ${one}`));
      top.last = move;
      top.isMoved = true;
      top.lead = [];
    } else if (kinds[token] === OPEN_PAREN) {
      open.push({ last: top.isMoved ? tree.movePrevious[top.last] : top.last, isMoved: false, lead: [] });
    } else if (kinds[token] === CLOSE_PAREN) {
      if (open.length > 1) open.pop();
      for (const one of top.lead) records.push(`${lineOf(top.last)} ${one}`);
    } else if (open.length > 1 && !top.isMoved) top.lead.push(item);
    else if (kinds[token] !== RESULT || open.length > 1) records.push(`${lineOf(top.last)} ${item}`);
  }
  return records.sort();
}
