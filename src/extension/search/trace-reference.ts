import * as vscode from 'vscode';
import { LruMap } from '../../core/base/lru-map.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { sourceLabel, type ValueSource } from '../../core/mav/values.ts';
import { mavView, readMavTraces } from '../../core/mav/view.ts';
import { printTrace } from '../../core/mav/write/example-draft.ts';
import { compareTraceNodes, type ReadableTrace } from '../../core/search/comparison/compare-nodes.ts';
import { treeSize } from '../../core/search/minimax-trace.ts';
import { referenceTrace, shapeKey, type TraceShape, traceShape } from '../../core/search/reference-trace.ts';
import type { ReferenceComparison } from '../../protocol/tree-messages.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { BACK, pickStep } from '../platform/quick-steps.ts';
import { showMessage } from '../platform/show-message.ts';

/** The correct search for a trace. */
export interface TraceReference {
  /** Its origin: the source of its values, the name of a file. */
  readonly label: string;
  /** Start and shape that it is the reference of. */
  readonly key: string;
  readonly trace: ReadableTrace;
}

/** Returns the trace of MAV that the text of a section has; undefined if it has none. */
export function readableTrace(text: string, dialect: MavDialect): ReadableTrace | undefined {
  const view = mavView(text, undefined, dialect);
  return view.trace && { text: view.text, model: view.trace };
}

/** Compares a trace with a reference, again after each edit; an unchanged trace is not read again. */
export class ReferenceComparer {
  readonly #reference: TraceReference;
  readonly #last = new LruMap<string, ReferenceComparison | string | null>(1);

  constructor(reference: TraceReference) {
    this.#reference = reference;
  }

  /**
   * Returns the comparison with the trace of a section; a text says why the reference is not its own. Null if the section
   * has no trace.
   */
  compare(text: string, dialect: MavDialect): ReferenceComparison | string | null {
    return this.#last.getOrMake(JSON.stringify([dialect, text]), () => {
      const trace = readableTrace(text, dialect);
      return trace === undefined ? null : compareWith(trace, this.#reference, dialect);
    });
  }
}

function compareWith(
  trace: ReadableTrace,
  { label, key, trace: reference }: TraceReference,
  dialect: MavDialect,
): ReferenceComparison | string {
  const shape = traceShape(trace.model);
  if (shape === undefined || shapeKey(shape) !== key)
    return t('The trace now has another root, breadth or depth than its reference: compare it again.');
  return { label, ...compareTraceNodes(trace, reference, dialect) };
}

/** Origin of a reference: the rules with configured values, or a file of traces. */
export type ReferenceChoice = 'values' | vscode.Uri;

/** Reads the arguments of the command: `{ "reference": "values" }` or the URI of a file. */
export function readReferenceChoice(args: unknown): ReferenceChoice | undefined {
  const { reference } = (typeof args === 'object' && args !== null ? args : {}) as { readonly reference?: unknown };
  if (reference === 'values') return reference;
  return typeof reference === 'string' ? vscode.Uri.parse(reference) : undefined;
}

/**
 * Returns the reference of a trace, by the choice or by what the user chooses; undefined if canceled, or, after a
 * message, if there is none.
 */
export async function referenceFor(
  context: FeatureContext,
  trace: ReadableTrace,
  dialect: MavDialect,
  given: ReferenceChoice | undefined,
): Promise<TraceReference | undefined> {
  const shape = traceShape(trace.model);
  if (shape === undefined) return refuse(t('the root, breadth or depth of the trace cannot be read'));
  const source = context.values.source();
  const choice = given ?? (await askReference(shape, source));
  if (choice === undefined) return undefined;
  if (choice !== 'values') return fileReference(choice, shape, dialect);
  if (source === undefined) return refuse(t('it needs an engine, and none can run'));
  return madeReference(shape, source, dialect);
}

function refuse(reason: string): undefined {
  void showMessage('warning', t('there is no reference for this trace: {0}.', reason).replace(/\.\.$/, '.'));
  return undefined;
}

/** Asks for the source of the reference; undefined if canceled. */
async function askReference(shape: TraceShape, source: ValueSource | undefined): Promise<ReferenceChoice | undefined> {
  const nodes = t('{0} nodes at most', treeSize(shape.breadth, shape.depth).toLocaleString('en-US'));
  const own = source && { label: t('Rules and Values'), description: sourceLabel(source, shape.game), detail: nodes };
  const file = { label: t('Traces in a File…'), description: t('with the same root, breadth and depth') };
  const step = { title: t('StateLens: Compare Search Tree with Reference'), placeHolder: t('Reference?') };
  const chosen = await pickStep({ ...step, canGoBack: false }, own === undefined ? [file] : [own, file], own ?? file);
  if (chosen === undefined || chosen === BACK) return undefined;
  if (chosen === own) return 'values';
  const filters = { [t('Traces of MAV')]: ['mav', 'txt'] };
  const files = await vscode.window.showOpenDialog({ title: step.title, filters, canSelectMany: false });
  return files?.[0];
}

/** Makes the reference by the rules with the values of a source. */
async function madeReference(
  shape: TraceShape,
  source: ValueSource,
  dialect: MavDialect,
): Promise<TraceReference | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: t('StateLens: reference trace, breadth {0}, depth {1}', shape.breadth, shape.depth),
  };
  const made = await vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const onNode = (done: number): void => progress.report({ message: t('{0} nodes', done.toLocaleString('en-US')) });
    return referenceTrace({ form: 'FEN', ...shape, source, dialect, onNode }, controller.signal);
  });
  if (!made.ok) return made.error.code === 'cancelled' ? undefined : refuse(made.error.message);
  const trace = readableTrace(printTrace(made.value, dialect), dialect);
  if (trace === undefined) throw new Error('a reference trace cannot be read');
  return { label: sourceLabel(source, shape.game), key: shapeKey(shape), trace };
}

/** Returns the first trace of a file with a start and shape. */
async function fileReference(
  uri: vscode.Uri,
  shape: TraceShape,
  dialect: MavDialect,
): Promise<TraceReference | undefined> {
  const name = baseName(uri);
  let text: string;
  try {
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return refuse(t('{0} cannot be read', name));
  }
  const key = shapeKey(shape);
  for (const { view } of readMavTraces(text, dialect)) {
    const own = traceShape(view.trace);
    if (own !== undefined && shapeKey(own) === key)
      return { label: name, key, trace: { text: view.text, model: view.trace } };
  }
  return refuse(t('no trace in {0} has its root, breadth and depth', name));
}
