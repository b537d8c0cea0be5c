import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { MAV_GAMES } from '../games.ts';
import type { Command, Line } from '../syntax.ts';
import type { ExampleModel } from './example-model.ts';

const isInput = ({ name }: Command): boolean => name.startsWith('prev_');

/** Checks 1 to 5 and 14: the header by itself, and the lines against it. */
export function checkHeader({ example, game }: ExampleModel, faults: Faults): void {
  const { header, lines } = example;
  const { commands } = header;
  if (game === undefined) {
    const range = header.game?.range ?? header.range;
    const what =
      header.game === undefined ? 'the header names no game' : `${header.game.text} is no game that is known`;
    faults.push(diagnostic('MAV_UNKNOWN_GAME', range, `${what}: game= is one of ${MAV_GAMES.join(', ')}`));
  } else if (!game.hasFen) {
    for (const { name, range } of commands)
      if (name.endsWith('FEN'))
        faults.push(
          diagnostic('MAV_FEN_GAME', range, `%${name} is for chess and chess960; ${game.automaton.id} has no FEN`),
        );
  }
  for (const { k, range } of commands)
    if (k === 0) faults.push(diagnostic('MAV_TOP_ZERO', range, '%top_0 asks for no actions'));
  checkOrder(commands, lines, faults);
  checkInputs(commands, faults);
  const best = commands.findIndex(({ name }) => name === 'best_action');
  if (best >= 0 && !commands.slice(0, best).some(({ kind }) => kind === 'top'))
    faults.push(
      diagnostic(
        'MAV_BEST_WITHOUT_LIST',
        commands[best].range,
        '%best_action follows a %top_k; there is none before it',
      ),
    );
  for (const line of lines)
    if (line.body.kind === 'none') faults.push(diagnostic('MAV_NO_ARGUMENT', line.range, noArgument(line)));
}

const noArgument = ({ command }: Line): string => {
  const what = command.kind === 'top' ? 'actions' : command.kind === 'action' ? 'move' : 'state';
  return `%${command.name} without ${what === 'actions' ? 'any' : 'a'} ${what}`;
};

/** The lines are the commands of the header in their order; outputs may be missing at the end. */
function checkOrder(commands: readonly Command[], lines: readonly Line[], faults: Faults): void {
  const wanted = commands.filter(({ kind }) => kind !== 'unknown');
  const wrong = lines.findIndex(({ command }, i) => command.name !== wanted[i]?.name);
  if (wrong >= 0) {
    const { name, range } = lines[wrong].command;
    const expected = wanted[wrong];
    const message =
      expected === undefined
        ? `%${name} is not in the header, which names ${wanted.length} commands`
        : `%${name} stands where the header has %${expected.name}`;
    const related = expected === undefined ? undefined : [{ range: expected.range, message: 'the header' }];
    faults.push(diagnostic('MAV_COMMAND_ORDER', range, message, related === undefined ? {} : { related }));
    return;
  }
  if (lines.length >= wanted.length) return;
  const missing = wanted.slice(lines.length).map(({ name }) => `%${name}`);
  const range = { start: wanted[lines.length].range.start, end: wanted[wanted.length - 1].range.end };
  faults.push(
    diagnostic('MAV_MISSING_OUTPUT', range, `no line for ${missing.join(', ')}: a prompt, or an output cut off`),
  );
}

/** An example starts from a position, or from a previous one and the action that was played there. */
function checkInputs(commands: readonly Command[], faults: Faults): void {
  const known = commands.filter(({ kind }) => kind !== 'unknown');
  if (known.length === 0) return;
  const hasState = known.some(({ name }) => name === 'prev_state' || name === 'prev_FEN');
  const hasAction = known.some(({ name }) => name === 'prev_action');
  const [first] = known;
  const range = { start: first.range.start, end: known[known.length - 1].range.end };
  const problem =
    hasState !== hasAction
      ? `%prev_state or %prev_FEN and %prev_action go together; ${hasState ? '%prev_action' : 'the previous state'} is missing`
      : !hasState && (first.kind !== 'position' || isInput(first))
        ? 'the first command gives no state: %state or %FEN, or a previous state with its action'
        : undefined;
  if (problem !== undefined) faults.push(diagnostic('MAV_NO_INPUT', range, problem));
}
