import type { Range } from '../base/text/range.ts';
import { readFen } from '../metrics/fen-reading.ts';
import { type AnswerReading, takenCandidate } from './reading.ts';
import type { ExtractionForm } from './states/fens.ts';

/** A chosen state as run files keep it. */
export interface Extraction {
  /** As the model wrote it, right or wrong; `?` for fields between others that are not stated. Nothing is repaired. */
  readonly fen: string;
  /** Of chess alone. */
  readonly form?: ExtractionForm;
  /** Of chess alone: fields that are stated, 1 (the board) to 6. */
  readonly fields?: number;
  /** Its range in the answer. */
  readonly range: Range;
  /** Number of states in the answer. */
  readonly candidates: number;
}

/** The chosen state of a reading; undefined where none was chosen. */
export function extractionOf(reading: AnswerReading): Extraction | undefined {
  const taken = takenCandidate(reading);
  if (taken === undefined) return undefined;
  const { state: fen, range, form, stated } = taken;
  const isWorld = form === 'world' || (form === 'fragment' && stated.length === 0);
  const chess = isWorld ? {} : { form: wholenessOf(fen), fields: stated.length };
  return { fen, ...chess, range, candidates: reading.candidates.length };
}

function wholenessOf(fen: string): ExtractionForm {
  const { placement, faults } = readFen(fen);
  if (!placement.complete) return 'malformed';
  return faults.length === 0 ? 'complete' : 'partial';
}
