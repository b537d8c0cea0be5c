import { type Diagnostic, diagnostic, type Fix } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { mavGame } from '../games.ts';
import { type Faults, fixWith, nearName, replacementFix } from '../quick-fixes.ts';
import type { Command, MavDialect, MavLine } from '../syntax.ts';
import { checkList } from './check-list.ts';
import { checkDigits, checkFinal, checkStates } from './check-states.ts';
import { commandSlots, type ExampleModel } from './example-model.ts';
import type { JudgedExample } from './judged-example.ts';

/** Returns the diagnostics of an example, unsorted. */
export function checkExample(judged: JudgedExample, dialect: MavDialect): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const other = otherGameFinding(judged.model, dialect);
  if (other !== undefined) return [other];
  checkHeader(judged.model, faults);
  const consequences = checkStates(judged, faults);
  checkList(judged, consequences, dialect, faults);
  checkFinal(judged, faults);
  faults.push(...checkDigits(judged, dialect, faults));
  return withoutOrder(withoutEnd(faults, judged.model), judged.model);
}

/**
 * Drops the findings that follow from a list where the game is over: nothing is left to choose, and nothing comes after
 * it.
 */
function withoutEnd(faults: Diagnostic[], { list }: ExampleModel): Diagnostic[] {
  if (list === undefined || !faults.some(({ code }) => code === 'MAV_TERMINAL')) return faults;
  return faults.filter(({ code, range }) => code !== 'MAV_MISSING_OUTPUT' && range.start < list.range.end);
}

/** Codes about the length of a list. */
const LENGTHS: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS']);

/** Drops the findings that follow from a line that differs from the header, or from an extra line. */
function withoutOrder(faults: Diagnostic[], { example }: ExampleModel): Diagnostic[] {
  const order = faults.find(({ code }) => code === 'MAV_COMMAND_ORDER');
  const line = order && example.lines.find(({ command }) => command.range.start === order.range.start);
  if (order === undefined || line === undefined) return faults;
  const isExtra = order.related === undefined && line.command.kind === 'position';
  const kept = faults.filter(
    (fault) =>
      fault === order ||
      fault.range.start < line.range.start ||
      fault.range.end > line.range.end ||
      !(isExtra || LENGTHS.has(fault.code)),
  );
  if (isExtra || kept.length === faults.length) return kept;
  // A header that names the line as it is would require another length of the list.
  const { fixes: _, ...bare } = order;
  return kept.map((fault) => (fault === order ? bare : fault));
}

/**
 * Returns the finding that a header names a game of which no state can be read, while all can be read in another game.
 * It replaces all other findings, which would apply the rules of the wrong game.
 */
function otherGameFinding(
  { example, game, named, previous, current, final }: ExampleModel,
  dialect: MavDialect,
): Diagnostic | undefined {
  const states = [...previous, ...current, ...final];
  const word = example.header.game;
  if (game === undefined || game !== named || word === undefined || states.length === 0) return undefined;
  if (states.some(({ reading }) => reading.error === undefined)) return undefined;
  const fits = (name: MavGameName): boolean => {
    const other = mavGame(name, dialect);
    return (
      other !== undefined &&
      states.every(
        ({ word, form }) => (form === 'native' || other.hasFen) && other.read(word.text, form).error === undefined,
      )
    );
  };
  const meant = MAV_GAMES.find(fits);
  if (meant === undefined) return undefined;
  const what = states.length === 1 ? 'the state is one' : 'the states are';
  return diagnostic(
    'MAV_BAD_STATE',
    word.range,
    `${what} of ${meant}, not of ${game.automaton.id}`,
    replacementFix(meant, word.range),
  );
}

const isInput = ({ name }: Command): boolean => name.startsWith('prev_');

/** Checks 1 to 5 and 14: the header by itself, and the lines against it. */
function checkHeader(model: ExampleModel, faults: Faults): void {
  const { example, named: game } = model;
  const { header, lines } = example;
  const { commands } = header;
  if (game === undefined) {
    const range = header.game?.range ?? header.range;
    const what = header.game === undefined ? 'the header names no game' : `${header.game.text} is not a known game`;
    const fix = header.game === undefined ? {} : nearName(header.game.text, MAV_GAMES, header.game.range);
    faults.push(diagnostic('MAV_UNKNOWN_GAME', range, `${what}: game= must be one of ${MAV_GAMES.join(', ')}`, fix));
  } else if (!game.hasFen) {
    for (const { name, range } of commands)
      if (name.endsWith('FEN'))
        faults.push(
          diagnostic('MAV_FEN_GAME', range, `%${name} is for chess and chess960; ${game.automaton.id} has no FEN`),
        );
  }
  for (const { k, range } of commands)
    if (k === 0) faults.push(diagnostic('MAV_TOP_ZERO', range, '%top_0 requests no actions'));
  const isOrdered = checkOrder(model, game?.hasFen !== false, faults);
  // Unknown commands, and commands of lines only, are reported already.
  const meant = isOrdered ? commands : lines.map(({ command }) => command);
  const isKnown = commands.every(({ kind }) => kind !== 'unknown');
  if (isKnown && (isOrdered || inputProblem(meant) !== undefined)) checkInputs(commands, faults);
  const best = commands.find(({ name }) => name === 'best_action');
  if (best !== undefined && isKnown && !hasList(commands) && (isOrdered || !hasList(meant)))
    faults.push(diagnostic('MAV_BEST_WITHOUT_LIST', best.range, '%best_action requires a %top_k before it'));
  for (const line of lines)
    if (line.body.kind === 'none' && line.command.k !== 0)
      faults.push(diagnostic('MAV_NO_ARGUMENT', line.range, noArgument(line)));
}

