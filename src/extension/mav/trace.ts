import * as vscode from 'vscode';
import { languageName } from '../../core/languages/languages.ts';
import { cursorPosition } from '../../core/languages/positions.ts';
import { evaluationOffset } from '../../core/mav/author/cursor-position.ts';
import { knownGame, type PromptPosition } from '../../core/mav/author/prompt-position.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { printTrace, type TraceDraft } from '../../core/mav/write/example-draft.ts';
import { MAX_TRACE_NODES, treeSize } from '../../core/search/minimax-trace.ts';
import { referenceTrace } from '../../core/search/reference-trace.ts';
import { Anchors, activeEditor, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import { BACK, pickStep, writeStep } from '../platform/quick-steps.ts';
import { mavDialect } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { insertMav } from './examples.ts';

/** Key under which the last shape is stored. */
const LAST_TRACE = 'statelens.lastTrace';

/** Runs Make Reference Trace…. */
export async function makeTrace(context: FeatureContext, args: unknown): Promise<void> {
  const editor = activeEditor(({ hasPositions }) => hasPositions === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return;
  const { document, viewColumn } = editor;
  const offset = document.offsetAt(editor.selection.active);
  const text = document.getText();
  const place = languageName(language)?.isAnswer === true ? evaluationOffset(text, offset) : offset;
  const placed = cursorPosition(text, language, place, mavDialect());
  const refusal = placed.ok ? undefined : placed.error;
  const source = context.values.source();
  if (!placed.ok || source === undefined) {
    const reason = refusal ?? t('it needs an engine, and none can run');
    void showMessage('warning', t('no trace can be made here: {0}.', reason));
    return;
  }
  const shape = readShape(args) ?? (await askShape(readShape(context.workspaceState.get(LAST_TRACE))));
  if (shape === undefined) return;
  const fault = shapeFault(shape);
  if (fault !== undefined) {
    void showMessage('error', t('no trace was made: {0}.', fault));
    return;
  }
  await context.workspaceState.update(LAST_TRACE, shape);
  // The text can be edited while the engine runs.
  const anchors = new Anchors(document.uri, [{ start: offset, end: offset }]);
  try {
    const trace = await traceWithProgress(placed.value.position, shape, source);
    if (trace === undefined) return;
    const now = await documentAt(document.uri);
    const at = Math.min(anchors.ranges[0]?.start ?? offset, now.getText().length);
    await insertMav(printTrace(trace, mavDialect()), { document: now, viewColumn }, at, 'trace');
  } finally {
    anchors.dispose();
  }
}

/** Makes the trace; undefined if canceled, or, after a message, if it failed. */
async function traceWithProgress(
  { game, state }: PromptPosition,
  shape: TraceShape,
  source: ValueSource,
): Promise<TraceDraft | undefined> {
  const title = t('StateLens: reference trace, {0}', shapeText(shape));
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const made = await vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const onNode = (done: number): void => progress.report({ message: t('{0} nodes', done.toLocaleString('en-US')) });
    const text = knownGame(game).automaton.print(state);
    const task = { game, state: text, ...shape, source, form: 'FEN', dialect: mavDialect(), onNode } as const;
    return referenceTrace(task, controller.signal);
  });
  if (made.ok) return made.value;
  if (made.error.code !== 'cancelled') {
    void showMessage('error', t('no trace was made: {0}.', made.error.message), {
      [t('Show Log')]: 'statelens.showLog',
    });
  }
  return undefined;
}

const TITLE = t('StateLens: Make Reference Trace');
/** Usual shapes: the paper has breadths from 2 to 5, and depths from 1 to 3. */
const USUAL: readonly [TraceShape, ...TraceShape[]] = [
  { breadth: 3, depth: 1 },
  { breadth: 5, depth: 1 },
  { breadth: 3, depth: 2 },
  { breadth: 2, depth: 3 },
];

interface ShapeItem extends vscode.QuickPickItem {
  readonly shape: TraceShape | undefined;
}

/** Asks for the shape, the last one first; undefined if canceled. */
async function askShape(before: TraceShape | undefined): Promise<TraceShape | undefined> {
  const item = (shape: TraceShape, label: string): ShapeItem => ({
    label,
    description: t('{0} nodes at most', treeSize(shape.breadth, shape.depth).toLocaleString('en-US')),
    shape,
  });
  const items: ShapeItem[] = [
    ...(before === undefined ? [] : [item(before, t('Same as last time: {0}', shapeText(before)))]),
    ...USUAL.map((shape) => item(shape, t('Breadth {0}, depth {1}', shape.breadth, shape.depth))),
    { label: t('Choose…'), shape: undefined },
  ];
  for (;;) {
    const step = { title: TITLE, placeHolder: t('Tree size?'), canGoBack: false };
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
      { title: TITLE, placeHolder: t('Breadth: actions expanded per node'), canGoBack: true },
      breadth,
      (text) => shapeFault({ breadth: numberIn(text), depth: 1 }),
    );
    if (first === undefined || first === BACK) return first;
    breadth = first;
    const depth = await writeStep(
      { title: TITLE, placeHolder: t('Depth: edges below the root'), canGoBack: true },
      String(start.depth),
      (text) => shapeFault({ breadth: numberIn(first), depth: numberIn(text) }),
    );
    if (depth === undefined) return undefined;
    if (depth !== BACK) return { breadth: numberIn(first), depth: numberIn(depth) };
  }
}

/** Parses a number; NaN for anything else. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** The shape of a trace. */
interface TraceShape {
  /** Number of actions that a node is expanded to. */
  readonly breadth: number;
  /** Number of edges below the root. */
  readonly depth: number;
}

const MAX_BREADTH = 100;
const MAX_DEPTH = 20;
/** Returns the reason why a trace cannot have a shape; undefined if it can. */
export function shapeFault({ breadth, depth }: TraceShape): string | undefined {
  const isFine = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isFine(breadth, MAX_BREADTH)) return t('breadth must be a whole number from 1 to {0}', MAX_BREADTH);
  if (!isFine(depth, MAX_DEPTH)) return t('depth must be a whole number from 1 to {0}', MAX_DEPTH);
  if (treeSize(breadth, depth) <= MAX_TRACE_NODES) return undefined;
  return t(
    'breadth {0} and depth {1} make more than {2} nodes',
    breadth,
    depth,
    MAX_TRACE_NODES.toLocaleString('en-US'),
  );
}

/** Reads arguments of the command, or the stored shape; undefined unless both numbers are present. */
export function readShape(value: unknown): TraceShape | undefined {
  const { breadth, depth } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof breadth === 'number' && typeof depth === 'number' ? { breadth, depth } : undefined;
}

const shapeText = ({ breadth, depth }: TraceShape): string => t('breadth {0}, depth {1}', breadth, depth);
