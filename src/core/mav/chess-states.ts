import { chess, chess960 } from '../games/chess/chess.ts';
import { EP, FULLMOVES, HALFMOVES, RIGHTS, TURN } from '../games/chess/frame.ts';
import { squareName } from '../games/chess/moves.ts';
import { type ChessState, parseChess, printChess } from '../games/chess/state.ts';
import { type MavGame, PLAIN_ACTIONS, type StateFields, type StateReading } from './game.ts';
import { boardOf, CELLS, NATIVE, readDigits, turned, writeNative } from './native-chess.ts';
import { placementOf } from './placement.ts';

/** Castling rights of standard chess as a FEN has them: bits of the rooks on h1, a1, h8 and a8 (`RIGHTS`). */
const RIGHT_LETTERS = [
  [1 << 7, 'K'],
  [1, 'Q'],
  [1 << 15, 'k'],
  [1 << 8, 'q'],
] as const;

function rightsText(words: Int32Array): string {
  let text = '';
  const rights = words[RIGHTS] ?? 0;
  for (const [bit, letter] of RIGHT_LETTERS) if ((rights & bit) !== 0) text += letter;
  return text;
}

/** Rights as they are printed, where a text has the same ones. */
function rightsOf(written: string | undefined, state: ChessState, shuffled: boolean): string | undefined {
  if (written === undefined || written === '-') return written;
  const printed = shuffled ? (printChess(state).split(' ')[2] ?? '') : rightsText(state.words);
  // what the board does not allow is not read
  return printed !== '-' && printed.length === written.length ? printed : written;
}

const none = (): readonly never[] => [];

const noState = (
  error: string,
  fields: StateFields = { board: undefined, side: undefined },
): StateReading<ChessState> => ({
  error,
  state: undefined,
  others: none,
  fields,
});

/** What a state says. Most are compared by their sets of squares, so its board is written out when it is asked for. */
class Said implements StateFields {
  readonly side: string | undefined;
  readonly castling: string | undefined;
  rights: string | undefined;
  readonly enPassant: readonly string[] | undefined;
  readonly halfmove: string | undefined;
  readonly fullmove: string | undefined;
  readonly #placement: string;

  constructor(
    placement: string,
    side: string,
    castling: string | undefined,
    enPassant: string | undefined,
    halfmove: string | undefined,
    fullmove: string | undefined,
  ) {
    this.#placement = placement;
    this.side = side === 'w' || side === 'b' ? side : undefined;
    this.castling = castling;
    this.rights = castling;
    this.enPassant = enPassant === undefined ? undefined : [enPassant];
    this.halfmove = halfmove;
    this.fullmove = fullmove;
  }

