// The readings of answers as columns of an exported page: numbers, and places in its table of texts.
import { CANDIDATE_FORMS, type Candidate, OUTCOMES, ROLES, RULES, type StatedField } from '../core/answers/reading.ts';
import { type ShownReading, STATED_FIELDS } from './answer-reading.ts';

/** A text by its place in the table; null stays null. */
export type TextPlace = number | null;

/** Start, end, state, form, role, a bit for each stated field, then start and end of the cue. */
export type PackedCandidate = readonly (TextPlace | number | null)[];

/** Outcome, chosen candidate, rule, reason, candidates left out, candidates. */
export type PackedReading = readonly [
  outcome: number,
  taken: number | null,
  rule: number | null,
  reason: TextPlace,
  more: number,
  candidates: readonly PackedCandidate[],
];

/** The texts of a reading and of drafts. */
export const textsOfReading = (reading: ShownReading | null, drafts: readonly Candidate[]): string[] => [
  ...(reading?.reason === undefined ? [] : [reading.reason]),
  ...[...(reading?.candidates ?? []), ...drafts].map(({ state }) => state),
];

export const packReading = (
  { outcome, candidates, taken, rule, reason, more }: ShownReading,
  placeOf: (text: string) => TextPlace,
): PackedReading => [
  OUTCOMES.indexOf(outcome),
  taken ?? null,
  rule === undefined ? null : RULES.indexOf(rule),
  reason === undefined ? null : placeOf(reason),
  more,
  candidates.map((one) => packCandidate(one, placeOf)),
];

export const packCandidate = (
  { range, form, state, stated, role, cue }: Candidate,
  placeOf: (text: string) => TextPlace,
): PackedCandidate => [
  range.start,
  range.end,
  placeOf(state),
  CANDIDATE_FORMS.indexOf(form),
  ROLES.indexOf(role),
  stated.reduce((bits, field) => bits | (1 << STATED_FIELDS.indexOf(field)), 0),
  ...(cue === undefined ? [] : [cue.start, cue.end]),
];

export function unpackReading(
  [outcome, taken, rule, reason, more, candidates]: PackedReading,
  text: (place: TextPlace) => string | null,
): ShownReading {
  const [known, why] = [rule === null ? undefined : RULES[rule], text(reason)];
  return {
    outcome: OUTCOMES[outcome] ?? 'none',
    candidates: candidates.map((one) => unpackCandidate(one, text)),
    ...(taken === null ? {} : { taken }),
    ...(known === undefined ? {} : { rule: known }),
    ...(why === null ? {} : { reason: why }),
    more,
  };
}

export function unpackCandidate(
  [start = 0, end = 0, state = null, form = 0, role = 0, bits = 0, cueStart, cueEnd]: PackedCandidate,
  text: (place: TextPlace) => string | null,
): Candidate {
  const cue = typeof cueStart === 'number' && typeof cueEnd === 'number' ? { start: cueStart, end: cueEnd } : undefined;
  return {
    range: { start: start ?? 0, end: end ?? 0 },
    form: CANDIDATE_FORMS[form ?? 0] ?? 'fen',
    state: text(state) ?? '',
    stated: STATED_FIELDS.filter((_: StatedField, i) => ((bits ?? 0) & (1 << i)) !== 0),
    role: ROLES[role ?? 0] ?? 'plain',
    ...(cue === undefined ? {} : { cue }),
  };
}
