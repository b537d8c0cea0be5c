import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import type { StatedState } from './reading.ts';
import { findDrawings } from './states/drawings.ts';
import { statesIn } from './states/fens.ts';
import { findPieceLists } from './states/piece-lists.ts';
import { findRankLists } from './states/rank-lists.ts';

/** All chess states of a text in every notation, in the order of the text, without their roles. Never throws; linear in the text. */
export function findStates(text: string): StatedState[] {
  const fens = [...statesIn(text)].map(
    ({ fen, fields, form, range }): StatedState => ({
      range,
      form: form === 'malformed' ? 'fragment' : 'fen',
      state: fen,
      stated: ['board', ...FEN_FIELDS.slice(0, fields - 1)],
    }),
  );
  return [...fens, ...findDrawings(text), ...findPieceLists(text), ...findRankLists(text)].sort(
    (a, b) => a.range.start - b.range.start,
  );
}
