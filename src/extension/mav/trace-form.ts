import type * as vscode from 'vscode';
import { treeSize } from '../../core/search/reference-trace.ts';
import { BACK, pickStep, writeStep } from '../platform/steps.ts';
import { shapeFault, shapeText, type TraceShape } from './trace-shape.ts';

const TITLE = 'StateLens: Make Reference Trace';
/** The paper has breadths from 2 to 5, and depths from 1 to 3. */
const USUAL: readonly TraceShape[] = [
  { breadth: 3, depth: 1 },
  { breadth: 5, depth: 1 },
  { breadth: 3, depth: 2 },
  { breadth: 2, depth: 3 },
];

interface ShapeItem extends vscode.QuickPickItem {
  readonly shape: TraceShape | undefined;
}

/** Asks for the shape, the last one first; undefined where it was called off. */
export async function askShape(before: TraceShape | undefined): Promise<TraceShape | undefined> {
  const item = (shape: TraceShape, label: string): ShapeItem => ({
    label,
    description: `${treeSize(shape.breadth, shape.depth).toLocaleString('en-US')} nodes at most`,
    shape,
  });
  const items: ShapeItem[] = [
    ...(before === undefined ? [] : [item(before, `As before: ${shapeText(before)}`)]),
    ...USUAL.map((shape) => item(shape, `B${shapeText(shape).slice(1)}`)),
    { label: 'Choose…', shape: undefined },
  ];
  for (;;) {
    const step = { title: TITLE, placeHolder: 'How large is the tree?', canGoBack: false };
    const chosen = await pickStep(step, items, items[0]);
    if (chosen === undefined || chosen === BACK) return undefined;
    const shape = chosen.shape ?? (await writeShape(before ?? USUAL[0]));
    if (shape !== BACK) return shape;
  }
}

async function writeShape(start: TraceShape): Promise<TraceShape | typeof BACK | undefined> {
  let breadth = String(start.breadth);
  for (;;) {
    const first = await writeStep(
      { title: TITLE, placeHolder: 'Breadth: how many actions is a node expanded to?', canGoBack: true },
      breadth,
      (text) => shapeFault({ breadth: numberIn(text), depth: 1 }),
    );
    if (first === undefined || first === BACK) return first;
    breadth = first;
    const depth = await writeStep(
      { title: TITLE, placeHolder: 'Depth: how many edges below the root?', canGoBack: true },
      String(start.depth),
      (text) => shapeFault({ breadth: numberIn(first), depth: numberIn(text) }),
    );
    if (depth === undefined) return undefined;
    if (depth !== BACK) return { breadth: numberIn(first), depth: numberIn(depth) };
  }
}

/** A number as it is written; NaN for none. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
