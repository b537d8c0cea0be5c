import type { TextBlock } from '../../base/text/long-text-edits.ts';
import { type Range, shiftRange, type TextEdit } from '../../base/text/range.ts';
import { lineEndBefore, lineEndLength, PositionLabels, WaitingAnnotations } from '../predictions/annotation-form.ts';
import { type Annotation, formatLabel, type Label, type SameLabel } from '../predictions/prediction.ts';
import { encodeFen } from '../predictions/prediction-syntax.ts';
import { isWalkBlank, readWalks, type Walk, type WalkPrediction } from './read-walk.ts';

/** Prints `# pstate LABEL STATE`, a line of a walk file. */
export const printWalkLine = (label: Label, state: string | undefined): string =>
  `# pstate ${formatLabel(label)} ${encodeFen(state)}`;

/*
 * A prediction is a line after the action that it is about. If more actions follow in the line of that action, the line
 * is cut after the space between them, which stays: a line of actions that ends with a space was cut, and is joined
 * again when the last prediction after it is removed.
 */

/** Writes predictions into a walk file, whole or in blocks that each start at a walk. */
export class WalkAnnotator {
  written = 0;
  skipped = 0;
  /** Annotations of other actions than those in the text. */
  other = 0;
  readonly #annotations: readonly Annotation[];
  readonly #sameLabel: SameLabel;
  readonly #lineEnd: string;
  readonly #waiting: WaitingAnnotations;
  #walks = 0;

  /** @param lineEnd the most frequent line ending of the whole text */
  constructor(annotations: readonly Annotation[], sameLabel: SameLabel, lineEnd: string) {
    this.#annotations = annotations;
    this.#sameLabel = sameLabel;
    this.#lineEnd = lineEnd;
    this.#waiting = new WaitingAnnotations(annotations);
  }

  /** Indices of the annotations that found no place, ascending; complete after the last block. */
  get missing(): readonly number[] {
    return this.#waiting.missing;
  }

  /** Returns the edits of the next block, sorted. */
  edits({ text: whole, from, to }: TextBlock): TextEdit[] {
    const text = whole.slice(from, to);
    const edits: TextEdit[] = [];
    for (const walk of readWalks(text).walks) {
      const wanted = this.#waiting.take(this.#walks++);
      if (wanted !== undefined) this.#walkEdits(text, walk, wanted, edits);
    }
    return edits
      .map(({ range, newText }) => ({ range: shiftRange(range, from), newText }))
      .sort((a, b) => a.range.start - b.range.start);
  }

