import { SINK } from '../../base/automaton.ts';
import { type MavGame, mavGame, type StateFields, type StateReading } from '../games.ts';
import {
  type Command,
  type Example,
  type MavDialect,
  type MavLine,
  type MavWord,
  PUBLISHED_DIALECT,
} from '../syntax.ts';

/** A line with a state and its reading. */
export interface MavState {
  readonly line: MavLine;
  readonly word: MavWord;
  readonly form: 'native' | 'FEN';
  readonly reading: StateReading<unknown>;
}

export interface MavMove {
  readonly line: MavLine;
  readonly word: MavWord;
  /** Action in the game's spelling. */
  readonly action: string;
}

/** The lines of an example by meaning: the position of a state depends on its place. */
export interface ExampleModel {
  readonly example: Example;
  /** Undefined if unknown: then nothing below is read. */
  readonly game: MavGame<unknown> | undefined;
  /** Game that the header names; the game of the trace may differ. */
  readonly named: MavGame<unknown> | undefined;
  /** True if all digits of native chess states are read. */
  readonly readsDigits: boolean;
  readonly previous: readonly MavState[];
  readonly previousAction: MavMove | undefined;
  /** States of the position of the list. */
  readonly current: readonly MavState[];
  /** Returns an action of the list in the game's spelling; unchanged if the game is unknown. */
  readonly nameOf: (action: string) => string;
  readonly list: MavLine | undefined;
  readonly best: MavMove | undefined;
  /** States of the position after the best action. */
  readonly final: readonly MavState[];
}

/**
 * Returns the command of the header that each line stands for, by its place; undefined if the header has none left. A
 * line with an unknown command does not take the place of the next line.
 */
export function commandSlots({ header, lines }: Example): readonly (Command | undefined)[] {
  let at = 0;
  return lines.map(({ command }, i) => {
    const [own, next] = [header.commands[at], header.commands[at + 1]];
    const below = lines[i + 1]?.command.name;
    if (command.kind === 'unknown' && below !== undefined && below === own?.name && below !== next?.name)
      return undefined;
    at++;
    return own;
  });
}

/**
 * Returns the command that each line stands for: its own, or if that is unknown the one at its place in the header;
 * undefined if both are unknown.
 */
function meantCommands(example: Example): readonly (Command | undefined)[] {
  const places = commandSlots(example);
  return example.lines.map(({ command }, i) => {
    const meant = command.kind === 'unknown' ? places[i] : command;
    return meant?.kind === 'unknown' ? undefined : meant;
  });
}

/**
 * Returns a predicate that is true if a line comes after the list or the best action, by its place in the header, or
 * else by its own place.
 */
function placing({ header }: Example, commands: readonly (Command | undefined)[]): (i: number) => boolean {
  const isList = (command: Command | undefined): boolean => command?.kind === 'top' || command?.name === 'best_action';
  const requested = header.commands;
  const isInOrder = commands.every(
    (command, i) => command?.name === requested[i]?.name || requested[i]?.kind === 'unknown',
  );
  const first = commands.findIndex(isList);
  const own = (i: number): boolean => first >= 0 && i > first;
  if (isInOrder || requested.length !== commands.length) return own;
  const listAt = requested.findIndex(isList);
  return (i) => {
    const before = commands.slice(0, i).filter((command) => command?.name === commands[i]?.name).length;
    const places = requested.flatMap(({ name }, at) => (name === commands[i]?.name ? [at] : []));
    return places.length <= before ? own(i) : listAt >= 0 && (places[before] ?? -1) > listAt;
  };
}

/**
 * Assigns the lines of an example to their meanings.
 *
 * @param common the game to use, whatever the header names
 */
