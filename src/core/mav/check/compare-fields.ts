import { plural } from '../../base/text/plural.ts';
import type { MavGame, StateFields } from '../game.ts';
import type { PlacedState } from './example-model.ts';

export interface FieldDifference {
  readonly field:
    | 'board'
    | 'side to move'
    | 'castling rights'
    | 'en passant square'
    | 'halfmove clock'
    | 'fullmove number';
  /** What is there and what should be, in words. */
  readonly message: string;
}

/** True if a difference is of the digits behind a native state, whose form is assumed. */
export const isOfDigits = ({ field }: FieldDifference, { form, word }: PlacedState): boolean =>
  form === 'native' && field !== 'board' && field !== 'side to move' && word.text.includes('|');

export const DIGITS_ASSUMED = ' (the format of the digits is assumed)';

/** More squares than these are counted. */
const MAX_SQUARES = 6;

/** What two states that are read differ in, of what both say. */
export function differences(game: MavGame<unknown>, said: StateFields, truth: StateFields): FieldDifference[] {
  const found: FieldDifference[] = [];
  if (said.board !== undefined && truth.board !== undefined && said.board !== truth.board)
    found.push({ field: 'board', message: squares(game, said.board, truth.board) });
  const plain = (field: FieldDifference['field'], a: string | undefined, b: string | undefined): void => {
    if (a !== undefined && b !== undefined && a !== b) found.push({ field, message: `${field} ${a}, true ${b}` });
  };
  plain('side to move', said.side, truth.side);
  if ((said.rights ?? said.castling) !== (truth.rights ?? truth.castling))
    plain('castling rights', said.castling, truth.castling);
  const [ep] = said.enPassant ?? [];
  if (ep !== undefined && truth.enPassant?.includes(ep) === false)
    found.push({ field: 'en passant square', message: `en passant square ${ep}, true ${truth.enPassant[0]}` });
  plain('halfmove clock', said.halfmove, truth.halfmove);
  plain('fullmove number', said.fullmove, truth.fullmove);
  return found;
}

function squares(game: MavGame<unknown>, said: string, truth: string): string {
  if (said.length !== truth.length) return `${said.length} cells, true ${truth.length}`;
  const wrong: string[] = [];
  for (let i = 0; i < said.length; i++)
    if (said[i] !== truth[i])
      wrong.push(`${game.squareName(i, truth)} ${shown(said.charAt(i))}, true ${shown(truth.charAt(i))}`);
  const more = wrong.length > MAX_SQUARES ? `; and ${wrong.length - MAX_SQUARES} more` : '';
  return `${plural(wrong.length, 'square')} wrong (${wrong.slice(0, MAX_SQUARES).join('; ')}${more})`;
}

const shown = (piece: string): string => (piece === '.' ? 'empty' : piece);