  #walkEdits(text: string, walk: Walk, wanted: readonly number[], edits: TextEdit[]): void {
    const byPly = new Map<number, number[]>();
    for (const i of wanted) {
      const { ply = 0, path = [], moves } = this.#annotations[i] ?? {};
      if (ply <= walk.actions.length && moves?.some((move, k) => move !== walk.actions[k]?.text)) this.other++;
      else if (ply > walk.actions.length || path.length > 0) this.#waiting.giveUp(i);
      else if (byPly.get(ply)?.push(i) === undefined) byPly.set(ply, [i]);
    }
    if (byPly.size === 0) return;
    const existing = new Map<number, WalkPrediction[]>();
    for (const prediction of walk.predictions)
      if (existing.get(prediction.at)?.push(prediction) === undefined) existing.set(prediction.at, [prediction]);
    for (const [ply, indices] of byPly) this.#placeEdits(text, walk, ply, indices, existing.get(ply) ?? [], edits);
  }

  #placeEdits(
    text: string,
    walk: Walk,
    ply: number,
    wanted: readonly number[],
    existing: readonly WalkPrediction[],
    edits: TextEdit[],
  ): void {
    const lines: string[] = [];
    const labels = new PositionLabels(
      existing.flatMap(({ range, value }) => (typeof value === 'string' ? [] : [{ value, range }])),
    );
    for (const i of wanted) {
      const annotation = this.#annotations[i];
      if (annotation === undefined) continue;
      const { label, fen } = annotation;
      const taken = labels.take(label, this.#sameLabel);
      if (taken === undefined) {
        this.skipped++;
        continue;
      }
      this.written++;
      if ('range' in taken) edits.push({ range: taken.range, newText: printWalkLine(label, fen) });
      else lines.push(this.#lineEnd + printWalkLine(taken, fen));
    }
    if (lines.length > 0) edits.push(inserted(text, walk, ply, existing.at(-1), lines.join(''), this.#lineEnd));
  }
}

/** Returns the edit that writes lines after an action, or after the existing predictions. */
function inserted(
  text: string,
  walk: Walk,
  ply: number,
  last: WalkPrediction | undefined,
  lines: string,
  lineEnd: string,
): TextEdit {
  const before = last?.range ?? walk.actions[ply - 1]?.range ?? startLine(walk);
  const at = before.end;
  const next = last === undefined && ply > 0 ? walk.actions[ply]?.range : undefined;
  const between = next === undefined ? '' : text.slice(at, next.start);
  if (next === undefined || /[\r\n]/.test(between)) return { range: { start: at, end: at }, newText: lines };
  return { range: { start: next.start, end: next.start }, newText: lines + lineEnd };
}

/** Returns the range of the line that sets the start of a walk. */
function startLine({ start, world, range }: Walk): Range {
  if (start !== undefined && start.range.end > start.range.start) return start.range;
  if (world.text !== '') return world.range;
  return { start: range.start, end: range.start + 'world'.length };
}

/** Removes the predictions of a walk file whose labels match. */
export function removeWalkPredictions(
  text: string,
  matches: (label: string) => boolean,
): { edits: TextEdit[]; removed: number } {
  const { walks } = readWalks(text);
  const edits: TextEdit[] = [];
  let removed = 0;
  for (const { predictions } of walks)
    for (let i = 0; i < predictions.length; ) {
      const run = runFrom(text, predictions, i);
      const gone = run.filter(({ value }) => typeof value !== 'string' && matches(value.label.text));
      removed += gone.length;
      if (gone.length === run.length && gone.length > 0) edits.push(wholeRun(text, run));
      else for (const { range } of gone) edits.push({ range: withLineEndBefore(text, range), newText: '' });
      i += run.length;
    }
  return { edits, removed };
}

/** Returns the predictions on consecutive lines, starting with index `from`. */
function runFrom(text: string, predictions: readonly WalkPrediction[], from: number): WalkPrediction[] {
  const run: WalkPrediction[] = [];
  for (let i = from; i < predictions.length; i++) {
    const next = predictions[i];
    const end = run.at(-1)?.range.end;
    if (
      next === undefined ||
      (end !== undefined && !/^[ \t\v\f]*(?:\r\n|\r|\n)[ \t\v\f]*$/.test(text.slice(end, next.range.start)))
    )
      break;
    run.push(next);
  }
  return run;
}

/**
 * Returns the range from the line end before a prediction to its last character; white space after it stays for the
 * line before.
 */
function withLineEndBefore(text: string, { start, end }: Range): Range {
  let from = start;
  while (from > 0 && isWalkBlank(text.charCodeAt(from - 1))) from--;
  return { start: from - lineEndBefore(text, from), end };
}

function wholeRun(text: string, run: readonly WalkPrediction[]): TextEdit {
  const first = run[0]?.range ?? { start: 0, end: 0 };
  const { start } = withLineEndBefore(text, first);
  const end = run.at(-1)?.range.end ?? first.end;
  const wasCut = start > 0 && isWalkBlank(text.charCodeAt(start - 1)) && endsActions(text, start);
  const after = wasCut ? lineEndLength(text, end) : 0;
  const isActions = after > 0 && /^[^\s#]/.test(text.slice(end + after, end + after + 1));
  return { range: { start, end: isActions ? end + after : end }, newText: '' };
}

/** Returns true if the line that ends at an offset has actions. */
function endsActions(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && lineEndBefore(text, start) === 0) start--;
  return !/^[ \t\v\f]*(?:#|world(?!\S)|start(?!\S)|$)/.test(text.slice(start, end));
}

/** A walk to write. */
export interface WrittenWalk {
  /** Lines without `#`. */
  readonly comments?: readonly string[];
  readonly world: string;
  /** Undefined for the start of the world. */
  readonly start?: string | undefined;
  readonly actions: readonly string[];
  /** In any order; `at` is a number of actions. */
  readonly predictions?: readonly { readonly at: number; readonly label: Label; readonly fen: string | undefined }[];
}

/** Most actions of a line. */
const MAX_ACTIONS = 20;

/** Prints a walk; the actions between two predictions are separate lines. */
export function printWalk({ comments = [], world, start, actions, predictions = [] }: WrittenWalk): string {
  const lines = comments.map((comment) => `# ${comment.replace(/\s+/g, ' ')}`);
  lines.push(`world ${world}`);
  if (start !== undefined) lines.push(`start ${start}`);
  const byPlace = new Map<number, string[]>();
  for (const { at, label, fen } of predictions) {
    const line = printWalkLine(label, fen);
    if (byPlace.get(at)?.push(line) === undefined) byPlace.set(at, [line]);
  }
  let words: string[] = [];
  const end = (): void => {
    if (words.length > 0) lines.push(words.join(' '));
    words = [];
  };
  for (let at = 0; at <= actions.length; at++) {
    const own = byPlace.get(at) ?? [];
    if (own.length > 0) {
      end();
      lines.push(...own);
    }
    const action = actions[at];
    if (action === undefined) continue;
    words.push(action);
    if (words.length === MAX_ACTIONS) end();
  }
  end();
  return `${lines.join('\n')}\n`;
}
