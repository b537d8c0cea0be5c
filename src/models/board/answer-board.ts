import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { commandName, headerCommand } from '../../core/mav/author/header-commands.ts';
import { type MavGameName, mavGameName } from '../../core/mav/game-names.ts';
import { readMavSection } from '../../core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT, type Trace } from '../../core/mav/syntax.ts';
import { toBucket } from '../../core/mav/values.ts';
import { type DraftLine, printTraceTarget } from '../../core/mav/write/example-draft.ts';
import { type MinimaxSearch, minimaxTrace, type NodeEvaluation, shapeFault } from '../../core/search/minimax-trace.ts';
import { type Completion, type DecodingSettings, fault, type ModelFault } from '../model.ts';
import { answerExample, type ExampleOptions } from './answer-example.ts';
import type { BoardConfig } from './board-config.ts';
import type { BoardState, StateForm } from './board-game.ts';
import type { Look } from './board-network.ts';
import { readList, readStep } from './board-reading.ts';

/** Limit of a tree's nodes: some seconds. */
const MOST_NODES = 400;

/** A position of the search: as the network reads its text, with that text and the step that led to it. */
interface Reached {
  readonly state: BoardState;
  readonly text: string;
  readonly before: { readonly text: string; readonly action: string } | undefined;
}

/**
 * Answers the prompt of an internal search: at each node the list is read off the network, after each action the state, which is read again
 * as text; the values of inner nodes are counted from those below them. What no position can have stands as notes at the end. The error
 * continues "cannot answer this prompt: ".
 */
async function answerTrace(
  { breadth, depth, steps }: Trace,
  options: Omit<ExampleOptions, 'name'> & { readonly name: MavGameName },
): Promise<Result<string, string>> {
  const { game, name, look, dialect, settings, random } = options;
  if (breadth?.value === undefined || depth?.value === undefined) return err('the search has no breadth or no depth');
  const fault = shapeFault(breadth.value, depth.value, MOST_NODES);
  if (fault !== undefined) return err(fault);
  const root = readRoot(steps);
  if (!root.ok) return root;
  const { form, text } = root.value;
  const state = game.read(text, form);
  if (!state.ok) return err(`%${form} cannot be read: ${state.error}`);
  const notes: string[] = state.value.unread.map((part) => `<root>: not read: ${part}`);
  const search: MinimaxSearch<Reached, string> = {
    breadth: breadth.value,
    depth: depth.value,
    dialect,
    sideOf: ({ state: current }) => game.sideOf(current),
    async evaluate(position, path) {
      const list = await readList(game, position.state, look);
      const lines: DraftLine[] = linesOf(position, form);
      if (list.kind === 'over') {
        notes.push(
          `${nodeName(path)}: no action looks legal; the result is read off the board with the other side to move`,
        );
        const over: DraftLine = { command: 'top', k: 'all', list: list.outcome };
        return ok(evaluation(name, [...lines, over], list.outcome, undefined, position));
      }
      const nameOf = (action: (typeof list.actions)[number]['action']): string =>
        game.nameOf(action, position.state, name, PUBLISHED_DIALECT);
      const sorted = [...list.actions].sort((a, b) => game.compare(a.action, b.action, position.state));
      const actions = sorted.map(({ action, value }) => ({ action: nameOf(action), bucket: toBucket(value, dialect) }));
      const [first] = list.actions;
      const best = first === undefined ? '' : nameOf(first.action);
      lines.push({ command: 'top', k: 'all', list: actions }, { command: 'best_action', action: best });
      return ok(evaluation(name, lines, actions, best, position));
    },
    async after(position, action) {
      const named = game.actionOf(action, position.state, PUBLISHED_DIALECT);
      if (named === undefined) throw new Error(`${action} is listed, but no action`);
      const step = await readStep(game, position.state, named, look, settings, random);
      const written = game.write(step.state, form);
      const read = game.read(written.text, form);
      for (const doubt of written.doubts) notes.push(`after ${action}: ${doubt}`);
      return {
        state: read.ok ? read.value : step.state,
        text: written.text,
        before: { text: position.text, action },
      };
    },
  };
  const draft = await minimaxTrace(search, { state: state.value, text, before: undefined });
  if (!draft.ok) return draft;
  return ok(printTraceTarget(draft.value, dialect) + notes.map((note) => `# ${note}\n`).join(''));
}

