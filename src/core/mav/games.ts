import type { Automaton } from '../base/automaton.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import { EP, FULLMOVES, HALFMOVES, RIGHTS, TURN } from '../games/chess/frame.ts';
import { squareName } from '../games/chess/moves.ts';
import { type ChessState, parseChess, printChess } from '../games/chess/state.ts';
import { connectFour } from '../games/connect-four/connect-four.ts';
import { hex } from '../games/hex/hex.ts';
import { hexCellName, readStones } from '../games/stones.ts';
import { othello, othelloCellName } from '../worlds/othello.ts';
import type { OthelloState } from '../worlds/othello-board.ts';
import { type ActionSpelling, discActions, mavGameName, PLAIN_ACTIONS } from './game-names.ts';
import {
  boardFromPlacement,
  boardToPlacement,
  fenToNative,
  flipRanks,
  NATIVE_CELLS,
  NATIVE_STATE,
  parseNativeDigits,
} from './native-chess.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';

/** The parts of a state; undefined where its text leaves them out. */
export interface StateFields {
  /** One character per square, in the order of `squareName`. */
  readonly board: string | undefined;
  readonly side: string | undefined;
  readonly castling?: string | undefined;
  /** Castling rights as the game writes them: `KQkq` for `HAha` or `QKqk`. */
  readonly rights?: string | undefined;
  /** Accepted en passant fields: a FEN may name the square after every double step, or only where it can be taken. */
  readonly enPassant?: readonly string[] | undefined;
  readonly halfmove?: string | undefined;
  readonly fullmove?: string | undefined;
}

/** A state as far as its text gives it. */
export interface StateReading<State> {
  /** Reason why the text is not a state; undefined for a state. */
  readonly error: string | undefined;
  /** Without what the text leaves out: castling rights, en passant square. Undefined on an error. */
  readonly state: State | undefined;
  /** Other states that fit the text, which differ in what it leaves out. */
  readonly others: () => readonly State[];
  readonly fields: StateFields;
}

/** A game of `<mav game=...>`. */
export interface MavGame<State> extends ActionSpelling {
  readonly automaton: Automaton<State>;
  /** True if the format of states and moves is assumed, because none is published. */
  readonly isAssumed: boolean;
  /** True if the game has FENs. */
  readonly hasFen: boolean;
  /** Reads the argument of `%state` or `%FEN`. */
  read(text: string, form: 'native' | 'FEN'): StateReading<State>;
  /** Writes a state as the argument of `%state` (native) or `%FEN`. */
  write(state: State, form: 'native' | 'FEN'): string;
  /**
   * Returns the parts of a state.
   *
   * @param action the action that led to it, if known: a FEN may name the square after every double step
   */
  fieldsOf(state: State, action?: string): StateFields;
  /**
   * Returns true if everything that a reading says is true of the state. A shortcut without printing: false if that
   * can't be decided.
   */
  agreesWith?(reading: StateReading<State>, state: State): boolean;
  /** Returns the name of a square by its index. */
  squareName(index: number, board: string): string;
  /** Stones on the board before the first action; default 0. */
  readonly firstStones?: number;
  /** True if a player can lose the game by their own action. */
  readonly moverCanLose?: boolean;
  /** Description of a draw. */
  readonly drawText?: string;
  /** Reasons why a player can't pass, in games where that is an action, and why an empty cell can't be taken. */
  readonly refusals?: { readonly pass: string; readonly empty: string };
}

/** Castling rights of standard chess in the order of a FEN: bits of the rooks on h1, a1, h8 and a8 (`RIGHTS`). */
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

/** Returns the rights as the game prints them if the text has the same ones; else as written. */
function printedRights(written: string | undefined, state: ChessState, shuffled: boolean): string | undefined {
  if (written === undefined || written === '-') return written;
  const printed = shuffled ? (printChess(state).split(' ')[2] ?? '') : rightsText(state.words);
  // Rights that the board doesn't allow are dropped by the parser.
  return printed !== '-' && printed.length === written.length ? printed : written;
}

const noOthers = (): readonly never[] => [];

const noState = (
  error: string,
  fields: StateFields = { board: undefined, side: undefined },
): StateReading<ChessState> => ({
  error,
  state: undefined,
  others: noOthers,
  fields,
});

