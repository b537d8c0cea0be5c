// The reading of an answer, as the extension sends it to pages: all its states with their roles, and the chosen one.
import * as v from 'valibot';
import {
  type AnswerCandidate,
  type AnswerReading,
  CANDIDATE_FORMS,
  READING_OUTCOMES,
  READING_RULES,
  ROLES,
  type StatedField,
} from '../core/answers/answer-reading.ts';
import type { Range } from '../core/base/text/range.ts';
import { FEN_FIELDS } from '../core/metrics/fen-reading.ts';
import type { TypedSchema } from './messages.ts';

/** Maximum number of states of one answer that are sent to a page; an answer can contain any number. */
export const MAX_CANDIDATES = 200;

/** A reading as pages show it. The candidates are in the order of the text; the chosen one is always among them. */
export interface ReadingView extends AnswerReading {
  /** Number of candidates left out. */
  readonly more: number;
}

/** Parts of a chess state, in the order of a FEN. */
export const STATED_FIELDS: readonly StatedField[] = ['board', ...FEN_FIELDS];

const range: TypedSchema<Range> = v.object({ start: v.number(), end: v.number() });

export const candidateSchema: TypedSchema<AnswerCandidate> = v.object({
  range,
  form: v.picklist(CANDIDATE_FORMS),
  state: v.string(),
  stated: v.array(v.picklist(['board', ...FEN_FIELDS])),
  role: v.picklist(ROLES),
  cue: v.exactOptional(range),
});

export const readingViewSchema: TypedSchema<ReadingView> = v.object({
  outcome: v.picklist(READING_OUTCOMES),
  candidates: v.array(candidateSchema),
  taken: v.exactOptional(v.number()),
  rule: v.exactOptional(v.picklist(READING_RULES)),
  reason: v.exactOptional(v.string()),
  more: v.number(),
});

/** Limits a reading to `MAX_CANDIDATES` candidates: the first ones, and always the chosen one. */
export function limitCandidates(reading: AnswerReading): ReadingView {
  const { candidates, taken, ...rest } = reading;
  if (candidates.length <= MAX_CANDIDATES) return { ...reading, more: 0 };
  const kept = candidates.slice(0, MAX_CANDIDATES);
  const last = taken === undefined || taken < MAX_CANDIDATES ? undefined : candidates[taken];
  if (last !== undefined) kept[MAX_CANDIDATES - 1] = last;
  return {
    ...rest,
    candidates: kept,
    ...(taken === undefined ? {} : { taken: Math.min(taken, MAX_CANDIDATES - 1) }),
    more: candidates.length - kept.length,
  };
}

/** Returns the reading of a text that consists of one state. */
export const wholeReading = (state: string): ReadingView => ({
  outcome: 'certain',
  candidates: [{ range: { start: 0, end: state.length }, form: 'fen', state, stated: [], role: 'plain' }],
  taken: 0,
  rule: 'only state',
  more: 0,
});
