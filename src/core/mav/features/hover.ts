import { SINK } from '../../base/automaton.ts';
import type { Range } from '../../base/text/range.ts';
import {
  type MavPosition,
  type MavState,
  normalizeAction,
  positionFromReading,
  successor,
} from '../check/example-model.ts';
import { refusalReason } from '../check/illegal-reason.ts';
import { type CheckedState, findCheckedStates, type JudgedExample } from '../check/judged-example.ts';
import { ALSO_PRINTED, LEGAL_PRINTED } from '../check/list-findings.ts';
import { fieldDifferences, isStateRight, nearestState } from '../check/state-comparison.ts';
import { type MavTraceNode, nodeName } from '../check/trace-model.ts';
import {
  type ActionValue,
  type MavDialect,
  type MavLine,
  type MavWord,
  type NodeRef,
  PUBLISHED_DIALECT,
  pathKey,
  type Trace,
} from '../syntax.ts';
import { type MavView, positionAtNode } from '../view.ts';
import { describeBucket, describeBucketBothSides, describeCommand, isFinalAt } from './inlays.ts';
import { actionName, type MavBoard, moverName, positionText, printedBoard, stateBoard } from './state-board.ts';

/** Content of a hover. Ranges count from the start of the section. */
export type MavHover =
  | { readonly kind: 'text'; readonly range: Range; readonly text: string }
  | {
      readonly kind: 'board';
      readonly range: Range;
      /** True for a written state, false for an action or a node that leads to one. */
      readonly isState: boolean;
      readonly title: string;
      readonly board: MavBoard;
      /** The state as its game prints it; as written if it is invalid. */
      readonly state: string;
      /** Side to move and further notes. */
      readonly notes: readonly string[];
    };

/**
 * Returns the hover at an offset of a section: the board of states, actions and nodes, the meaning of values and
 * commands.
 */
export function mavHover(view: MavView, offset: number, dialect: MavDialect = PUBLISHED_DIALECT): MavHover | undefined {
  const item = view.section.item;
  if (item === undefined) return undefined;
  const inside = has(offset);
  const judged = view.examples.find(({ example }) => inside(example.range));
  if (judged !== undefined) return inExample(judged, offset, dialect);
  return item.kind === 'trace' ? inTrace(item, view, offset, dialect) : undefined;
}

const has =
  (offset: number) =>
  ({ start, end }: Range): boolean =>
    start <= offset && offset < end;

function inExample(judged: JudgedExample, offset: number, dialect: MavDialect): MavHover | undefined {
  const { example, model } = judged;
  const inside = has(offset);
  const { commands, game } = example.header;
  if (game !== undefined && inside(game.range)) return { kind: 'text', range: game.range, text: gameText(judged) };
  const named = commands.findIndex(({ range }) => inside(range));
  const requested = commands[named];
  if (requested !== undefined)
    return {
      kind: 'text',
      range: requested.range,
      text: describeCommand(requested, isFinalAt(commands, named)),
    };
  const at = example.lines.findIndex(({ range }) => inside(range));
  const line = example.lines[at];
  if (line === undefined) return undefined;
  const { command, body } = line;
  if (inside(command.range)) {
    const before = example.lines.slice(0, at).map((earlier) => earlier.command);
    return { kind: 'text', range: command.range, text: describeCommand(command, isFinalAt(before, at)) };
  }
  const placed = [...model.previous, ...model.current, ...model.final].find((state) => state.line === line);
  if (placed !== undefined && inside(placed.word.range)) return stateHover(judged, placed);
  if (body.kind === 'move' && inside(body.move.range)) return moveHover(judged, line, body.move, dialect);
  if (body.kind === 'list') {
    const action = body.actions.find(({ range }) => inside(range));
    return action === undefined ? undefined : pairHover(judged, action, offset, dialect);
  }
  return undefined;
}

function gameText({ model: { game } }: JudgedExample): string {
  if (game === undefined) return 'unknown game';
  return game.isAssumed ? `${game.automaton.id}; its format is assumed because it is not published` : game.automaton.id;
}

/** Titles of states: `%FEN, the current position`. */
const SLOTS = { previous: 'the previous position', current: 'the current position', final: 'after the best action' };

function stateHover(judged: JudgedExample, placed: MavState): MavHover | undefined {
  const { model } = judged;
  const { game } = model;
  if (game === undefined) return undefined;
  const { word, reading, line } = placed;
  const slot = model.previous.includes(placed) ? 'previous' : model.current.includes(placed) ? 'current' : 'final';
  const checked = findCheckedStates(judged).find((state) => state.placed === placed);
  const truth = checked === undefined ? undefined : nearestState(placed, checked.truth);
  const board = printedBoard(game, reading.fields, truth);
  const own = positionFromReading(game, reading);
  const situation = own === undefined ? `not a position: ${reading.error}` : positionText(own);
  if (board === undefined) return { kind: 'text', range: word.range, text: situation };
  const verdict = checked === undefined ? '' : ` · ${verdictText(placed, checked, truth)}`;
  const title = `%${line.command.name}, ${SLOTS[slot]}${verdict}`;
  return { kind: 'board', range: word.range, isState: true, title, board, state: word.text, notes: [situation] };
}

/** Returns the errors of a state that follows from another one, or `right`. */
function verdictText(placed: MavState, { truth }: CheckedState, nearest: unknown): string {
  if (isStateRight(placed, truth)) return 'right';
  const found = fieldDifferences(truth.game, placed.reading.fields, truth.fieldsOf(nearest));
  return found.length === 0 ? 'not readable' : found.map(({ message }) => message).join('; ');
}

