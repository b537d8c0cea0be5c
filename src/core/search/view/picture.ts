import type { Outcome } from '../../base/automaton.ts';
import { formatWholeNumber } from '../../base/text/counts.ts';
import { t } from '../../base/text/l10n.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { visitsBelow } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import type { NodeMarks, TreeStatus } from '../tree-status.ts';
import {
  backupWord,
  countVisits,
  ownValueAtRoot,
  seenChildren,
  sideWord,
  type ValueView,
  valueAtRoot,
} from './node-values.ts';
import { formatCosts, formatStatus } from './status-look.ts';
import type { ValueBand } from './value-band.ts';

/** Appearance of a node, independent of its position. */
export interface NodeLook {
  /** Action that leads to it; for a box of several nodes their number. */
  readonly name: string;
  /** Undefined for a hallucination. */
  readonly visits: number | undefined;
  /** Value for the side to move at the root, 0 to 1. */
  readonly value: number | undefined;
  /** For a group: true if one of its nodes is a hallucination. */
  readonly isHallucination: boolean;
  /** True for a box of several small siblings. */
  readonly isGroup: boolean;
  /** True if the state is known to differ from the true one. */
  readonly differs: boolean;
  /** True if its game is over. */
  readonly isTerminal: boolean;
  readonly outcome: Outcome | undefined;
  readonly isPrincipal: boolean;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  /** Virtual count of its edge: that of pending descents. */
  readonly waiting: number;
  /** Status in a trace; undefined for a node with values. */
  readonly status: TreeStatus | undefined;
  /** Costs that a trace states; '' for none. */
  readonly costs: string;
}

/** Box of a drawn tree, in pixels. */
export interface PictureBox extends NodeLook {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** SVG of its board; without it the box has text alone. */
  readonly board?: string;
}

/** Line from the right of a box to the left of one below it. */
export interface PictureLink {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly width: number;
  readonly isPrincipal: boolean;
  readonly isDim: boolean;
  /** Label; '' for none. */
  readonly name: string;
}

/** Drawing of a tree. */
export interface TreePicture {
  readonly layout: 'icicle' | 'tidy';
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PictureBox[];
  readonly links: readonly PictureLink[];
  /** Range of values over which colors are spread; by default all. */
  readonly band?: ValueBand;
}

const COUNTS = new Intl.NumberFormat('en-US');

/** Formats a count: `1,204`. */
export const formatCount = (count: number): string => COUNTS.format(count);

/** Formats a value, `0.54`; '' for none. */
export const formatNodeValue = (value: number | undefined): string => (value === undefined ? '' : formatScore(value));

/** Line from one point to another. */
export type Segment = readonly [x0: number, y0: number, x1: number, y1: number];

/** Gap between the edge of a box and its text, and between two texts. */
export const PAD = 5;
const GAP = 8;

/** Maximum number of lines of a hatching: a box is as wide as its tree is zoomed. */
const MAX_LINES = 400;

/** Returns parallel lines from the lower left to the upper right that fill a box. */
export function hatching(x: number, y: number, width: number, height: number, step: number): Segment[] {
  const lines: Segment[] = [];
  const stop = Math.min(width + height, MAX_LINES * step);
  for (let at = step / 2; at < stop; at += step) {
    const from = Math.max(0, at - height);
    const to = Math.min(width, at);
    if (to > from) lines.push([x + from, y + at - from, x + to, y + at - to]);
  }
  return lines;
}

/** Returns a cross around a point. */
export const crossAt = (x: number, y: number, size: number): readonly Segment[] => [
  [x - size, y - size, x + size, y + size],
  [x - size, y + size, x + size, y - size],
];

/** Returns the corners of a diamond around a point. */
export const diamondAt = (x: number, y: number, size: number): readonly (readonly [x: number, y: number])[] => [
  [x, y - size],
  [x + size, y],
  [x, y + size],
  [x - size, y],
];

/** Mark of a node, whose shape conveys what color alone cannot. */
export type NodeMark = 'cross' | 'diamond' | 'none' | Exclude<TreeStatus, 'wrong'>;

/**
 * Returns the mark of a node: a cross for a hallucination and a wrong node of a trace, a diamond for a state that
 * differs from the true one, otherwise the shape of its status.
 */
export function getNodeMark({ isHallucination, differs, status, isGroup }: NodeLook): NodeMark {
  if (isHallucination || status === 'wrong') return 'cross';
  const isPlain = status === undefined || status === 'open' || status === 'closed';
  if (differs && isPlain) return 'diamond';
  return isGroup ? 'none' : (status ?? 'none');
}

/** Width of a mark in a row of an icicle. */
export const MARK_ROOM = 14;

/** Labels in a row of an icicle; '' without room. */
export interface RowLabels {
  readonly name: string;
  readonly count: string;
  /** Value, or result of the game. */
  readonly value: string;
}

/** Returns the width of a text in pixels. */
export type MeasureText = (text: string, isBold: boolean) => number;

/** Minimum height of rows with a second line for N and the value. */
export const TWO_LINES = 38;

