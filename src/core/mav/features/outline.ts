import type { Range } from '../../base/text/range.ts';
import { analysisUrl, type PositionLink } from '../../notation/pgn/outline/analysis-links.ts';
import { type MavPosition, normalizeAction } from '../check/example-model.ts';
import { type MavTraceNode, nodeName, parentNode } from '../check/trace-model.ts';
import type { ActionValue, Example, MavWord } from '../syntax.ts';
import { type MavView, positionAtNode } from '../view.ts';

/** An entry of an outline. `range` contains `nameRange` and the ranges of `children`. */
export interface MavSymbol {
  readonly kind: 'example' | 'trace' | 'node';
  readonly name: string;
  readonly detail: string;
  /** Counts from the start of the section. */
  readonly range: Range;
  readonly nameRange: Range;
  readonly children: readonly MavSymbol[];
}

/** Depth limit of listed nodes; published searches have a depth of at most three. */
const DEEPEST = 8;

/**
 * Returns a section as an entry of an outline: an example, or a trace with the tree of its nodes; undefined for one
 * with neither.
 *
 * @param number 1-based
 * @param parts true to list the nodes of a trace
 */
export function mavSymbol({ section: { item }, trace }: MavView, number: number, parts = true): MavSymbol | undefined {
  if (item === undefined) return undefined;
  if (item.kind === 'example') {
    const { range, header } = item;
    return {
      kind: 'example',
      name: `Example ${number}`,
      detail: exampleDetail(item),
      range,
      nameRange: header.range,
      children: [],
    };
  }
  const { range, head, breadth, depth, playing } = item;
  const detail = [
    ...(breadth?.value === undefined ? [] : [`breadth ${breadth.value}`]),
    ...(depth?.value === undefined ? [] : [`depth ${depth.value}`]),
    ...(playing === undefined ? [] : [`plays ${playing.text}`]),
  ].join(', ');
  const nodes = (parts ? trace?.nodes : undefined) ?? new Map<string, MavTraceNode>();
  // Nodes without a parent are listed directly below the trace.
  const tops = [...nodes.values()].filter((node) => parentNode({ nodes }, node) === undefined);
  const children = tops.flatMap((node) => nodeSymbol(node, 0));
  return { kind: 'trace', name: `Trace ${number}`, detail, range, nameRange: head, children };
}

function exampleDetail({ header, lines }: Example): string {
  const best = lines.find(({ command }) => command.name === 'best_action')?.body;
  return [
    ...(header.game === undefined ? [] : [header.game.text]),
    ...(best?.kind === 'move' ? [`best action ${best.move.text}`] : lines.length === 0 ? ['no lines'] : []),
  ].join(', ');
}

/** Returns a node with its descendants; none if it has no steps. */
function nodeSymbol(node: MavTraceNode, depth: number): MavSymbol[] {
  if (depth > DEEPEST) return [];
  const children = node.children.flatMap((child) => nodeSymbol(child, depth + 1));
  const steps = [node.evaluation, node.expansion, node.decision].flatMap((step) =>
    step === undefined ? [] : [step.range],
  );
  const all = [...steps, ...children.map(({ range }) => range)];
  if (all.length === 0) return [];
  const range = { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
  const { ref } = node;
  const isInside = range.start <= ref.range.start && ref.range.end <= range.end;
  const selection = node.decision?.selection;
  const detail =
    selection === undefined
      ? ''
      : selection.kind === 'terminal'
        ? selection.result.text
        : `selects ${selection.action.move.text}${selection.action.value === undefined ? '' : ` ${selection.action.value.text}`}`;
  return [
    {
      kind: 'node',
      name: nodeName(node),
      detail,
      range,
      nameRange: isInside ? ref.range : { start: range.start, end: range.start },
      children,
    },
  ];
}

/**
 * Returns the foldable ranges: the section itself, and in a trace its nodes with their descendants, and its examples.
 *
 * @param parts true to fold the inside of traces
 */
export function mavFolds(view: MavView, parts = true): Range[] {
  const symbol = mavSymbol(view, 0, parts);
  if (symbol === undefined) return [];
  const folds: Range[] = [];
  const open = [symbol];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    folds.push(next.range);
    open.push(...next.children);
  }
  const { item } = view.section;
  if (parts && item?.kind === 'trace')
    for (const step of item.steps)
      if (step.kind === 'evaluation' && step.example !== undefined) folds.push(step.example.range);
  return folds.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns the printed chess states of a section, each with the address of its board, in text order. */
export function mavLinks({ examples }: MavView): PositionLink[] {
  const links: PositionLink[] = [];
  for (const { model } of examples) {
    const { game } = model;
    if (game?.hasFen !== true) continue;
    const variant = game.automaton.id === 'chess960' ? 'chess960' : 'chess';
    for (const { word, reading } of [...model.previous, ...model.current, ...model.final])
      if (reading.state !== undefined)
        links.push({ range: word.range, url: analysisUrl(game.write(reading.state, 'FEN'), variant) });
  }
  return links.sort((a, b) => a.range.start - b.range.start);
}

/** Legality of an action at its place in a section; `unchecked` if the position is unknown. */
export interface ActionSpan {
  readonly range: Range;
  readonly kind: 'legal' | 'illegal' | 'unchecked';
}

/**
 * Returns the actions of a section in text order: in lists, as previous and best one, and in the decisions of a trace.
 */
export function actionSpans(view: MavView): ActionSpan[] {
  const spans: ActionSpan[] = [];
  const judge = (position: MavPosition | undefined): ((move: MavWord) => void) => {
    return ({ range, text }) => {
      const kind =
        position === undefined ? 'unchecked' : position.allows(normalizeAction(position, text)) ? 'legal' : 'illegal';
      spans.push({ range, kind });
    };
  };
  for (const { example, before, truth, printed } of view.examples) {
    const atCurrent = judge(truth ?? printed);
    for (const { body, command } of example.lines) {
      if (body.kind === 'list') for (const { move } of body.actions) atCurrent(move);
      else if (body.kind === 'move') (command.name === 'prev_action' ? judge(before) : atCurrent)(body.move);
    }
  }
  const { item } = view.section;
  if (item?.kind === 'trace') {
    for (const step of item.steps) {
      if (step.kind !== 'decision') continue;
      const { node, actions, selection } = step;
      const path = node === undefined ? undefined : view.trace?.pathOf(node);
      const atNode = judge(path === undefined ? undefined : positionAtNode(view, path));
      const pairs: readonly ActionValue[] = selection?.kind === 'action' ? [...actions, selection.action] : actions;
      for (const { move } of pairs) atNode(move);
    }
    if (item.playing !== undefined) judge(positionAtNode(view, []))(item.playing);
  }
  return spans.sort((a, b) => a.range.start - b.range.start);
}
