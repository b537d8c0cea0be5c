import { plural } from '../../core/base/text/counts.ts';
import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import { checkMav } from '../../core/mav/check-mav.ts';
import { traceLens } from '../../core/mav/features/trace-lens.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { viewInDialect } from '../../core/mav/view.ts';
import { atLeast, type Diagnostic } from '../../core/notation/diagnostic.ts';
import type { ChooseEvent } from '../../core/traces/events.ts';
import type { TraceFigures } from '../../core/traces/figures.ts';
import type { TraceView } from '../../core/traces/trace-view.ts';
import type { TraceNode } from '../../core/traces/tree.ts';
import { type Extraction, extractionJson } from './extract-nodes.ts';
import type { FileTrace } from './trace-comparison.ts';
import type { LocatedTrace } from './trace-files.ts';

/** Returns the tree of a search in prose, a line a node as the text writes it, and below it what has no place. */
export const proseLines = (located: LocatedTrace): string[] => [...treeLines(located), ...findingLines(located)];

function treeLines({ text, view, placeOf }: LocatedTrace): string[] {
  const lines: string[] = [];
  const stack = [...(view.tree.nodes[0]?.children ?? [])].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { action, depth } = node;
    if (action !== undefined) {
      const { start, end } = action.range;
      lines.push(`${'  '.repeat(depth)}${text.slice(start, end)}  (line ${placeOf(start).line + 1})`);
    }
    stack.push(...[...node.children].reverse());
  }
  return lines;
}

function findingLines({ file, line: ofRecord, text, view, record, placeOf }: LocatedTrace): string[] {
  const lines = new LineIndex(text);
  return view.findings.map(({ range, severity, code, message }) => {
    const { line, character } = record === undefined ? placeOf(range.start) : lines.positionAt(range.start);
    const where = record === undefined ? `${file}:${line + 1}` : `${file}:${ofRecord}: ${line + 1}`;
    return `${where}:${character + 1}: ${severity} ${code}: ${message}`;
  });
}

/** A node of a search in prose, as JSON. */
interface NodeJson {
  readonly id: number;
  readonly parent: number | null;
  readonly action: string;
  /** UTF-16 offsets in the text of the trace. */
  readonly range?: readonly [number, number];
}

/** Returns the nodes of a search in prose and what it decides for, as JSON; undefined for other traces. */
function proseJson({
  read,
  tree,
}: TraceView): { readonly nodes: readonly NodeJson[]; readonly choice: readonly string[] | null } | undefined {
  if (read.placing === undefined) return undefined;
  const choice = read.events.find((event): event is ChooseEvent => event.kind === 'choose');
  const nodes = read.placing.hasRoot ? tree.nodes : [];
  return { nodes: nodes.map(nodeJson), choice: choice?.actions?.map(({ text }) => text) ?? null };
}

const nodeJson = ({ index, parent, action }: TraceNode): NodeJson => ({
  id: index,
  parent: parent?.index ?? null,
  action: action?.text ?? '',
  ...(action !== undefined && { range: [action.range.start, action.range.end] }),
});

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 1;

/** The verdict on a trace of any dialect. */
export interface TraceVerdict {
  /** Display name of the file. */
  readonly file: string;
  /** 1-based number in the file, and line of its start or of its record. */
  readonly number: number;
  readonly line: number;
  readonly dialect: string;
  readonly world: string | undefined;
  readonly words: string;
  readonly findings: readonly Diagnostic[];
  /** Undefined for a trace of MAV. */
  readonly figures: TraceFigures | undefined;
  readonly placeOf: (offset: number) => TextPosition;
  /** True if places count from the start of a field of a record. */
  readonly isInRecord: boolean;
  /** Further fields of the JSON object of a search in prose. */
  readonly more?: object;
}

/** Returns the verdict on a trace of a search. @param extraction what a model did for it */
export const traceVerdict = (
  { file, number, line, view, placeOf, record }: LocatedTrace,
  extraction?: Extraction,
): TraceVerdict => ({
  file,
  number,
  line,
  dialect: view.dialect.id,
  world: view.world.ok ? view.world.value.name : undefined,
  words: view.headline,
  findings: view.findings,
  figures: view.figures,
  placeOf,
  isInRecord: record !== undefined,
  more: { ...proseJson(view), ...(extraction !== undefined && { extraction: extractionJson(extraction) }) },
});

/** Returns the verdict on a trace of MAV, by its own checks. */
export function mavVerdict({ name, number, view, model, placeOf }: FileTrace, dialect: MavDialect): TraceVerdict {
  const own = viewInDialect(view, dialect);
  return {
    file: name,
    number,
    line: placeOf(model.trace.head.start).line + 1,
    dialect: 'mav',
    world: model.root?.example?.header.game?.text,
    words: traceLens(own, dialect)?.lens.title ?? '',
    findings: checkMav(own, dialect),
    figures: undefined,
    placeOf,
    isInRecord: false,
  };
}

/** Returns the findings that count: warnings and errors. */
export const verdictErrors = ({ findings }: Pick<TraceVerdict, 'findings'>): readonly Diagnostic[] =>
  findings.filter(({ severity }) => atLeast(severity, 'warning'));

/** Returns the line of a verdict: where the trace is, the words, the number of findings and the place of the first. */
export function verdictLine(verdict: TraceVerdict): string {
  const { file, line, number, dialect, words } = verdict;
  return `${file}:${line}: trace ${number} (${dialect}): ${words}; ${findingWords(verdict)}`;
}

function findingWords(verdict: TraceVerdict): string {
  const errors = verdictErrors(verdict);
  const [first] = errors;
  if (first === undefined) return 'no finding';
  const { line, character } = verdict.placeOf(first.range.start);
  const inside = verdict.isInRecord ? ' of its text' : '';
  return `${plural(errors.length, 'finding')}, the first at ${line + 1}:${character + 1}${inside}: ${first.message}`;
}

/** Returns verdicts as JSON (docs/traces.md). */
export const verdictsJson = (verdicts: readonly TraceVerdict[]): object => ({
  schema: SCHEMA,
  traces: verdicts.map(({ file, number, line, dialect, world, words, findings, figures, placeOf, more }) => ({
    file,
    trace: number,
    line,
    dialect,
    world: world ?? null,
    verdict: words,
    findings: findings.map(({ code, severity, message, range }) => {
      const place = placeOf(range.start);
      return { code, severity, line: place.line + 1, column: place.character + 1, message };
    }),
    figures: figures ?? null,
    ...more,
  })),
});