export function makeExampleModel(
  example: Example,
  dialect: MavDialect = PUBLISHED_DIALECT,
  common?: string,
): ExampleModel {
  const own = example.header.game?.text;
  const named = own === undefined ? undefined : mavGame(own, dialect);
  const game = common === undefined ? named : mavGame(common, dialect);
  const commands = meantCommands(example);
  const isAfterList = placing(example, commands);
  const previous: MavState[] = [];
  const current: MavState[] = [];
  const final: MavState[] = [];
  let previousMove: Omit<MavMove, 'action'> | undefined;
  let bestMove: Omit<MavMove, 'action'> | undefined;
  let list: MavLine | undefined;
  for (const [i, line] of (game === undefined ? [] : example.lines).entries()) {
    const { body } = line;
    const command = commands[i];
    if (command === undefined) continue;
    if (command.kind === 'top') list ??= line;
    else if (game !== undefined && command.kind === 'action') {
      const word = body.kind === 'move' ? body.move : body.kind === 'state' ? body.state : undefined;
      if (word === undefined) continue;
      const move = { line, word };
      if (command.name === 'prev_action') previousMove ??= move;
      else bestMove ??= move;
    } else if (game !== undefined && body.kind === 'state') {
      const form = command.name.endsWith('FEN') ? 'FEN' : 'native';
      const placed: MavState = { line, word: body.state, form, reading: game.read(body.state.text, form) };
      if (command.name.startsWith('prev_')) previous.push(placed);
      else if (isAfterList(i)) final.push(placed);
      else current.push(placed);
    }
  }
  const playerAt = (states: readonly MavState[]): string | undefined => {
    const state = fullestState(states)?.reading.state;
    return state === undefined ? undefined : game?.mover(state);
  };
  const ofCurrent = playerAt(current);
  const before = playerAt(previous) ?? (ofCurrent === undefined ? undefined : ofCurrent === 'x' ? 'o' : 'x');
  // The side to move follows from the previous move: a printed state may have it wrong.
  const mover = before === undefined ? undefined : before === 'x' ? 'o' : 'x';
  const moved = (by: string | undefined) => (move: Omit<MavMove, 'action'> | undefined) =>
    game === undefined || move === undefined ? undefined : { ...move, action: game.normal(move.word.text, by) };
  return {
    example,
    game,
    named,
    readsDigits: dialect.strictMeta,
    previous,
    previousAction: moved(before)(previousMove),
    current,
    nameOf: (action) => game?.normal(action, mover) ?? action,
    list,
    best: moved(mover)(bestMove),
    final,
  };
}

/** Returns the most complete readable state: a FEN before a native state. */
export function fullestState(states: readonly MavState[]): MavState | undefined {
  const good = states.filter(({ reading }) => reading.state !== undefined);
  return good.find(({ reading }) => reading.fields.castling !== undefined) ?? good[0];
}

/**
 * A position that is assumed to be true, with its unknown parts. Legal actions and alternative states are computed on
 * demand.
 */
export class MavPosition {
  readonly game: MavGame<unknown>;
  /** True if its counters are known; a text may leave them out. */
  readonly hasCounters: boolean;
  /** True if its move number is known. */
  readonly hasFullmove: boolean;
  /** True if its castling rights are known; otherwise its states range from none to all that the board allows. */
  readonly hasCastling: boolean;
  /** State without the unknown parts: castling rights, en passant square. */
  readonly state: unknown;
  readonly #others: () => readonly unknown[];
  readonly #action: string | undefined;
  #fields: StateFields | undefined;
  #sure: ReadonlySet<string> | undefined;
  #possible: ReadonlySet<string> | undefined;

  /**
   * @param rest returns the other possible states
   * @param action the action that led to it, if known
   */
  constructor(
    {
      game,
      hasCounters,
      hasFullmove,
      hasCastling,
    }: Pick<MavPosition, 'game' | 'hasCounters' | 'hasFullmove' | 'hasCastling'>,
    state: unknown,
    rest: () => readonly unknown[],
    action?: string,
  ) {
    this.#action = action;
    this.game = game;
    this.hasCounters = hasCounters;
    this.hasFullmove = hasFullmove;
    this.hasCastling = hasCastling;
    this.state = state;
    let known: readonly unknown[] | undefined;
    this.#others = () => (known ??= rest());
  }

