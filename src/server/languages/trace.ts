import { sceneSvg, sceneText, type WorldBoard, worldBoard } from '../../core/board/world-board.ts';
import {
  isSameWorldState,
  nodeLinks,
  nodePlaceAt,
  traceNodeFacts,
  traceNodeName,
  traceNodeRemarks,
} from '../../core/languages/trace/trace-nodes.ts';
import { withSeverities } from '../../core/notation/diagnostic.ts';
import type { TraceView } from '../../core/traces/trace-view.ts';
import type { TraceNode } from '../../core/traces/tree.ts';
import { traceTreeLines } from '../../core/traces/tree-lines.ts';
import { labelCell } from '../../core/worlds/world.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';
import { boardSize, type HoverContent, type HoverStyle, layout } from '../hover/hover-layout.ts';
import { TraceItems } from '../lenses/trace-items.ts';
import type { ServerPart } from './part.ts';

const ITEMS = new TraceItems();

/** Traces of searches, whose reading is kept by their text. */
export const TRACE_PART: ServerPart = {
  hover(document, placed, offset, { style, hover }) {
    const view = viewOf(document, placed);
    const place = view && nodePlaceAt(view.tree, offset - placed.offset);
    if (view === undefined || place === undefined) return null;
    return hover(nodeHover(view, place.node, style), document.rangeAt(place.event.range, placed.offset));
  },
  linked(document, placed, offset) {
    const view = viewOf(document, placed);
    return view && nodeLinks(view.tree, offset - placed.offset);
  },
  lensItems: (document, mode, _dialect, client, pause) => ITEMS.of(document, mode, client, pause),
  tree(document, placed, { severities }) {
    const view = viewOf(document, placed);
    if (view === undefined) return undefined;
    const findings = withSeverities(view.findings, severities);
    return { title: view.dialect.title, ...traceTreeLines(view.tree, { findings, verdict: view.headline }) };
  },
  hasFindingLenses: true,
  noBoard: 'The states of a trace are in its tree.',
  noState: 'the states of a trace are in its tree',
};

/** Returns a section as a search; undefined if no dialect is recognized. */
const viewOf = (document: ServerDocument, placed: SectionLocation): TraceView | undefined =>
  document.kit?.traces?.section(document.sectionText(placed)).view;

/** Formats a node: its name and what is notable, the drawings of its states, and its facts. */
function nodeHover(view: TraceView, node: TraceNode, style: HoverStyle): string {
  const board = nodeBoards(view, node, style);
  return layout(
    {
      title: traceNodeName(node),
      facts: traceNodeRemarks(node)
        .map((word) => ` · ${word}`)
        .join(''),
      ...(board !== undefined && { board }),
      lines: traceNodeFacts(node, view.tree.world).map(({ name, text }, rank) => ({ text: `${name}: ${text}`, rank })),
    },
    style,
  );
}

/** Returns the drawing of a node's state, beside the true one if it differs from it; undefined if the world has none. */
function nodeBoards(
  { tree: { world } }: TraceView,
  { stated, truth, expected }: TraceNode,
  style: HoverStyle,
): HoverContent['board'] | undefined {
  const right = truth ?? expected;
  const own = stated?.text ?? right;
  if (own === undefined) return undefined;
  if (right === undefined || isSameWorldState(world, own, right))
    return boardOf(worldBoard(world, own, null, 'true'), `State: ${own}`, style);
  const believed = worldBoard(world, own, right, 'predicted');
  const actual = worldBoard(world, right, own, 'true');
  if (believed === undefined || actual === undefined)
    return boardOf(believed ?? actual, believed === undefined ? `True state: ${right}` : `Stated: ${own}`, style);
  return boardOf(besideEachOther(believed, actual), `Stated: ${own}; true: ${right}`, style, 2);
}

/** @param boards number of boards beside each other */
const boardOf = (
  board: WorldBoard | undefined,
  title: string,
  style: HoverStyle,
  boards = 1,
): HoverContent['board'] | undefined =>
  board && {
    svg: () => sceneSvg({ scene: board.scene, marks: board.marks, size: boards * boardSize(style), title }),
    text: () => sceneText(board.scene, new Set(board.wrong)),
  };

/** Returns two drawings as one: the stated state on the left, the true one on the right, each below its name. */
function besideEachOther(stated: WorldBoard, truth: WorldBoard): WorldBoard {
  const shift = stated.scene.columns + 1;
  const sides = [
    { board: stated, prefix: 'stated', by: 0 },
    { board: truth, prefix: 'true', by: shift },
  ];
  return {
    scene: {
      columns: shift + truth.scene.columns,
      rows: 1 + Math.max(stated.scene.rows, truth.scene.rows),
      cells: sides.flatMap(({ board, prefix, by }) => [
        labelCell(by, 0, prefix),
        ...board.scene.cells.map((cell) => ({
          ...cell,
          column: cell.column + by,
          row: cell.row + 1,
          ...(cell.part !== undefined && { part: `${prefix} ${cell.part}` }),
        })),
      ]),
    },
    marks: sides.flatMap(({ board, prefix }) =>
      board.marks.map((mark) => ({ ...mark, part: `${prefix} ${mark.part}` })),
    ),
    wrong: sides.flatMap(({ board, prefix }) => board.wrong.map((part) => `${prefix} ${part}`)),
  };
}