/**
 * The parts of a chess state. Most states are compared by their sets of squares, so the board is expanded on demand.
 */
class ChessFields implements StateFields {
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
    return boardFromPlacement(this.#placement);
  }
}

/**
 * Returns chess or Chess960 with both forms of its states. A FEN of two or four fields is a state too, as the published
 * trace writes it.
 *
 * @param strictMeta true to read all digits of a native state, false for the fullmove number alone
 */
function mavChess(shuffled: boolean, strictMeta: boolean): MavGame<ChessState> {
  const parse = (fen: string) => parseChess(fen, shuffled);

  function readNative(text: string): StateReading<ChessState> {
    const found = NATIVE_STATE.exec(text);
    if (found === null) return noState('not of the form w || 64 cells |meta||');
    const [, side = '', written = '', meta = ''] = found;
    const cells = written.replace(/\s+/g, '');
    if (cells.length !== NATIVE_CELLS) return noState(`${cells.length} cells instead of ${NATIVE_CELLS}`);
    // The last three digits are the fullmove number; the meaning of the others is not published.
    const fullmove = meta.length === 11 ? String(Number(meta.slice(-3))) : undefined;
    const placement = boardToPlacement(flipRanks(cells));
    if (!strictMeta || meta === '') return readFields([placement, side], fullmove);
    const digits = parseNativeDigits(meta);
    if (digits !== undefined) return readFields([placement, side, ...digits]);
    // Digits of another form are compared as text and don't affect what is legal.
    const reading = readFields([placement, side], fullmove);
    return {
      ...reading,
      fields: { ...reading.fields, board: reading.fields.board, castling: `${meta} (not readable)` },
    };
  }

  /** Reads the existing fields; `others` varies the missing ones. */
  function readFields(fields: readonly string[], fullmoveOfMeta?: string): StateReading<ChessState> {
    const [placement = '', side = '', castling, enPassant, halfmove, fullmove = fullmoveOfMeta] = fields;
    const fenWith = (rights: string, ep: string) =>
      `${placement} ${side} ${rights} ${ep} ${halfmove ?? '0'} ${fullmove ?? '1'}`;
    const parsed = parse(fenWith(castling ?? '-', enPassant ?? '-'));
    const said = new ChessFields(placement, side, castling, enPassant, halfmove, fullmove);
    if (!parsed.ok) return noState(parsed.error, said);
    const state = parsed.value;
    said.rights = printedRights(castling, state, shuffled);
    if (castling !== undefined && enPassant !== undefined)
      return { error: undefined, state, others: noOthers, fields: said };
    let found: ChessState[] | undefined;
    const others = (): readonly ChessState[] => {
      if (found !== undefined) return found;
      found = [];
      const squares = enPassant === undefined ? ['-', ...doubleSteps(said.board ?? '', side)] : [enPassant];
      // A castling action says nothing about the other player's rights.
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
    write: (state, form) => (form === 'FEN' ? printChess(state) : fenToNative(printChess(state))),
    fieldsOf(state, action) {
      const [placement = '', side = '', castling = '', enPassant = '', halfmove = '', fullmove = ''] =
        printChess(state).split(' ');
      const square = state.words[EP] ?? -1;
      const raw = square < 0 ? '-' : squareName(square);
      const board = boardFromPlacement(placement);
      const passed = action === undefined ? undefined : passedBy(action, board ?? '');
      const squares = [...new Set([enPassant, raw, passed ?? raw])];
      return { board, side, castling, enPassant: squares, halfmove, fullmove };
    },
    agreesWith: (reading, state) => agreesWithState(reading, state, shuffled),
    squareName: (index) => `${'abcdefgh'[index & 7]}${8 - (index >> 3)}`,
    ...PLAIN_ACTIONS,
  };
}

/**
 * Returns true if everything that a text says of a state is true of another one, if that can be decided without
 * printing it.
 */
function agreesWithState(
  { state: own, fields: { castling, rights = castling, enPassant, halfmove, fullmove } }: StateReading<ChessState>,
  { words }: ChessState,
  shuffled: boolean,
): boolean {
  if (own === undefined) return false;
  for (let i = 0; i <= TURN; i++) if (own.words[i] !== words[i]) return false;
  // Rights of Chess960 have two spellings, and a FEN may name a square that cannot be captured on.
  const isPlain =
    (rights === undefined || rights === (words[RIGHTS] === 0 ? '-' : shuffled ? '' : rightsText(words))) &&
    (enPassant === undefined || (enPassant[0] === '-' && (words[EP] ?? -1) < 0));
  return (
    isPlain &&
    (halfmove === undefined || halfmove === String(words[HALFMOVES])) &&
    (fullmove === undefined || fullmove === String(words[FULLMOVES]))
  );
}

/** Returns the square that a pawn passed with this action; undefined without a double step. */
function passedBy(action: string, board: string): string | undefined {
  const [, file = '', from, to] = /^([a-h])([27])\1([45])$/.exec(action) ?? [];
  if (from === undefined || (from === '2') !== (to === '4')) return undefined;
  const target = file.charCodeAt(0) - 0x61 + 8 * (8 - Number(to));
  return /p/i.test(board.charAt(target)) ? `${file}${from === '2' ? 3 : 6}` : undefined;
}

/** Returns the squares passed by pawns that may just have made a double step. */
function doubleSteps(board: string, side: string): string[] {
  const [pawn, from, over, to] = side === 'w' ? ['p', 8, 16, 24] : (['P', 48, 40, 32] as const);
  const squares: string[] = [];
  for (let file = 0; file < 8; file++)
    if (board[to + file] === pawn && board[over + file] === '.' && board[from + file] === '.')
      squares.push(`${'abcdefgh'[file]}${side === 'w' ? 6 : 3}`);
  return squares;
}

/** Returns a game whose states are stones on a board. */
function stoneGame<State extends { readonly cells: string; readonly side: string }>(
  automaton: Automaton<State>,
  squareName: (index: number, board: string) => string,
  spelling: ActionSpelling = PLAIN_ACTIONS,
): MavGame<State> {
  return {
    automaton,
    isAssumed: true,
    hasFen: false,
    read(text) {
      const parsed = automaton.parse(text);
      if (parsed.ok) {
        const { value } = parsed;
        return { error: undefined, state: value, others: noOthers, fields: this.fieldsOf(value) };
      }
      const stones = readStones(text);
      const fields = stones.ok
        ? { board: stones.value.cells, side: stones.value.side }
        : { board: undefined, side: undefined };
      return { error: parsed.error, state: undefined, others: noOthers, fields };
    },
    write: (state) => automaton.print(state),
    fieldsOf: ({ cells, side }) => ({ board: cells, side }),
    squareName,
    ...spelling,
  };
}

const discGame = (discs: MavDialect['discs']) =>
  stoneGame(connectFour, (index) => `column ${index % 7}, row ${6 - Math.floor(index / 7)}`, discActions(discs));
const hexGame = stoneGame(hex, (index, { length }) => hexCellName(index, Math.round(Math.sqrt(length))));

const othelloGame: MavGame<OthelloState> = {
  ...stoneGame(othello.automaton, (index, { length }) => othelloCellName(index, length)),
  firstStones: 4,
  moverCanLose: true,
  drawText: 'draw: equal discs',
  refusals: { pass: 'only who can turn over no disc passes', empty: 'no disc would be turned over' },
};

const lenient = { chess: mavChess(false, false), chess960: mavChess(true, false) };
const strict = { chess: mavChess(false, true), chess960: mavChess(true, true) };
const discs = { player: discGame('player'), digit0: discGame('digit0'), digit1: discGame('digit1') };

/** Returns a game by its name (`mavGameName`); undefined if unknown. Equal dialects give the same object. */
export function mavGame(name: string, dialect: MavDialect = PUBLISHED_DIALECT): MavGame<unknown> | undefined {
  switch (mavGameName(name)) {
    case 'chess':
      return (dialect.strictMeta ? strict : lenient).chess;
    case 'chess960':
      return (dialect.strictMeta ? strict : lenient).chess960;
    case 'connect_four':
      return discs[dialect.discs];
    case 'hex':
      return hexGame;
    case 'othello':
      return othelloGame;
    default:
      return undefined;
  }
}