function moveHover(judged: JudgedExample, line: MavLine, move: MavWord, dialect: MavDialect): MavHover | undefined {
  const { model } = judged;
  if (model.game === undefined) return undefined;
  if (line.command.name === 'prev_action')
    return judged.before === undefined ? undefined : actionHover(judged.before, undefined, move, []);
  const list = model.list?.body;
  const action = model.nameOf(move.text);
  const own = list?.kind === 'list' ? list.actions.find((pair) => model.nameOf(pair.move.text) === action) : undefined;
  const position = judged.truth ?? judged.printed;
  const value = own?.bucket === undefined ? [] : [describeBucket(own.bucket, dialect, position && moverName(position))];
  return actionHover(position, judged.printed, move, value);
}

/** Returns the board of a move of a list, or the meaning of its value. */
function pairHover(
  { truth, printed }: Pick<JudgedExample, 'truth' | 'printed'>,
  { move, value, bucket }: ActionValue,
  offset: number,
  dialect: MavDialect,
): MavHover | undefined {
  const position = truth ?? printed;
  const mover = position && moverName(position);
  if (value !== undefined && has(offset)(value.range)) {
    const text =
      bucket === undefined ? `${value.text} is not a bucket` : describeBucketBothSides(bucket, dialect, mover);
    return { kind: 'text', range: value.range, text };
  }
  if (!has(offset)(move.range)) return undefined;
  return actionHover(position, printed, move, bucket === undefined ? [] : [describeBucket(bucket, dialect, mover)]);
}

/** Returns the board after an action; for an illegal one the reason, and if it is legal on the printed board. */
function actionHover(
  position: MavPosition | undefined,
  printed: MavPosition | undefined,
  { range, text }: MavWord,
  notes: readonly string[],
): MavHover | undefined {
  if (position === undefined) return undefined;
  const action = normalizeAction(position, text);
  const after = successor(position, action);
  if (after === undefined) {
    const isOther = printed !== undefined && printed !== position;
    const elsewhere = !isOther ? '' : printed.allows(normalizeAction(printed, text)) ? LEGAL_PRINTED : ALSO_PRINTED;
    const said = refusalReason(position, text) + elsewhere;
    return { kind: 'text', range, text: [said, ...notes].join(' · ') };
  }
  const name = actionName(position, action);
  return positionHover(range, name === text ? text : `${text} (${name})`, after, notes, { position, action });
}

function positionHover(
  range: Range,
  title: string,
  position: MavPosition,
  notes: readonly string[],
  from?: { readonly position: MavPosition; readonly action: string },
): MavHover {
  const { game } = position;
  const origin = from && [...from.position.states()].find((state) => game.automaton.step(state, from.action) !== SINK);
  const board = stateBoard(game, position.state, {
    before: origin,
    ...(from !== undefined && { action: from.action }),
  });
  const state = game.automaton.print(position.state);
  return { kind: 'board', range, isState: false, title, board, state, notes: [positionText(position), ...notes] };
}

function inTrace(trace: Trace, view: MavView, offset: number, dialect: MavDialect): MavHover | undefined {
  const inside = has(offset);
  for (const [name, meaning, parameter] of [
    ['breadth', 'maximum number of actions considered at a node', trace.breadth],
    ['depth', 'maximum depth of the search, in actions', trace.depth],
  ] as const)
    if (parameter !== undefined && inside(parameter.range))
      return { kind: 'text', range: parameter.range, text: `${name} ${parameter.value}: ${meaning}` };
  if (trace.playing !== undefined && inside(trace.playing.range))
    return actionHover(positionAtNode(view, []), undefined, trace.playing, ['the action that the search plays']);
  const step = trace.steps.find(({ range }) => inside(range));
  if (step === undefined) return undefined;
  const refs = [step.node, ...(step.kind === 'expansion' ? step.children : [])];
  const ref = refs.find((candidate) => candidate !== undefined && inside(candidate.range));
  if (ref !== undefined) return nodeHover(view, ref, dialect);
  if (step.kind !== 'decision' || step.node === undefined) return undefined;
  const position = positionAtNode(view, nodePath(view, step.node));
  const { selection } = step;
  const pairs = selection?.kind === 'action' ? [...step.actions, selection.action] : step.actions;
  const pair = pairs.find(({ range }) => inside(range));
  if (pair === undefined) return undefined;
  return pairHover({ truth: position, printed: undefined }, pair, offset, dialect);
}

const nodePath = ({ trace }: MavView, ref: NodeRef): readonly string[] => trace?.pathOf(ref) ?? [];

/** Returns the board of a node, with its decision. */
function nodeHover(view: MavView, ref: NodeRef, dialect: MavDialect): MavHover | undefined {
  const path = nodePath(view, ref);
  const node = view.trace?.nodes.get(pathKey(path));
  const name = nodeName({ ref });
  const position = positionAtNode(view, path);
  if (position === undefined) return { kind: 'text', range: ref.range, text: `${name}: position unknown` };
  const action = path.at(-1);
  const above = action === undefined ? undefined : positionAtNode(view, path.slice(0, -1));
  const from = action === undefined || above === undefined ? undefined : { position: above, action };
  return positionHover(ref.range, name, position, selectionText(node, dialect), from);
}

function selectionText(node: MavTraceNode | undefined, dialect: MavDialect): string[] {
  const selection = node?.decision?.selection;
  if (selection === undefined) return [];
  if (selection.kind === 'terminal') return [`the game is over: ${selection.result.text}`];
  const { move, bucket } = selection.action;
  return [`selects ${move.text}${bucket === undefined ? '' : `: ${describeBucket(bucket, dialect)}`}`];
}
