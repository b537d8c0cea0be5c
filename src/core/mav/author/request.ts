import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { SINK } from '../../base/automaton.ts';
import { seeded } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { fingerprint, partSeed } from '../../base/text/hash.ts';
import { fullestState, type MavState, makeExampleModel } from '../check/example-model.ts';
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { type Example, type MavDialect, PUBLISHED_DIALECT } from '../syntax.ts';
import { type DraftLine, printPrompt, printTracePrompt } from '../write/example-draft.ts';
import { commandName, countInputs, type HeaderCommand, headerCommand } from './header-commands.ts';
import { knownGame, type PromptPosition, positionId } from './prompt-position.ts';

/** Question to a model: inputs, and the commands to answer. Plain data. */
export interface MavRequest {
  readonly game: MavGameName;
  readonly inputs: readonly DraftLine[];
  readonly outputs: readonly HeaderCommand[];
  /** Position of lists and best action, by rule, as the game's automaton prints it. */
  readonly state: string;
}

/** Returns the request of an example, answered or not; the error is a sentence that says why it has no answer. */
export function requestFromExample(
  example: Example,
  dialect: MavDialect = PUBLISHED_DIALECT,
): Result<MavRequest, string> {
  const commands: HeaderCommand[] = [];
  for (const read of example.header.commands) {
    const command = headerCommand(read);
    if (command === undefined) return err(`%${read.name} has no answer`);
    commands.push(command);
  }
  const count = countInputs(commands, leadingStates(example));
  if (!count.ok) return count;
  const { previousAction } = makeExampleModel(example, dialect);
  const inputs: DraftLine[] = [];
  for (const [i, input] of commands.slice(0, count.value).entries()) {
    const line = example.lines[i];
    if (line === undefined || line.command.name !== commandName(input))
      return err(`the line of %${commandName(input)} is missing`);
    const { body } = line;
    const { command } = input;
    if (body.kind === 'state' && command !== 'top' && command !== 'prev_action' && command !== 'best_action')
      inputs.push({ command, state: body.state.text });
    else if (body.kind === 'move' && command === 'prev_action')
      inputs.push({ command, action: previousAction?.action ?? body.move.text });
    else return err(`%${line.command.name} is empty`);
  }
  const position = currentPosition(example, dialect);
  if (!position.ok) return position;
  const { game, state } = position.value;
  return ok({ game, inputs, outputs: commands.slice(count.value), state: knownGame(game).automaton.print(state) });
}

/** Returns the number of leading lines with the current position. */
function leadingStates({ lines }: Example): number {
  const first = lines.findIndex(({ command }) => command.name !== 'state' && command.name !== 'FEN');
  return first < 0 ? lines.length : first;
}

/**
 * Returns the position that the outputs of an example describe, by rule: the given one, or the one after the previous
 * action. The error is a sentence that says why it is unknown.
 */
export function currentPosition(
  example: Example,
  dialect: MavDialect = PUBLISHED_DIALECT,
): Result<PromptPosition, string> {
  const { game: rules, previous, previousAction, current } = makeExampleModel(example, dialect);
  const game = MAV_GAMES.find((id) => id === rules?.automaton.id);
  if (rules === undefined || game === undefined) return err('unknown game');
  const isTracked = previous.length > 0 || previousAction !== undefined;
  const given = givenState(isTracked ? previous : current, game);
  if (!given.ok) return given;
  if (!isTracked) return ok({ game, state: given.value });
  if (previousAction === undefined) return err('%prev_action is missing');
  const { action, word } = previousAction;
  const state = rules.automaton.step(given.value, action);
  return state === SINK
    ? err(`${word.text} is not legal in the previous state`)
    : ok({ game, state, before: { state: given.value, action } });
}

/**
 * Returns the given state. An answer needs exactly one position, so all digits of a native chess state are read,
 * although their meaning is assumed, if they give a position.
 */
function givenState(placed: readonly MavState[], game: MavGameName): Result<unknown, string> {
  const { word, reading, form } = fullestState(placed) ?? placed[0] ?? {};
  if (word === undefined || reading === undefined || form === undefined) return err('no state is given');
  if (reading.state === undefined) return err(`the given state is invalid: ${reading.error ?? 'it cannot be read'}`);
  const strict = mavGame(game, { ...PUBLISHED_DIALECT, strictMeta: true })?.read(word.text, form);
  return ok(strict?.state ?? reading.state);
}

/**
 * Makes the request of commands for a position; the error is a sentence that says why they cannot be requested there.
 */
