import { SINK } from '../../automaton.ts';
import { err, ok, type Result } from '../../result.ts';
import { type ExampleModel, fullest, modelOf, type PlacedState } from '../check/example-model.ts';
import { MAV_GAMES, type MavGame, type MavGameName, mavGame } from '../games.ts';
import type { Example } from '../syntax.ts';
import type { MavDialect } from '../values.ts';
import { type DraftLine, printPrompt } from '../write/draft.ts';
import { commandName, type HeaderCommand, headerCommand, inputCount } from './commands.ts';
import { withNativeMeta } from './native-meta.ts';

/** What a model is asked: inputs, and the commands that it answers. Plain data. */
export interface MavRequest {
  readonly game: MavGameName;
  readonly inputs: readonly DraftLine[];
  readonly outputs: readonly HeaderCommand[];
  /** The position that lists and best action speak of, by rule, as the game's automaton prints it. */
  readonly state: string;
}

/** A game that is known by its name. */
export function knownGame(name: MavGameName): MavGame<unknown> {
  const game = mavGame(name);
  if (game === undefined) throw new Error(`no game is called ${name}`);
  return game;
}

/** What an example asks, whether it is answered already or not; or a sentence that says why it asks nothing that has an answer. */
export function requestOf(example: Example): Result<MavRequest, string> {
  const model = modelOf(example);
  const { game } = model;
  const name = MAV_GAMES.find((id) => id === game?.automaton.id);
  if (game === undefined || name === undefined) return err('the game is not known');
  const commands: HeaderCommand[] = [];
  for (const read of example.header.commands) {
    const command = headerCommand(read);
    if (command === undefined) return err(`%${read.name} has no answer`);
    commands.push(command);
  }
  const count = inputCount(commands, leadingStates(example));
  if (!count.ok) return count;
  const inputs: DraftLine[] = [];
  for (let i = 0; i < count.value; i++) {
    const line = example.lines[i] as Example['lines'][number] | undefined;
    const command = commands[i];
    if (line === undefined || line.command.name !== commandName(command))
      return err(`the line of %${commandName(command)} is missing`);
    const { body } = line;
    if (body.kind === 'state') inputs.push({ command: command.command as 'state', state: body.state.text });
    else if (body.kind === 'move') inputs.push({ command: command.command as 'prev_action', action: body.move.text });
    else return err(`%${line.command.name} says nothing`);
  }
  const state = currentState(model, game);
  if (!state.ok) return state;
  return ok({ game: name, inputs, outputs: commands.slice(count.value), state: game.automaton.print(state.value) });
}

/** Lines at the start that give the current position. */
function leadingStates({ lines }: Example): number {
  const first = lines.findIndex(({ command }) => command.name !== 'state' && command.name !== 'FEN');
  return first < 0 ? lines.length : first;
}

/** The position before the outputs: the one that is given, or the one after the previous action. */
function currentState(
  { previous, previousAction, current }: ExampleModel,
  game: MavGame<unknown>,
): Result<unknown, string> {
  const isTracked = previous.length > 0 || previousAction !== undefined;
  const given = stateOf(isTracked ? previous : current, game);
  if (!given.ok || !isTracked) return given;
  if (previousAction === undefined) return err('%prev_action is missing');
  const next = game.automaton.step(given.value, previousAction.action);
  return next === SINK ? err(`${previousAction.word.text} is not legal in the previous state`) : ok(next);
}

function stateOf(placed: readonly PlacedState[], game: MavGame<unknown>): Result<unknown, string> {
  const { word, reading } = fullest(placed) ?? placed[0] ?? {};
  if (word === undefined || reading === undefined) return err('no state is given');
  if (reading.state === undefined) return err(`the given state is none: ${reading.error ?? 'it cannot be read'}`);
  return ok(withNativeMeta(game, word.text, reading.state));
}

/** A position, and what was played before it where that is known. */
export interface PromptPosition {
  readonly game: MavGameName;
  /** A state of the game's automaton. */
  readonly state: unknown;
  readonly before?: { readonly state: unknown; readonly action: string };
}

/** The request of commands for a position, or a sentence that says why they cannot be asked there. */
export function makeRequest(position: PromptPosition, commands: readonly HeaderCommand[]): Result<MavRequest, string> {
  const { before, state } = position;
  const game = knownGame(position.game);
  if (!game.hasFen && commands.some(({ command }) => command.endsWith('FEN')))
    return err(`${position.game} has no FEN`);
  const count = inputCount(commands);
  if (!count.ok) return count;
  const inputs: DraftLine[] = [];
  for (const { command } of commands.slice(0, count.value)) {
    const of = command.startsWith('prev_') ? before?.state : state;
    if (of === undefined || (before === undefined && command === 'prev_action'))
      return err('what was played before this position is not known');
    if (command === 'prev_action') inputs.push({ command, action: before?.action ?? '' });
    else if (command !== 'top' && command !== 'best_action')
      inputs.push({ command, state: game.write(of, command.endsWith('FEN') ? 'FEN' : 'native') });
  }
  return ok({ game: position.game, inputs, outputs: commands.slice(count.value), state: game.automaton.print(state) });
}

/** The text of a request: header and inputs. Ends with a line break. */
export function printRequest({ game, inputs, outputs }: MavRequest, dialect: MavDialect): string {
  // Only the names of outputs are printed.
  const asked = outputs.map((output): DraftLine => {
    if (output.command === 'top') return { ...output, list: [] };
    const { command } = output;
    return command === 'prev_action' || command === 'best_action' ? { command, action: '' } : { command, state: '' };
  });
  return printPrompt({ game, lines: [...inputs, ...asked], inputs: inputs.length }, dialect);
}
