import { type Findings, wholeOf } from '../findings.ts';
import { reportIllegal } from '../game/illegal-move.ts';
import type { GameNode } from '../game/node.ts';
import { endOf, isInsteadOfLast, longest, playRun } from '../game/play-run.ts';
import type { Part } from '../source/part.ts';
import type { StateWords } from '../state-words.ts';
import { Talk } from '../talk.ts';
import { Thread } from '../thread.ts';
import { itemOf } from './move-item.ts';

/** A list is a game once so many of its moves could be played one after the other. */
const SURE = 2;

/** The position after the moves of a field, `1. e4 e5 2. Nf3` or a PGN; none where they are no game from one of the starts. */
export function endsOf(part: Part, starts: readonly GameNode[], out: Findings, words: StateWords): GameNode[] {
  const thread = new Thread();
  thread.set(starts);
  const talk = new Talk(thread, out, words);
  talk.read({ ...part, role: 'unknown' }, 0);
  talk.endMessage();
  const [end] = thread.now;
  return thread.isSure && end !== undefined && !starts.includes(end) ? [end] : [];
}

/**
 * The position after a list of moves that follow one another.
 *
 * @param starts positions that it may begin in; the initial one is tried, too
 * @param shown positions of its record: one of them on the way says that the list is its game
 */
export function playList(
  parts: readonly Part[],
  starts: readonly GameNode[],
  shown: readonly GameNode[],
  out: Findings,
): GameNode[] {
  const items = parts.map(itemOf);
  const [first] = items;
  if (first === undefined) return [];
  const thread = new Thread();
  const played = longest([thread.initial(), ...starts].map((node) => playRun(node, items)));
  if (played === undefined) return [];
  if (played.stop === undefined) return [endOf(played)];
  const at = played.nodes.length;
  const [item, part] = [items[at], parts[at]];
  if (item === undefined || part === undefined) return [];
  const isGame = at >= SURE && !isInsteadOfLast(played, item);
  if (isGame) {
    reportIllegal(item, endOf(played), part, out);
    if (items.length > at + 1) out.unplaced(part, wholeOf(part), items.length - at - 1, 'a move before them is wrong');
    // what the record shows may be the position before the move that is wrong
    return shown.length > 0 ? [] : [endOf(played)];
  }
  out.unplaced(
    first === undefined ? part : (parts[0] ?? part),
    wholeOf(part),
    items.length,
    'they cannot be played one after the other',
  );
  return [];
}
