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

/** A line with a state, read. */
export interface MavState {
  readonly line: MavLine;
  readonly word: MavWord;
  readonly form: 'native' | 'FEN';
  readonly reading: StateReading<unknown>;
}

export interface MavMove {
  readonly line: MavLine;
  readonly word: MavWord;
  /** In the game's spelling. */
  readonly action: string;
}

/** The lines of an example by what they mean: which position a state is depends on its place. */
export interface ExampleModel {
  readonly example: Example;
  /** Undefined when it is not known: then nothing below is read. */
  readonly game: MavGame<unknown> | undefined;
  /** The game that the header names; that of the trace may be another. */
  readonly named: MavGame<unknown> | undefined;
  /** True if all digits of native states of chess are read. */
  readonly readsDigits: boolean;
  readonly previous: readonly MavState[];
  readonly previousAction: MavMove | undefined;
  /** The position that the list speaks of. */
  readonly current: readonly MavState[];
  /** An action of the list in the game's spelling; as it is written where the game is not known. */
  readonly nameOf: (action: string) => string;
  readonly list: MavLine | undefined;
  readonly best: MavMove | undefined;
  /** The position after the best action. */
  readonly final: readonly MavState[];
}

/**
 * The command of the header that each line stands for, by its place; undefined where the header has none left. A line whose command
 * is not known takes no place that the next line has.
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
 * The command that each line stands for: its own, or where that is not known the one that the header has in its place. Undefined
 * where nobody knows.
 */
function commandsOf(example: Example): readonly (Command | undefined)[] {
  const places = commandSlots(example);
  return example.lines.map(({ command }, i) => {
    const meant = command.kind === 'unknown' ? places[i] : command;
    return meant?.kind === 'unknown' ? undefined : meant;
  });
}

/** True if a line stands behind the list or the best action, by the place that the header has for it, or else by its own. */
function placing({ header }: Example, commands: readonly (Command | undefined)[]): (i: number) => boolean {
  const isList = (command: Command | undefined): boolean => command?.kind === 'top' || command?.name === 'best_action';
  const asked = header.commands;
  const isInOrder = commands.every((command, i) => command?.name === asked[i]?.name || asked[i]?.kind === 'unknown');
  const first = commands.findIndex(isList);
  const own = (i: number): boolean => first >= 0 && i > first;
  if (isInOrder || asked.length !== commands.length) return own;
  const listAt = asked.findIndex(isList);
  return (i) => {
    const before = commands.slice(0, i).filter((command) => command?.name === commands[i]?.name).length;
    const places = asked.flatMap(({ name }, at) => (name === commands[i]?.name ? [at] : []));
    return places.length <= before ? own(i) : listAt >= 0 && (places[before] ?? -1) > listAt;
  };
}

/**
 * Sorts the lines of an example.
 *
 * @param common the game that it is of whatever it says
 */
export function makeExampleModel(
  example: Example,
  dialect: MavDialect = PUBLISHED_DIALECT,
  common?: string,
): ExampleModel {
  const own = example.header.game?.text;
  const named = own === undefined ? undefined : mavGame(own, dialect);
  const game = common === undefined ? named : mavGame(common, dialect);
  const commands = commandsOf(example);
  const isBehind = placing(example, commands);
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
      else if (isBehind(i)) final.push(placed);
      else current.push(placed);
    }
  }
  const playerAt = (states: readonly MavState[]): string | undefined => {
    const state = fullestState(states)?.reading.state;
    return state === undefined ? undefined : game?.mover(state);
  };
  const ofCurrent = playerAt(current);
  const before = playerAt(previous) ?? (ofCurrent === undefined ? undefined : ofCurrent === 'x' ? 'o' : 'x');
  // Whose move it is follows from the move before: a printed state may have it wrong.
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

/** The reading that says most: a FEN before a native state, one that is a state before one that is none. */
export function fullestState(states: readonly MavState[]): MavState | undefined {
  const good = states.filter(({ reading }) => reading.state !== undefined);
  return good.find(({ reading }) => reading.fields.castling !== undefined) ?? good[0];
}

/** A position that is taken for true, with what is not known of it. What it takes to find out is done when it is asked for. */
export class MavPosition {
  readonly game: MavGame<unknown>;
  /** True if its counters are known; a text may leave them out. */
  readonly hasCounters: boolean;
  /** True if the number of its move is known. */
  readonly hasFullmove: boolean;
  /** True if its castling rights are known; else the states have none and all that the board allows. */
  readonly hasCastling: boolean;
  /** The state that it is as far as is said, without whatever is not: castling rights, an en passant square. */
  readonly state: unknown;
  readonly #others: () => readonly unknown[];
  readonly #action: string | undefined;
  #fields: StateFields | undefined;
  #sure: ReadonlySet<string> | undefined;
  #possible: ReadonlySet<string> | undefined;

  /**
   * @param rest the states that it may be as well
   * @param action the one that led to it, where that is known
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

  /** The states that it may be, `state` first; the others are made when one goes on to them. */
  *states(): Generator {
    yield this.state;
    yield* this.#others();
  }

  /** What `state` says. */
  get fields(): StateFields {
    this.#fields ??= this.fieldsOf(this.state);
    return this.#fields;
  }

  /** What one of its states says. */
  fieldsOf(state: unknown): StateFields {
    return this.game.fieldsOf(state, this.#action);
  }

  /** The actions that are legal whatever is not known, in the order of the game. */
  get sure(): ReadonlySet<string> {
    this.#sure ??= new Set(this.game.automaton.legal(this.state));
    return this.#sure;
  }

  /** Those that may be legal. */
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

  /** True if an action is legal, or may be. */
  allows(action: string): boolean {
    return this.sure.has(action) || this.possible.has(action);
  }
}

/** The position of a reading; undefined where it has no state. */
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

/** An action in the spelling of a position's game. */
export const normalizeAction = ({ game, state }: MavPosition, action: string): string =>
  game.normal(action, game.mover(state));

/** Where an action leads; undefined when it is legal in none of the states. */
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

/** Half-moves without a capture or a move of a pawn after which a game is drawn (FIDE Laws of Chess, 9.3). */
export const FIFTY_MOVES = 100;

/** True if chess is drawn there by a rule that legal moves do not show: material with which nobody can mate, or fifty moves. */
export const isDrawnByRule = ({ game, fields: { board = '', halfmove } }: MavPosition): boolean =>
  game.hasFen && (lacksMaterial(board) || Number(halfmove ?? 0) >= FIFTY_MOVES);

/** True if neither side can ever mate: kings with at most one knight, or with bishops that all stand on squares of one color (5.2.2). */
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