/** Returns the lines of a node up to its state. */
const linesOf = ({ text, before }: Reached, form: StateForm): DraftLine[] => [
  ...(before === undefined
    ? []
    : ([
        { command: `prev_${form}`, state: before.text },
        { command: 'prev_action', action: before.action },
      ] as const)),
  { command: form, state: text },
];

const evaluation = (
  game: MavGameName,
  lines: readonly DraftLine[],
  list: NodeEvaluation['list'],
  best: string | undefined,
  { before }: Reached,
): NodeEvaluation => ({ example: { game, lines, inputs: before === undefined ? 1 : 2 }, list, best });

const nodeName = (path: readonly string[]): string => `<${['root', ...path].join(' ')}>`;

/** Returns the form and the text of the root's state. */
function readRoot(steps: Trace['steps']): Result<{ readonly form: StateForm; readonly text: string }, string> {
  const [step] = steps;
  const example = step?.kind === 'evaluation' ? step.example : undefined;
  const [line, ...others] = example?.lines ?? [];
  const form = line?.command.name;
  if (example === undefined || line?.body.kind !== 'state' || (form !== 'state' && form !== 'FEN'))
    return err('the root of a search must have a state, %state or %FEN');
  const asked = example.header.commands.slice(1).map((command) => {
    const known = headerCommand(command);
    return known === undefined ? command.name : commandName(known);
  });
  if (steps.length > 1 || others.length > 0 || asked.join(' ') !== 'top_all best_action')
    return err('the root of a search must ask for %top_all %best_action, and have no answer yet');
  return ok({ form, text: line.body.state.text });
}

/** A MAV prompt for a board network. */
interface BoardQuestion {
  readonly prompt: string;
  readonly dialect: MavDialect;
  readonly settings: DecodingSettings;
}

const refused = (message: string): Result<Completion, ModelFault> =>
  fault('unsupported-task', `The board network ${message}.`);

/**
 * Answers a MAV prompt by a board network, in the text of MAV. What it cannot answer is a fault that says what it can. Without log
 * probabilities in the settings the answer has none; with them it has all alternatives, since they cost nothing.
 */
export async function answerBoard(
  { prompt, dialect, settings }: BoardQuestion,
  { games, game }: Pick<BoardConfig, 'games' | 'game'>,
  look: Look,
): Promise<Result<Completion, ModelFault>> {
  const { item } = readMavSection(prompt, 0);
  const [root] = item?.kind === 'trace' ? item.steps : [];
  const example = item?.kind === 'trace' ? (root?.kind === 'evaluation' ? root.example : undefined) : item;
  if (item === undefined || example === undefined)
    return refused('reads MAV alone: a header such as <mav game=chess> %state %top_5 %best_action </mav> and a state');
  const name = example.header.game?.text ?? '';
  const known = mavGameName(name);
  if (known === undefined || !games.includes(known))
    return refused(`knows ${games.join(' and ')}, not ${JSON.stringify(name.slice(0, 40))}`);
  const options = { game, name: known, look, dialect, settings, random: seeded(settings.seed ?? 0) };
  if (item.kind === 'trace') {
    const trace = await answerTrace(item, options);
    return trace.ok
      ? ok({ text: trace.value, finishReason: 'stop' })
      : refused(`cannot answer this prompt: ${trace.error}`);
  }
  const answer = await answerExample(item, options);
  if (!answer.ok) return refused(`cannot answer this prompt: ${answer.error}`);
  const { text, pieces } = answer.value;
  return ok({ text, finishReason: 'stop', ...(settings.topLogprobs !== undefined && { logprobs: pieces }) });
}
