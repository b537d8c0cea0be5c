import { SINK } from '../../automaton.ts';
import { type MavGame, mavGame, type StateReading } from '../games.ts';
import type { Example, Line, Word } from '../syntax.ts';

/** A line with a state, read. */
export interface PlacedState {
  readonly line: Line;
  readonly word: Word;
  readonly form: 'native' | 'FEN';
  readonly reading: StateReading<unknown>;
}

export interface PlacedMove {
  readonly line: Line;
  readonly word: Word;
  /** In the game's spelling. */
  readonly action: string;
}

/** The lines of an example by what they mean: which position a state is depends on its place (mav.md). */
export interface ExampleModel {
  readonly example: Example;
  /** Undefined when it is not known: then nothing below is read. */
  readonly game: MavGame<unknown> | undefined;
  readonly previous: readonly PlacedState[];
  readonly previousAction: PlacedMove | undefined;
  /** The position that the list speaks of. */
  readonly current: readonly PlacedState[];
  readonly list: Line | undefined;
  readonly best: PlacedMove | undefined;
  /** The position after the best action. */
  readonly final: readonly PlacedState[];
}

/** Sorts the lines of an example. */
export function modelOf(example: Example): ExampleModel {
  const name = example.header.game?.text;
  const game = name === undefined ? undefined : mavGame(name);
  const previous: PlacedState[] = [];
  const current: PlacedState[] = [];
  const final: PlacedState[] = [];
  let previousAction: PlacedMove | undefined;
  let best: PlacedMove | undefined;
  let list: Line | undefined;
  for (const line of game === undefined ? [] : example.lines) {
    const { command, body } = line;
    if (command.kind === 'top') list ??= line;
    else if (game !== undefined && body.kind === 'move') {
      const move = { line, word: body.move, action: game.normal(body.move.text) };
      if (command.name === 'prev_action') previousAction ??= move;
      else best ??= move;
    } else if (game !== undefined && body.kind === 'state') {
      const form = command.name.endsWith('FEN') ? 'FEN' : 'native';
      const placed: PlacedState = { line, word: body.state, form, reading: game.read(body.state.text, form) };
      if (command.name.startsWith('prev_')) previous.push(placed);
      else if (list === undefined && best === undefined) current.push(placed);
      else final.push(placed);
    }
  }
  return { example, game, previous, previousAction, current, list, best, final };
}

/** The reading that says most: a FEN before a native state, one that is a state before one that is none. */
export function fullest(states: readonly PlacedState[]): PlacedState | undefined {
  const good = states.filter(({ reading }) => reading.state !== undefined);
  return good.find(({ reading }) => reading.fields.castling !== undefined) ?? good[0];
}

/** A position that is taken for true, with what is not known of it. */
export interface Position {
  /** The states that it may be; the first says least. */
  readonly states: readonly unknown[];
  readonly game: MavGame<unknown>;
  /** Whether its counters are known; a text may leave them out. */
  readonly hasCounters: boolean;
  /** Whether its castling rights are known; else the states have none and all that the board allows. */
  readonly hasCastling: boolean;
}

/** The position of a reading. */
export const positionOf = (game: MavGame<unknown>, { state, others, fields }: StateReading<unknown>): Position => ({
  game,
  states: state === undefined ? [] : [state, ...others()],
  hasCounters: fields.halfmove !== undefined && fields.fullmove !== undefined,
  hasCastling: fields.castling !== undefined,
});

/** Where an action leads; undefined when it is legal in none of the states. */
export function successor({ states, ...known }: Position, action: string): Position | undefined {
  const next = states.map((state) => known.game.automaton.step(state, action)).filter((state) => state !== SINK);
  return next.length === 0 ? undefined : { ...known, states: next };
}

/** The legal actions: those that are legal for sure, and those that may be by what is not known. */
export function actionsOf({ game, states }: Position): {
  readonly sure: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
} {
  const [first, ...others] = states.map((state) => game.automaton.legal(state));
  const sure = new Set(first);
  return { sure, possible: others.length === 0 ? sure : new Set([...sure, ...others.flat()]) };
}
