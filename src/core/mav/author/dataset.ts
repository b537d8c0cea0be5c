import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../../base/automaton.ts';
import { seeded } from '../../base/random.ts';
import { fingerprint, partSeed } from '../../base/text/hash.ts';
import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { isChessVariant } from '../../games/chess/chess-variants.ts';
import { moveName } from '../../games/chess/moves.ts';
import { isEnPassant, printSan } from '../../games/chess/san-print.ts';
import type { ChessState } from '../../games/chess/state.ts';
import type { PositionValues } from '../../games/position-values.ts';
import type { KeyedLine } from '../../notation/game-clusters.ts';
import type { Language } from '../../notation/language.ts';
import { readPlyPlan } from '../../notation/pgn/ply-selection.ts';
import type { MavGameName } from '../game-names.ts';
import type { MavDialect } from '../syntax.ts';
import { printTarget } from '../write/example-draft.ts';
import { type GameLine, gameLineKeys, positionAt, randomBoard, randomLine } from './game-line.ts';
import { commandName, type HeaderCommand } from './header-commands.ts';
import { knownGame, type PromptPosition, positionId } from './prompt-position.ts';
import { answerRequest, type ListOrder, orderOptions, requestNeedsValues } from './reference-answer.ts';
import {
  type ExampleTrace,
  isOpenInNative,
  type MavRequest,
  makeRequest,
  printRequest,
  type TraceMix,
  traceExample,
} from './request.ts';
import type { SourceLine, SourceLineOptions } from './source-lines.ts';

/** Options that determine the examples of a dataset, besides the games. */
export interface DatasetOptions {
  /** 0 to 2^32 - 1. */
  readonly seed: number;
  /** Plies of games (`readPlyPlan`). */
  readonly plies: string;
  /** True if lists and best actions are requested, which need values. */
  readonly hasValues: boolean;
  /** `mixed`: FENs and native states, if the game has both. */
  readonly forms: 'mixed' | 'native';
  /** Order of lists. */
  readonly order: ListOrder;
  readonly dialect: MavDialect;
  /** Traces of internal search in place of some examples; they need values. */
  readonly traces?: TraceMix | undefined;
}

/** Games and positions that become examples together. */
export type DatasetBlock =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly language: Language;
      readonly game?: MavGameName;
      /** By game of a PGN: true if it is used. Default: all. */
      readonly chosen?: readonly boolean[];
    }
  /** Random games from number `from` on. */
  | {
      readonly kind: 'random';
      readonly game: MavGameName;
      readonly hexSize: number;
      readonly from: number;
      readonly count: number;
    }
  | { readonly kind: 'boards'; readonly from: number; readonly count: number };

/** An example of a dataset. Plain data. */
export interface DatasetExample {
  /** 16 hexadecimal digits; equal for the same position and commands, whatever the counters. */
  readonly id: string;
  /** Ids of the current position, and of the previous one if it is an input. */
  readonly positions: readonly [string, string?];
  /** Id of the previous action with its position; undefined if it is no input. */
  readonly played: string | undefined;
  /** Effect of the previous action. */
  readonly transition: Transition;
  /** Number of requested actions. */
  readonly listed: number | 'all' | undefined;
  /** 0-based index among the lines of its part. */
  readonly line: number;
  readonly game: MavGameName;
  /** 0-based index of the game or record in its block. */
  readonly index: number;
  readonly ply: number;
  readonly prompt: string;
  /** Undefined if values are needed first: `request` must be answered with the order of lists that `seed` gives. */
  readonly target: string | undefined;
  readonly request?: MavRequest;
  /** Set if the example is this trace: all of it but its prompt is still to be made. */
  readonly trace?: ExampleTrace;
  readonly seed: number;
}

/** A game or record that is a source of examples. */
export interface DatasetLine {
  /** Equal for the same start and actions. */
  readonly key: string;
  readonly keyed: KeyedLine;
}