  get board(): string | undefined {
    return boardOf(this.#placement);
  }
}

/**
 * Chess in the two forms that its states have. A FEN of two or four fields is a state too, as the published trace writes it.
 *
 * @param strictMeta whether all digits of a native state are read, or the fullmove number alone
 */
export function mavChess(shuffled: boolean, strictMeta: boolean): MavGame<ChessState> {
  const parse = (fen: string) => parseChess(fen, shuffled);

  function readNative(text: string): StateReading<ChessState> {
    const found = NATIVE.exec(text);
    if (found === null) return noState('not of the form w || 64 cells |meta||');
    const [, side = '', written = '', meta = ''] = found;
    const cells = written.replace(/\s+/g, '');
    if (cells.length !== CELLS) return noState(`${cells.length} cells instead of ${CELLS}`);
    // The last three digits are the fullmove number; what the others mean is not published.
    const fullmove = meta.length === 11 ? String(Number(meta.slice(-3))) : undefined;
    const placement = placementOf(turned(cells));
    if (!strictMeta || meta === '') return readFields([placement, side], fullmove);
    const digits = readDigits(meta);
    if (digits !== undefined) return readFields([placement, side, ...digits]);
    // Digits of another form are compared as they are, and say nothing of what is legal.
    const reading = readFields([placement, side], fullmove);
    return {
      ...reading,
      fields: { ...reading.fields, board: reading.fields.board, castling: `${meta} (not readable)` },
    };
  }

  /** Reads the fields that are there; variants have what is not said. */
  function readFields(fields: readonly string[], fullmoveOfMeta?: string): StateReading<ChessState> {
    const [placement = '', side = '', castling, enPassant, halfmove, fullmove = fullmoveOfMeta] = fields;
    const fenWith = (rights: string, ep: string) =>
      `${placement} ${side} ${rights} ${ep} ${halfmove ?? '0'} ${fullmove ?? '1'}`;
    const parsed = parse(fenWith(castling ?? '-', enPassant ?? '-'));
    const said = new Said(placement, side, castling, enPassant, halfmove, fullmove);
    if (!parsed.ok) return noState(parsed.error, said);
    const state = parsed.value;
    said.rights = rightsOf(castling, state, shuffled);
    if (castling !== undefined && enPassant !== undefined)
      return { error: undefined, state, others: none, fields: said };
    let found: ChessState[] | undefined;
    const others = (): readonly ChessState[] => {
      if (found !== undefined) return found;
      found = [];
      const squares = enPassant === undefined ? ['-', ...doubleSteps(said.board ?? '', side)] : [enPassant];
      // an action that castles says nothing of the other player's rights
      const rights = castling === undefined ? ['-', 'KQ', 'kq', 'KQkq'] : [castling];
      for (const right of rights)
        for (const square of squares) {
          const other = right === '-' && square === '-' ? undefined : parse(fenWith(right, square));
          if (other?.ok === true) found.push(other.value);
        }
      return found;
    };
    return { error: undefined, state, others, fields: said };
  }

  return {
    automaton: shuffled ? chess960 : chess,
    isAssumed: false,
    hasFen: true,
    read(text, form) {
      if (form === 'native' && text.includes('|')) return readNative(text);
      const fields = text.trim().split(/\s+/);
      if (fields.length > 6) return noState(`${fields.length} FEN fields instead of 6`);
      return readFields(fields);
    },
    write: (state, form) => (form === 'FEN' ? printChess(state) : writeNative(printChess(state))),
    fieldsOf(state, action) {
      const [placement = '', side = '', castling = '', enPassant = '', halfmove = '', fullmove = ''] =
        printChess(state).split(' ');
      const square = state.words[EP] ?? -1;
      const raw = square < 0 ? '-' : squareName(square);
      const board = boardOf(placement);
      const passed = action === undefined ? undefined : passedBy(action, board ?? '');
      const squares = [...new Set([enPassant, raw, passed ?? raw])];
      return { board, side, castling, enPassant: squares, halfmove, fullmove };
    },
    saysAll: (reading, state) => saysAll(reading, state, shuffled),
    squareName: (index) => `${'abcdefgh'[index & 7]}${8 - (index >> 3)}`,
    ...PLAIN_ACTIONS,
  };
}

/** True if all that a text said of a state is true of another one, where that is seen without printing it. */
function saysAll(
  { state: own, fields: { castling, rights = castling, enPassant, halfmove, fullmove } }: StateReading<ChessState>,
  { words }: ChessState,
  shuffled: boolean,
): boolean {
  if (own === undefined) return false;
  for (let i = 0; i <= TURN; i++) if (own.words[i] !== words[i]) return false;
  // rights of Chess960 may be written in two ways, and a square where nobody can capture may be named
  const isPlain =
    (rights === undefined || rights === (words[RIGHTS] === 0 ? '-' : shuffled ? '' : rightsText(words))) &&
    (enPassant === undefined || (enPassant[0] === '-' && (words[EP] ?? -1) < 0));
  return (
    isPlain &&
    (halfmove === undefined || halfmove === String(words[HALFMOVES])) &&
    (fullmove === undefined || fullmove === String(words[FULLMOVES]))
  );
}

/** The square that a pawn has just passed. */
function passedBy(action: string, board: string): string | undefined {
  const [, file = '', from, to] = /^([a-h])([27])\1([45])$/.exec(action) ?? [];
  if (from === undefined || (from === '2') !== (to === '4')) return undefined;
  const target = file.charCodeAt(0) - 0x61 + 8 * (8 - Number(to));
  return /p/i.test(board.charAt(target)) ? `${file}${from === '2' ? 3 : 6}` : undefined;
}

/** Squares behind pawns that may just have stepped twice. */
function doubleSteps(board: string, side: string): string[] {
  const [pawn, from, over, to] = side === 'w' ? ['p', 8, 16, 24] : (['P', 48, 40, 32] as const);
  const squares: string[] = [];
  for (let file = 0; file < 8; file++)
    if (board[to + file] === pawn && board[over + file] === '.' && board[from + file] === '.')
      squares.push(`${'abcdefgh'[file]}${side === 'w' ? 6 : 3}`);
  return squares;
}
