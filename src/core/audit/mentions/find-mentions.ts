import { findDrawings } from '../../answers/states/drawings.ts';
import { findPieceLists } from '../../answers/states/piece-lists.ts';
import { findRankLists } from '../../answers/states/rank-lists.ts';
import { findClaims } from './claims.ts';
import { findFens } from './fens.ts';
import { findFields } from './fields.ts';
import type { Mention, StateMention } from './mention.ts';
import type { MoveLetters } from './move-letters.ts';
import { findMoves } from './moves.ts';
import { findSpoken } from './spoken.ts';

/** Claims about a move that begins their sentence. */
const OF_A_MOVE: ReadonlySet<string> = new Set(['gives', 'castles', 'option']);
const isSingle = (move: Mention): boolean =>
  move.kind === 'run' && move.items.length === 1 && move.items[0].number === undefined;

/**
 * Everything that a text says of a game, in the order of the text. What is inside a state is part of it.
 *
 * @param letters the letters of pieces in the conversation so far
 */
export function findMentions(text: string, letters?: MoveLetters): Mention[] {
  const boards = [...findDrawings(text), ...findPieceLists(text), ...findRankLists(text)].map(
    ({ range, state }): StateMention => ({
      kind: 'state',
      range,
      fen: state.slice(0, state.indexOf(' ')),
      isDrawing: true,
    }),
  );
  const states = [...findFens(text), ...boards].sort((a, b) => a.range.start - b.range.start);
  const spoken = findSpoken(text);
  const apart = [...states, ...spoken].map(({ range }) => range);
  if (spoken.length > 0) apart.sort((a, b) => a.start - b.start);
  const moves: Mention[] =
    spoken.length > 0 || /[a-h][1-8]|[O0]-[O0]/.test(text) ? [...findMoves(text, apart, letters), ...spoken] : [];
  // a field before the move that is its value
  const claims = findClaims(text);
  const judged = new Set(claims.flatMap(({ claim, range }) => (OF_A_MOVE.has(claim.kind) ? [range.start] : [])));
  const others = [
    ...findFields(text),
    // `Qe2 gives check` plays nothing
    ...(judged.size === 0 ? moves : moves.filter((move) => !(isSingle(move) && judged.has(move.range.start)))),
    ...claims,
  ];
  others.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  if (states.length === 0) return others;
  const merged: Mention[] = [];
  let s = 0;
  for (const one of others) {
    for (let state = states[s]; state !== undefined && state.range.end <= one.range.start; state = states[s]) {
      merged.push(state);
      s++;
    }
    const state = states[s];
    if (state === undefined || one.range.end <= state.range.start) merged.push(one);
    // a run that only touches a state with its end or start is a field of it
  }
  return merged.concat(states.slice(s));
}