/** Returns true if a list comes before the best action. */
function hasList(commands: readonly Command[]): boolean {
  const best = commands.findIndex(({ name }) => name === 'best_action');
  return commands.slice(0, Math.max(0, best)).some(({ kind }) => kind === 'top');
}

const noArgument = ({ command }: MavLine): string => {
  const what = command.kind === 'top' ? 'actions' : command.kind === 'action' ? 'move' : 'state';
  return `%${command.name} without ${what === 'actions' ? 'any' : 'a'} ${what}`;
};

/**
 * Checks that the lines have the commands of the header in their order; outputs may be missing at the end. Returns true
 * if they do.
 */
function checkOrder({ example, list }: ExampleModel, hasFen: boolean, faults: Faults): boolean {
  const { header, lines } = example;
  const { commands } = header;
  const wanted = commands.filter(({ kind }) => kind !== 'unknown');
  const isWhole = wanted.length === commands.length;
  // An unknown command is reported already: a line may stand for it, and it for any command.
  const places = commandSlots(example);
  const isWrong = ({ command }: MavLine, i: number): boolean =>
    command.kind !== 'unknown' && places[i]?.kind !== 'unknown' && command.name !== places[i]?.name;
  const own = lines.filter(({ command }) => command.kind !== 'unknown');
  const other = lines.find(isWrong);
  if (other !== undefined && !isWhole && own.every(({ command }, i) => command.name === wanted[i]?.name)) return true;
  if (other !== undefined) {
    const { name, range } = other.command;
    const expected = places[lines.indexOf(other)];
    const message =
      expected === undefined
        ? `%${name} is not in the header, which names ${wanted.length} commands`
        : `%${name} appears where the header has %${expected.name}`;
    const related = expected === undefined ? undefined : [{ range: expected.range, message: 'the header' }];
    const fix = headerFix(wanted, lines, hasFen);
    faults.push(diagnostic('MAV_COMMAND_ORDER', range, message, { ...(related !== undefined && { related }), ...fix }));
    return false;
  }
  // Nothing is left to choose once the game is over.
  const left = list?.body.kind === 'terminal' ? [] : wanted.slice(lines.length);
  const [first, last] = [left.at(0), left.at(-1)];
  if (first === undefined || last === undefined) return true;
  const missing = left.map(({ name }) => `%${name}`);
  const range = { start: first.range.start, end: last.range.end };
  faults.push(diagnostic('MAV_MISSING_OUTPUT', range, `no line for ${missing.join(', ')}: the output was cut off`));
  return true;
}

/** Returns the fix that makes the header name the lines as they are, if that gives a valid header. */
function headerFix(
  wanted: readonly Command[],
  lines: readonly MavLine[],
  hasFen: boolean,
): { readonly fixes?: readonly Fix[] } {
  const commands = lines.map(({ command }) => command);
  const isSound =
    wanted.length > 0 &&
    commands.length >= wanted.length &&
    commands.every(({ kind, name, k }) => kind !== 'unknown' && k !== 0 && (hasFen || !name.endsWith('FEN'))) &&
    inputProblem(commands) === undefined;
  if (!isSound) return {};
  // One to one, so that the text between the commands stays; further names are added to the last.
  const edits = wanted.flatMap(({ name, range }, i) => {
    const names = commands.slice(i, i < wanted.length - 1 ? i + 1 : undefined).map((command) => `%${command.name}`);
    return names.length === 1 && commands[i]?.name === name ? [] : [{ range, newText: names.join(' ') }];
  });
  return fixWith('List the commands in the order of the lines', edits);
}

/** Checks that an example starts from a position, or from a previous one and the action that was played there. */
function checkInputs(commands: readonly Command[], faults: Faults): void {
  const known = commands.filter(({ kind }) => kind !== 'unknown');
  const problem = inputProblem(known);
  const [first, last] = [known.at(0), known.at(-1)];
  if (problem === undefined || first === undefined || last === undefined) return;
  const range = { start: first.range.start, end: last.range.end };
  faults.push(diagnostic('MAV_NO_INPUT', range, problem));
}

/** Returns the reason why commands give no start position; undefined if they do, and without any. */
function inputProblem(known: readonly Command[]): string | undefined {
  const [first] = known;
  if (first === undefined) return undefined;
  const hasState = known.some(({ name }) => name === 'prev_state' || name === 'prev_FEN');
  const hasAction = known.some(({ name }) => name === 'prev_action');
  return hasState !== hasAction
    ? `%prev_action must accompany %prev_state or %prev_FEN; ${hasState ? '%prev_action' : 'the previous state'} is missing`
    : !hasState && (first.kind !== 'position' || isInput(first))
      ? 'the first command gives no state: %state or %FEN, or a previous state with its action'
      : undefined;
}
