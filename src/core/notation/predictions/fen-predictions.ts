import type { TextBlock } from '../../base/text/long-text-edits.ts';
import { type Range, shiftRange, type TextEdit } from '../../base/text/range.ts';
import { printChess } from '../../games/chess/state.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import { type FenRecord, predictionValueStart, readFenFile } from '../fen/fen-file.ts';
import type { FenReading } from '../fen/fields.ts';
import { readFen } from '../fen/read-fen.ts';
import { fenPosition } from '../fen/record-position.ts';
import { lineEndBefore, lineEndLength, PositionLabels, WaitingAnnotations } from './annotation-form.ts';
import { type Annotation, type ChessPrediction, isOtherPosition, type SameLabel } from './prediction.ts';
import { type CommandValue, printFenLine, readCommandValue } from './prediction-syntax.ts';

/** Returns the value of a `# pfen` line, or the part that is missing. */
export const readFenLine = (text: string, { start, end }: Range): CommandValue | 'label' | 'fen' =>
  readCommandValue(text, start + predictionValueStart(text.slice(start, Math.min(end, start + 40))), end);

/** Returns the plies before a position, by its side to move and fullmove number; 0 if they cannot be read. */
const plyOf = ({ turn, fullmoves }: FenReading): number =>
  turn === undefined || fullmoves === undefined || fullmoves < 1 ? 0 : 2 * (fullmoves - 1) + turn;

/** Returns the predictions below the records of a FEN or EPD file, in text order. The record is the ground truth. */
export const fenPredictions = (text: string, epd: boolean): ChessPrediction[] =>
  recordsPredictions(text, epd, 0).predictions;

/**
 * Returns the predictions of a part of such a file that starts at a record, and the number of its records.
 *
 * @param first number of its first record
 */
export function recordsPredictions(
  text: string,
  epd: boolean,
  first: number,
): { readonly predictions: ChessPrediction[]; readonly records: number } {
  const { records } = readFenFile(text);
  const predictions = records.flatMap((record, i) =>
    record.predictions.length > 0 ? recordPredictions(text, record, first + i, epd) : [],
  );
  return { predictions, records: records.length };
}

function recordPredictions(text: string, record: FenRecord, game: number, epd: boolean): ChessPrediction[] {
  const predictions: ChessPrediction[] = [];
  const reading = readFen(text, record.range.start, record.range.end, { epd });
  const { state, variant } = fenPosition(text, reading);
  const trueFen = state === undefined ? undefined : printChess(state);
  const ply = plyOf(reading);
  const history: readonly HistoryPly[] = trueFen === undefined ? [] : [{ ply, fen: trueFen }];
  for (const range of record.predictions) {
    const value = readFenLine(text, range);
    if (typeof value === 'string') continue;
    predictions.push({
      label: value.label,
      fen: value.fen,
      range,
      fenRange: { start: value.fenStart, end: value.fenEnd },
      game,
      ply,
      path: [],
      san: undefined,
      variant,
      trueFen,
      unknown: trueFen === undefined ? 'the record above holds no position' : undefined,
      history: () => history,
    });
  }
  return predictions;
}

/**
 * Writes predictions as lines below the records of a FEN or EPD text, whole or in blocks that each start at a record.
 */
export class FenAnnotator {
  written = 0;
  skipped = 0;
  /** Annotations of other positions than those in the text. */
  other = 0;
  readonly #annotations: readonly Annotation[];
  readonly #sameLabel: SameLabel;
  readonly #lineEnd: string;
  readonly #waiting: WaitingAnnotations;
  #records = 0;

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
    const { records } = readFenFile(text);
    for (const record of records) {
      const wanted = this.#waiting.take(this.#records++);
      if (wanted !== undefined) edits.push(...this.#recordEdits(text, record, wanted));
    }
    return edits
      .map(({ range, newText }) => ({ range: shiftRange(range, from), newText }))
      .sort((a, b) => a.range.start - b.range.start);
  }

  #recordEdits(text: string, { range, predictions }: FenRecord, wanted: readonly number[]): TextEdit[] {
    const edits: TextEdit[] = [];
    const lines: string[] = [];
    const labels = new PositionLabels(readPredictions(text, predictions));
    for (const i of wanted) {
      const { label, fen, trueFen } = this.#annotations[i]!;
      if (trueFen !== undefined && isOtherPosition(text.slice(range.start, range.end), trueFen)) {
        this.other++;
        continue;
      }
      const taken = labels.take(label, this.#sameLabel);
      if (taken === undefined) {
        this.skipped++;
        continue;
      }
      this.written++;
      if ('range' in taken) edits.push({ range: taken.range, newText: printFenLine(label, fen) });
      else lines.push(this.#lineEnd + printFenLine(taken, fen));
    }
    if (lines.length === 0) return edits;
    let at = (predictions.at(-1) ?? range).end;
    while (at < text.length && lineEndLength(text, at) === 0) at++;
    edits.push({ range: { start: at, end: at }, newText: lines.join('') });
    return edits;
  }
}

const readPredictions = (text: string, ranges: readonly Range[]) =>
  ranges.flatMap((range) => {
    const value = readFenLine(text, range);
    return typeof value === 'string' ? [] : [{ value, range }];
  });

/** Removes prediction lines from a FEN or EPD file. */
export function removeFenPredictions(
  text: string,
  matches: (label: string) => boolean,
): { edits: TextEdit[]; removed: number } {
  const { records, orphans } = readFenFile(text);
  const edits: TextEdit[] = [];
  for (const { value, range } of readPredictions(text, [...orphans, ...records.flatMap((r) => r.predictions)])) {
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
