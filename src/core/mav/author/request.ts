import { SINK } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { fullestState, type MavState, makeExampleModel } from '../check/example-model.ts';
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { type Example, type MavDialect, PUBLISHED_DIALECT } from '../syntax.ts';
import type { DraftLine } from '../write/example-draft.ts';
import { commandName, countInputs, type HeaderCommand, headerCommand } from './header-commands.ts';
import { knownGame, type PromptPosition } from './prompt-position.ts';

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