/** Returns the labels that fit into a width in pixels: the name, then N, then the value. A high row has the last two below the name. */
export function rowLabels(look: NodeLook, room: number, height: number, measure: MeasureText): RowLabels {
  const name = room < 12 ? '' : shortened(look.name, room, measure);
  if (name !== look.name || look.isHallucination || look.isGroup) return { name, count: '', value: '' };
  const left = height >= TWO_LINES ? room : room - measure(name, true) - GAP;
  const value =
    look.isTerminal && look.outcome !== undefined
      ? outcomeText(look.outcome)
      : look.costs || formatNodeValue(look.value);
  const count = look.visits === undefined ? '' : `N ${formatCount(look.visits)}`;
  if (measure(count, false) + GAP + measure(value, false) <= left) return { name, count, value };
  // The result of a game says more than its visit count.
  const [first, second] = look.isTerminal ? ['', value] : [count, ''];
  return measure(first + second, false) <= left
    ? { name, count: first, value: second }
    : { name, count: '', value: '' };
}

/** Length of texts, such as moves, that are useless when cut. */
const SHORT = 8;

/** Returns a text cut to the room; '' if almost nothing fits. */
export function shortened(text: string, room: number, measure: MeasureText): string {
  if (measure(text, true) <= room) return text;
  if (text.length < SHORT) return '';
  const fits = Math.floor((text.length * (room - measure('…', true))) / measure(text, true));
  return fits < 3 ? '' : `${text.slice(0, fits)}…`;
}

/** Formats a result: `½-½`. */
export const outcomeText = (outcome: string): string => outcome.replaceAll('1/2', '½');

/** Maximum length of a displayed reason. */
const MAX_LENGTH = 200;

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/**
 * Describes a node in lines: its name; N, Q and P of its edge and v, the root's Q by the rule of the search; the side
 * that values are for; the reason why it is closed, the result of its game, a state that differs from the true one;
 * pending descents.
 *
 * @param name action that leads to it
 * @param differs true if its state differs from the true one
 */
export function describeNode(node: SearchNode, view: ValueView, name: string, differs: boolean): string[] {
  if (node.marks !== undefined) return describeMarks(node, node.marks, name, differs);
  const { parent, edge, kind, outcome, reason } = node;
  const { root, rule, side } = view;
  const lines = [name];
  if (kind === 'hallucination') {
    lines.push(t('Hallucination: the edge is closed and nothing was backed up'));
    if (reason !== undefined) lines.push(cut(reason));
  } else {
    const counts = [`N ${formatCount(countVisits(node))}`];
    counts.push(
      `${parent === undefined || node === root ? backupWord(rule) : 'Q'} ${formatNodeValue(valueAtRoot(node, root, rule))}`,
    );
    if (parent !== undefined) counts.push(`P ${parent.prior[edge]!.toFixed(3)}`);
    lines.push(
      [...counts, `v ${formatNodeValue(ownValueAtRoot(node, root))}`].join('  '),
      t('Values for {0}', sideWord(side)),
    );
  }
  if (kind === 'terminal')
    lines.push(outcome === undefined ? t('The game is over') : t('The game is over: {0}', outcome));
  if (kind === 'state' && node.actions.length > 0 && node.open === 0) lines.push(t('All edges are closed'));
  if (differs) lines.push(t('Diverged: the model’s state is not the true one'));
  const waiting = parent?.virtual[edge] ?? 0;
  if (waiting > 0) lines.push(t('Virtual count +{0}: waiting for an answer', formatCount(waiting)));
  return lines;
}

/** Describes a node of a trace: its name there, status, costs, the nodes below it. */
function describeMarks(node: SearchNode, marks: NodeMarks, name: string, differs: boolean): string[] {
  const lines = [marks.name === undefined || marks.name === name ? name : `${name}  (${marks.name})`];
  lines.push(cut(formatStatus(node)));
  const costs = formatCosts(marks);
  if (costs !== '') lines.push(costs);
  const below = visitsBelow(node);
  if (below > 0) lines.push(t('N {0} below', formatCount(below)));
  if (differs && marks.status !== 'wrong') lines.push(t('Its state is not the true one'));
  return lines;
}

/** Describes the selected node in a sentence for screen readers. */
export function formatNodeSentence(node: SearchNode, view: ValueView, name: string, differs: boolean): string {
  const [title, ...rest] = describeNode(node, view, name, differs);
  const depth = node.depth - view.root.depth;
  const where = depth === 0 ? t('the root') : t('depth {0}', depth);
  const { length } = seenChildren(node);
  const below = length === 1 ? t('1 node below.') : t('{0} nodes below.', formatWholeNumber(length));
  return `${title}, ${where}. ${rest.join('. ')}. ${below}`;
}

/** Describes a box of several siblings. */
export function describeGroup(nodes: readonly SearchNode[], nameOf: (node: SearchNode) => string): string[] {
  const wrong = nodes.filter(({ kind }) => kind === 'hallucination').length;
  const visits = nodes.reduce((sum, node) => sum + (node.kind === 'hallucination' ? 0 : countVisits(node)), 0);
  const names = nodes.slice(0, 8).map(nameOf).join(' ');
  const lost = wrong === 1 ? t('1 hallucination') : t('{0} hallucinations', formatWholeNumber(wrong));
  return [
    t('{0} more: {1}', formatCount(nodes.length), `${names}${nodes.length > 8 ? ' …' : ''}`),
    `${t('N {0} in all', formatCount(visits))}${wrong > 0 ? `, ${lost}` : ''}`,
  ];
}
