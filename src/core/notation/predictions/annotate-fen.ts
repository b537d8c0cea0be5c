import { lineEndingOf } from '../../base/text/line-ending.ts';
import type { Range, TextEdit } from '../../base/text/range.ts';
import { readFenFile } from '../fen/fen-file.ts';
import { printFenLine } from './codec.ts';
import { lineEndBefore, lineEndLength } from './comment-form.ts';
import { readFenLine } from './fen-predictions.ts';
import { LabelsAt } from './same-label.ts';
import type { AnnotateResult, Annotation, SameLabel } from './types.ts';

/** Writes predictions as lines below the records of a FEN or EPD file. */
export function annotateFen(text: string, annotations: readonly Annotation[], sameLabel: SameLabel): AnnotateResult {
  const { records } = readFenFile(text);
  const lineEnd = lineEndingOf(text);
  const places = new Map<number, { labels: LabelsAt; lines: string[] }>();
  const edits: TextEdit[] = [];
  const missing: number[] = [];
  let written = 0;
  let skipped = 0;
  annotations.forEach(({ game, label, fen }, i) => {
    const record = records[game];
    if (record === undefined) {
      missing.push(i);
      return;
    }
    let place = places.get(game);
    if (place === undefined) {
      place = { labels: new LabelsAt(predictionsOf(text, record.predictions)), lines: [] };
      places.set(game, place);
    }
    const taken = place.labels.take(label, sameLabel);
    if (taken === undefined) {
      skipped++;
      return;
    }
    written++;
    if ('range' in taken) edits.push({ range: taken.range, newText: printFenLine(label, fen) });
    else place.lines.push(lineEnd + printFenLine(taken, fen));
  });
  for (const [game, { lines }] of places) {
    if (lines.length === 0) continue;
    const { range, predictions } = records[game]!;
    let at = (predictions.at(-1) ?? range).end;
    while (at < text.length && lineEndLength(text, at) === 0) at++;
    edits.push({ range: { start: at, end: at }, newText: lines.join('') });
  }
  edits.sort((a, b) => a.range.start - b.range.start);
  return { edits, written, skipped, missing };
}

const predictionsOf = (text: string, ranges: readonly Range[]) =>
  ranges.flatMap((range) => {
    const value = readFenLine(text, range);
    return typeof value === 'string' ? [] : [{ value, range }];
  });

/** Removes prediction lines from a FEN or EPD file. */
export function stripFen(text: string, matches: (label: string) => boolean): { edits: TextEdit[]; removed: number } {
  const { records, orphans } = readFenFile(text);
  const edits: TextEdit[] = [];
  for (const { value, range } of predictionsOf(text, [...orphans, ...records.flatMap((r) => r.predictions)])) {
    if (!matches(value.label.text)) continue;
    let { start, end } = range;
    while (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t') start--;
    while (end < text.length && lineEndLength(text, end) === 0) end++;
    const before = lineEndBefore(text, start);
    // The line end before it may have been removed with the previous line, which had none before it.
    const free = edits.at(-1)?.range.end ?? 0;
    edits.push({
      range:
        before > 0 ? { start: Math.max(free, start - before), end } : { start, end: end + lineEndLength(text, end) },
      newText: '',
    });
  }
  return { edits, removed: edits.length };
}
