import { findStates } from '../../answers/find-states.ts';
import type { Range } from '../../base/text/range.ts';
import { findClaims } from './claims.ts';
import type { Mention, StateMention } from './mention.ts';
import type { MoveLetters } from './move-letters.ts';
import { findMoves } from './moves.ts';

/** The operations of an EPD: its moves are no moves of the game. */
const OPERATIONS = /(?:[ \t]+(?:a[cm]\w?|bm|c\d|ce|dm|D\d+|eco|fmvn|hmvc|id|p[mv]|rc|tcri)[ \t]+[^;\n]{1,120};)+/y;

/** The states of a text, in its order. */
export const findStatesOf = (text: string): StateMention[] =>
  findStates(text).map(({ range, form, state }) => {
    const [stated = ''] = state.split(' ?', 1);
    return {
      kind: 'state',
      range: withOperations(text, range),
      fen: stated,
      isDrawing: form !== 'fen' && form !== 'fragment',
    };
  });

function withOperations(text: string, { start, end }: Range): Range {
  OPERATIONS.lastIndex = end;
  return { start, end: end + (OPERATIONS.exec(text)?.[0].length ?? 0) };
}

/**
 * Everything that a text says of a game, in the order of the text. What is inside a state is part of it.
 *
 * @param letters the letters of pieces in the conversation so far
 */
export function findMentions(text: string, letters?: MoveLetters): Mention[] {
  const states = findStatesOf(text);
  const apart = states.map(({ range }) => range);
  const moves: Mention[] = /[a-h][1-8]|[O0]-[O0]/.test(text) ? findMoves(text, apart, letters) : [];
  const others = [...moves, ...findClaims(text)].sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
  const merged: Mention[] = [];
  let s = 0;
  for (const one of others) {
    for (let state = states[s]; state !== undefined && state.range.end <= one.range.start; state = states[++s])
      merged.push(state);
    const state = states[s];
    // what only touches a state with its end or start is a field of it
    if (state === undefined || one.range.end <= state.range.start) merged.push(one);
  }
  return merged.concat(states.slice(s));
}