  /** Yields the possible states, `state` first; the others are computed on demand. */
  *states(): Generator {
    yield this.state;
    yield* this.#others();
  }

  /** Fields of `state`. */
  get fields(): StateFields {
    this.#fields ??= this.fieldsOf(this.state);
    return this.#fields;
  }

  /** Returns the fields of one of its states. */
  fieldsOf(state: unknown): StateFields {
    return this.game.fieldsOf(state, this.#action);
  }

  /** Actions that are legal in all of its states, in the order of the game. */
  get sure(): ReadonlySet<string> {
    this.#sure ??= new Set(this.game.automaton.legal(this.state));
    return this.#sure;
  }

  /** Actions that are legal in at least one of its states. */
  get possible(): ReadonlySet<string> {
    if (this.#possible !== undefined) return this.#possible;
    let all: Set<string> | undefined;
    for (const state of this.states()) {
      if (state === this.state) continue;
      all ??= new Set(this.sure);
      for (const action of this.game.automaton.legal(state)) all.add(action);
    }
    this.#possible = all ?? this.sure;
    return this.#possible;
  }

  /** Returns true if an action is legal in at least one of its states. */
  allows(action: string): boolean {
    return this.sure.has(action) || this.possible.has(action);
  }
}

/** Returns the position of a reading; undefined if it has no state. */
export const positionFromReading = (
  game: MavGame<unknown>,
  { state, others, fields }: StateReading<unknown>,
): MavPosition | undefined =>
  state === undefined
    ? undefined
    : new MavPosition(
        {
          game,
          hasCounters: fields.halfmove !== undefined && fields.fullmove !== undefined,
          hasFullmove: fields.fullmove !== undefined,
          hasCastling: fields.castling !== undefined,
        },
        state,
        others,
      );

/** Returns an action in the spelling of a position's game. */
export const normalizeAction = ({ game, state }: MavPosition, action: string): string =>
  game.normal(action, game.mover(state));

/** Returns the position after an action; undefined if the action is legal in none of the states. */
export function successor(from: MavPosition, action: string): MavPosition | undefined {
  const { game } = from;
  const next = function* (): Generator {
    for (const state of from.states()) {
      const after = game.automaton.step(state, action);
      if (after !== SINK) yield after;
    }
  };
  const all = next();
  const first = all.next();
  return first.done === true ? undefined : new MavPosition(from, first.value, () => [...all], action);
}

/** Plies without a capture or a pawn move after which a player can claim a draw (FIDE Laws of Chess, 9.3). */
export const FIFTY_MOVES = 100;

/** Returns true if chess is drawn by a rule that legal moves do not show: insufficient material, or fifty moves. */
export const isDrawnByRule = ({ game, fields: { board = '', halfmove } }: MavPosition): boolean =>
  game.hasFen && (lacksMaterial(board) || Number(halfmove ?? 0) >= FIFTY_MOVES);

/**
 * Returns true if neither side can ever mate: kings with at most one knight, or with bishops on squares of one color
 * only (FIDE Laws of Chess, 5.2.2).
 *
 * @param board one character per square, in rows of eight
 */
export function lacksMaterial(board: string): boolean {
  let knights = 0;
  const bishops = [0, 0];
  for (let i = 0; i < board.length; i++) {
    const kind = board.charAt(i).toLowerCase();
    if (kind === 'p' || kind === 'r' || kind === 'q') return false;
    if (kind === 'n') knights++;
    const color = ((i >> 3) + i) & 1;
    if (kind === 'b') bishops[color] = (bishops[color] ?? 0) + 1;
  }
  const [dark = 0, light = 0] = bishops;
  return knights === 0 ? dark === 0 || light === 0 : knights === 1 && dark + light === 0;
}