export function makeRequest(position: PromptPosition, commands: readonly HeaderCommand[]): Result<MavRequest, string> {
  const { before, state } = position;
  const game = knownGame(position.game);
  if (!game.hasFen && commands.some(({ command }) => command.endsWith('FEN')))
    return err(`${position.game} has no FEN`);
  const count = countInputs(commands);
  if (!count.ok) return count;
  const inputs: DraftLine[] = [];
  for (const { command } of commands.slice(0, count.value)) {
    const of = command.startsWith('prev_') ? before?.state : state;
    if (of === undefined || (before === undefined && command === 'prev_action'))
      return err('the move that led to this position is unknown');
    if (command === 'prev_action') inputs.push({ command, action: before?.action ?? '' });
    else if (command !== 'top' && command !== 'best_action')
      inputs.push({ command, state: game.write(of, command.endsWith('FEN') ? 'FEN' : 'native') });
  }
  return ok({ game: position.game, inputs, outputs: commands.slice(count.value), state: game.automaton.print(state) });
}

/** Prints a request: header and inputs. Ends with a line break. */
export function printRequest({ game, inputs, outputs }: MavRequest, dialect: MavDialect): string {
  // Only the names of outputs are printed.
  const requested = outputs.map((output): DraftLine => {
    if (output.command === 'top') return { ...output, list: [] };
    const { command } = output;
    return command === 'prev_action' || command === 'best_action' ? { command, action: '' } : { command, state: '' };
  });
  return printPrompt({ game, lines: [...inputs, ...requested], inputs: inputs.length }, dialect);
}

/** Mix of internal-search traces and plain examples (Schultz et al., section 4). */
export interface TraceMix {
  /** Share of the examples, 0 to 1. */
  readonly share: number;
  readonly breadths: readonly number[];
  readonly depths: readonly number[];
}

/** The trace that answers an example. */
export interface ExampleTrace {
  readonly breadth: number;
  readonly depth: number;
  readonly form: 'state' | 'FEN';
  /** State of the root, as the game's automaton prints it. */
  readonly state: string;
}

/**
 * Returns the equally likely shapes of a mix: all of its breadths and depths except breadth 5 with depth 3 or more, as
 * in the paper.
 */
export const traceShapes = ({ breadths, depths }: Pick<TraceMix, 'breadths' | 'depths'>) =>
  breadths.flatMap((breadth) =>
    depths.flatMap((depth) => (breadth >= 5 && depth >= 3 ? [] : [{ breadth, depth } as const])),
  );

/** Returns true if a native state cannot express a castling right: that with an inner rook. */
export const isOpenInNative = ({ game, state }: Pick<PromptPosition, 'game' | 'state'>): boolean =>
  game === 'chess960' && / [wb] \S*[A-Ha-h]/.test(knownGame(game).automaton.print(state));

/** Makes the prompt of a trace at a position if the seed selects one; undefined if the game is over there. */
export function traceExample(
  { game, state }: PromptPosition,
  seed: number,
  { traces, forms, dialect }: { traces?: TraceMix | undefined; forms: 'mixed' | 'native'; dialect: MavDialect },
) {
  if (traces === undefined) return undefined;
  const random = seeded(partSeed(seed, 'trace'));
  if (uniformFloat64(random) >= traces.share) return undefined;
  const { automaton, hasFen } = knownGame(game);
  if (automaton.outcome(state) !== undefined) return undefined;
  const shapes = traceShapes(traces);
  const shape = shapes[uniformInt(random, 0, shapes.length - 1)];
  const isOpen = isOpenInNative({ game, state });
  if (shape === undefined || (isOpen && forms === 'native')) return undefined;
  const isFen = hasFen && forms === 'mixed' && (isOpen || uniformInt(random, 0, 1) === 0);
  const form = isFen ? 'FEN' : 'state';
  const request = makeRequest({ game, state }, [
    { command: form },
    { command: 'top', k: 'all' },
    { command: 'best_action' },
  ]);
  if (!request.ok) return undefined;
  const { breadth, depth } = shape;
  const trace: ExampleTrace = { breadth, depth, form, state: automaton.print(state) };
  return {
    id: fingerprint(`${game} trace ${breadth} ${depth} ${form} ${automaton.key(state)}`),
    positions: [positionId(game, state)] as [string, string?],
    played: undefined,
    listed: undefined,
    prompt: printTracePrompt(shape, printRequest(request.value, dialect)),
    seed,
    target: undefined,
    trace,
  };
}