export interface DatasetPart {
  readonly examples: readonly DatasetExample[];
  /** The usable games and records. */
  readonly lines: readonly DatasetLine[];
  /** Number of games and records of the block. */
  readonly games: number;
  /** Number of selected positions without a question: no commands are left, or their state cannot be written. */
  readonly unasked: number;
  /** Number of unusable games and records by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/**
 * Makes the examples of a block, in its order. They depend on the options and on the game alone, never on its place:
 * the same games give the same examples however they are divided into blocks.
 *
 * @param textLines reads the games and positions of a text in a language
 */
export function* makeDatasetPart(
  block: DatasetBlock,
  options: DatasetOptions,
  textLines: TextLines,
): Generator<undefined, DatasetPart, undefined> {
  const plan = readPlyPlan(options.plies);
  const examples: DatasetExample[] = [];
  const lines: DatasetLine[] = [];
  const skipped: Record<string, number> = {};
  let games = 0;
  let unasked = 0;
  for (const source of blockLines(block, options, textLines)) {
    games++;
    yield;
    if ('skipped' in source) {
      skipped[source.skipped] = (skipped[source.skipped] ?? 0) + 1;
      continue;
    }
    const { line, isRecord, index } = source;
    const last = line.actions.length;
    const key = gameKey(line);
    lines.push({ key, keyed: gameLineKeys(line, isRecord) });
    for (const ply of isRecord ? [last] : (plan?.(last) ?? [])) {
      const made = makeExample(positionAt(line, ply), partSeed(options.seed, `${key} ${ply}`), options);
      if (made === undefined) unasked++;
      else examples.push({ ...made, line: lines.length - 1, game: line.game, index, ply });
    }
  }
  return { examples, lines, games, unasked, skipped };
}

/** Returns an id of a game: its start and actions. */
const gameKey = ({ game, states, actions }: GameLine): string =>
  fingerprint(`${game} ${knownGame(game).automaton.print(states[0])} ${actions.join(' ')}`);

/** Reads the games and positions of a text. */
type TextLines = (text: string, language: Language, options: SourceLineOptions) => Iterable<SourceLine>;

function* blockLines(block: DatasetBlock, { seed, dialect }: DatasetOptions, textLines: TextLines) {
  if (block.kind === 'text') {
    const { text, language, game, chosen } = block;
    let number = 0;
    yield* textLines(text, language, {
      game,
      dialect,
      isWanted: chosen && (() => chosen[number++] === true),
    });
    return;
  }
  for (let i = 0; i < block.count; i++) {
    const random = seeded(partSeed(seed, `${block.kind} ${block.from + i}`));
    if (block.kind === 'random')
      yield { index: i, line: randomLine(block.game, random, { hexSize: block.hexSize }), isRecord: false };
    else {
      const line: GameLine = { game: 'chess', states: [randomBoard(random)], actions: [] };
      yield { index: i, line, isRecord: true };
    }
  }
}

type MadeExample = Omit<DatasetExample, 'line' | 'game' | 'index' | 'ply'>;

/** Makes the example of a position; undefined if there is no question. */
function makeExample(given: PromptPosition, seed: number, options: DatasetOptions): MadeExample | undefined {
  const { dialect } = options;
  const traced = traceExample(given, seed, options);
  if (traced !== undefined) return { ...traced, transition: 'none' };
  const random = seeded(seed);
  let position = given;
  let commands = randomCommands(position, options, random);
  if (commands === undefined) {
    // Without a previous action, the state after a random action is requested.
    const after = afterRandomAction(position, seed);
    if (after === undefined) return undefined;
    position = after;
    commands = randomCommands(position, options, random);
  }
  const request = commands === undefined ? undefined : makeRequest(position, commands);
  if (commands === undefined || request?.ok !== true) return undefined;
  const { automaton } = knownGame(position.game);
  const { before, state } = position;
  const isTracked = commands.some(({ command }) => command === 'prev_action');
  const question =
    isTracked && before !== undefined ? `${automaton.key(before.state)} ${before.action}` : automaton.key(state);
  const id = fingerprint(`${position.game} ${commands.map(commandName).join(' ')} ${question}`);
  const prompt = printRequest(request.value, dialect);
  const previous = isTracked ? position.before : undefined;
  const beforeId = previous && positionId(position.game, previous.state);
  const made = {
    id,
    positions: [positionId(position.game, state), ...(beforeId === undefined ? [] : [beforeId])] as [string, string?],
    played: previous && fingerprint(`${beforeId} ${previous.action}`),
    transition: classifyTransition(isTracked ? position : { game: position.game, state }),
    listed: commands.map((entry) => (entry.command === 'top' ? entry.k : undefined)).find((k) => k !== undefined),
    prompt,
    seed,
  };
  if (requestNeedsValues(request.value)) return { ...made, target: undefined, request: request.value };
  const target = printOutputs(request.value, undefined, seed, options);
  return target === undefined ? undefined : { ...made, target };
}

function afterRandomAction({ game, state }: PromptPosition, seed: number): PromptPosition | undefined {
  const { automaton } = knownGame(game);
  const legal = automaton.legal(state);
  if (legal.length === 0) return undefined;
  const action = legal[uniformInt(seeded(partSeed(seed, 'action')), 0, legal.length - 1)];
  if (action === undefined) return undefined;
  const next = automaton.step(state, action);
  return next === SINK ? undefined : { game, state: next, before: { state, action } };
}

/** Prints the outputs of a request; undefined if the values don't answer it. */
export function printOutputs(
  request: MavRequest,
  values: PositionValues | undefined,
  seed: number,
  { order, dialect }: Pick<DatasetOptions, 'order' | 'dialect'>,
): string | undefined {
  const ordering = orderOptions(order, () => seeded(partSeed(seed, 'order')));
  const draft = answerRequest(request, { dialect, values, ...ordering });
  return draft.ok ? printTarget(draft.value, dialect) : undefined;
}

type Form = 'state' | 'FEN';

const CHESS_FORMS: readonly (readonly Form[])[] = [['state'], ['FEN'], ['state', 'FEN'], ['FEN', 'state']];
const NATIVE_FORMS: readonly (readonly Form[])[] = [['state']];

/** Most actions that a list requests beyond the legal ones. */
const MAX_EXCESS = 10;

/**
 * Draws commands for a position as the paper does for its training data (section 2): the number of actions varies, also
 * above the legal ones; states before and after are present or not, in one form or two, in any order. The frequencies
 * are not published: each of two choices is equally likely unless it says otherwise here.
 *
 * Without values only states after an action and the result of the game can be requested. Returns undefined if nothing
 * is left to request.
 */
function randomCommands(
  position: PromptPosition,
  { hasValues, forms: written }: Pick<DatasetOptions, 'hasValues' | 'forms'>,
  random: RandomGenerator,
): HeaderCommand[] | undefined {
  const { automaton, hasFen } = knownGame(position.game);
  const chance = (share: number): boolean => uniformFloat64(random) < share;
  const drawn = (all: readonly (readonly Form[])[]): readonly Form[] =>
    all[uniformInt(random, 0, all.length - 1)] ?? [];
  const forms = hasFen && written === 'mixed' ? CHESS_FORMS : NATIVE_FORMS;
  const legal = automaton.legal(position.state).length;
  const isOver = legal === 0;
  const isTracked = position.before !== undefined && (chance(0.5) || !(hasValues || isOver));
  const isListed = hasValues || isOver;
  if (!isTracked && !isListed) return undefined;
  const given = isTracked ? position.before?.state : position.state;
  const isOpen = isOpenInNative({ game: position.game, state: given });
  if (isOpen && written === 'native') return undefined;
  const inputs = drawn(isOpen ? CHESS_FORMS.slice(1) : forms);
  const commands: HeaderCommand[] = inputs.map((form) => ({ command: isTracked ? `prev_${form}` : form }));
  if (isTracked) {
    commands.push({ command: 'prev_action' });
    if (!isListed || chance(0.8)) for (const form of drawn(forms)) commands.push({ command: form });
  }
  if (!isListed) return commands;
  commands.push({ command: 'top', k: randomK(legal, random) });
  // Nothing is played once the game is over.
  if (isOver || !chance(0.75)) return commands;
  commands.push({ command: 'best_action' });
  if (chance(0.5)) for (const form of drawn(forms)) commands.push({ command: form });
  return commands;
}

/** Draws k: all (1 in 5), more than the legal actions (1 in 5), or any number up to them (3 in 5). */
function randomK(legal: number, random: RandomGenerator): number | 'all' {
  const kind = uniformInt(random, 0, 4);
  if (kind === 0) return 'all';
  return kind === 1 || legal === 0 ? uniformInt(random, legal + 1, legal + MAX_EXCESS) : uniformInt(random, 1, legal);
}

/** Effects of the action that led to a position, the rarest first; `none` for a position without an action. */
export const TRANSITIONS = ['enPassant', 'promotion', 'castling', 'end', 'check', 'capture', 'quiet', 'none'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/**
 * Shares of a balanced dataset in percent. Half of a chess game's moves are quiet, one in a hundred is a promotion, and
 * one in a thousand captures en passant: these shares show a model each often enough.
 */
export const BALANCE: Readonly<Record<Transition, number>> = {
  enPassant: 5,
  promotion: 8,
  castling: 7,
  end: 5,
  check: 10,
  capture: 20,
  quiet: 30,
  none: 15,
};

/** Returns the effect of the action that led to a position: the first of `TRANSITIONS` that applies. */
export function classifyTransition({ game, state, before }: PromptPosition): Transition {
  const isOver = knownGame(game).automaton.outcome(state) !== undefined;
  if (before === undefined) return isOver ? 'end' : 'none';
  if (!isChessVariant(game)) return isOver ? 'end' : 'quiet';
  const { words } = before.state as ChessState;
  const move = legalMoves(before.state as ChessState).find((candidate) => moveName(candidate) === before.action);
  if (move === undefined) throw new Error(`${before.action} is not legal`);
  if (isEnPassant(words, 0, move)) return 'enPassant';
  const san = printSan(words, 0, move);
  if (san.includes('=')) return 'promotion';
  if (san.startsWith('O')) return 'castling';
  if (isOver) return 'end';
  if (inCheck((state as ChessState).words, 0)) return 'check';
  return san.includes('x') ? 'capture' : 'quiet';
}
