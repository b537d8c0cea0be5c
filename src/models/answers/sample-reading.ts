import { findStates } from '../../core/answers/find-states.ts';
import { answerPlaceOf } from '../../core/answers/places.ts';
import { type Question, readAnswer } from '../../core/answers/read-answer.ts';
import { type AnswerReading, CANDIDATE_FORMS, type Candidate, type Rule } from '../../core/answers/reading.ts';
import { range } from '../../core/base/text/range.ts';
import { type RunHeader, type RunSample, worldOfPlan } from '../../core/evaluation/runs/run-schema.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { collapseSpace } from '../../core/metrics/fen-reading.ts';
import { readState } from '../../core/worlds/renamed/renamed-world.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';

/** Parts of a run's header that decide how its answers are read. */
interface Asked {
  readonly plan?: RunHeader['plan'];
}

/**
 * The answer of a sample as it is read today, with the state that was taken from it then. Undefined for a sample without an answer.
 *
 * @param prompt the request as text, where it is known
 * @param byHand the state that a person took in place of the one that was taken; null for the latter
 */
export function sampleReading(
  sample: RunSample,
  asked: Asked,
  prompt: string | null,
  byHand: string | null = null,
): AnswerReading | undefined {
  const { raw, extraction } = sample;
  if (raw === null) return undefined;
  const reading = readKept(sample, asked, prompt);
  if (byHand !== null) return takenByHand(reading, byHand);
  return extraction === null ? withoutState(reading) : withStored(reading, extraction, raw);
}

/** States in thoughts that came apart from the answer, all of them drafts. */
export const draftsIn = (reasoning: string): Candidate[] =>
  findStates(reasoning).map((state): Candidate => ({ ...state, role: 'draft' }));

/** True if a state is one of those that stand in the answer of a sample, or in its thoughts. */
export const holdsState = (sample: RunSample, asked: Asked, prompt: string | null, state: string): boolean => {
  const candidates = sample.raw === null ? [] : readKept(sample, asked, prompt).candidates;
  return [...candidates, ...draftsIn(sample.reasoning ?? '')].some((one) => isSameState(one.state, state));
};

/** True of two texts of a state that differ in white space alone. */
export const isSameState = (a: string, b: string): boolean => collapseSpace(a) === collapseSpace(b);

/** Reads an answer by the rules of its run. Of a world that is not known no state is found. */
function readKept({ raw, variant, template, startFen }: RunSample, { plan }: Asked, prompt: string | null) {
  const templates = plan?.templates ?? [];
  const form = templates.find(({ id }) => id === template) ?? (templates.length === 1 ? templates[0] : undefined);
  const question: Question = {
    ...(prompt === null ? {} : { prompt }),
    ...(startFen === undefined || isComparedWorld(variant) ? {} : { startFen }),
    place: answerPlaceOf(form ?? {}),
  };
  if (!isComparedWorld(variant)) return readAnswer(raw ?? '', question);
  const spec = worldOfPlan(plan);
  const built = spec && builtWorld(spec);
  if (built?.ok !== true) return NONE;
  const world = built.value;
  const isState = (text: string): boolean => world.automaton.parse(readState(world, text)).ok;
  const reading = readAnswer(raw ?? '', { ...question, world: isState });
  return {
    ...reading,
    candidates: reading.candidates.map((one): Candidate => ({ ...one, state: readState(world, one.state) })),
  };
}

const NONE: AnswerReading = { outcome: 'none', candidates: [] };

/** A state that a person chose; it stands in the thoughts where it is none of the candidates. */
function takenByHand({ candidates }: AnswerReading, byHand: string): AnswerReading {
  const taken = candidates.findIndex(({ state }) => isSameState(state, byHand));
  return { outcome: 'certain', candidates, ...(taken < 0 ? {} : { taken }), rule: 'by hand' };
}

/** A reading without a choice: of what is read today only that counts which is none. */
function withoutState({ outcome, candidates, reason }: AnswerReading): AnswerReading {
  if (outcome !== 'unread') return { outcome: 'none', candidates };
  return { outcome, candidates, ...(reason === undefined ? {} : { reason }) };
}

/** The reading with the choice that the run file holds, which an older version may have made otherwise. */
function withStored(reading: AnswerReading, extraction: Stored, raw: string): AnswerReading {
  const { fen, by } = extraction;
  const { candidates } = reading;
  if (fen === undefined) return { outcome: 'unread', candidates, ...reasonOf(extraction.reason ?? reading.reason) };
  const at = rangeOf(extraction, raw);
  const isIt = ({ state, range: one }: Candidate): boolean =>
    isSameState(state, fen) && (at === undefined || (one.start < at.end && at.start < one.end));
  const known = candidates.findIndex(isIt);
  // what the file does not say was chosen by the rules of today, if they choose the same
  const today = known >= 0 && known === reading.taken && by === 'statelens' ? reading : undefined;
  const rule = extraction.rule ?? RULE_OF[by] ?? today?.rule;
  const of = {
    outcome: extraction.outcome ?? today?.outcome ?? ('certain' as const),
    ...(rule === undefined ? {} : { rule }),
    ...reasonOf(extraction.reason ?? today?.reason),
  };
  if (known >= 0) return { ...of, candidates, taken: known };
  if (at === undefined) return { ...of, candidates };
  const { form, stated = [], role = 'plain' } = extraction;
  const own: Candidate = {
    range: at,
    form: CANDIDATE_FORMS.find((one) => one === form) ?? 'fen',
    state: fen,
    stated,
    role,
  };
  const all = [...candidates.filter(({ range: one }) => one.end <= at.start || at.end <= one.start), own];
  all.sort((a, b) => a.range.start - b.range.start);
  return { ...of, candidates: all, taken: all.indexOf(own) };
}

type Stored = NonNullable<RunSample['extraction']>;

/** The rule of those that chose without ours. */
const RULE_OF: Readonly<Partial<Record<Stored['by'], Rule>>> = { source: 'source', hand: 'by hand' };

const reasonOf = (reason: string | undefined): { readonly reason?: string } => (reason === undefined ? {} : { reason });

/** Where the state stands in the answer: as it was extracted; of an imported log, where its own state stands. */
function rangeOf({ range: kept, fen = '' }: Stored, raw: string) {
  if (kept !== undefined) return kept;
  const start = fen === '' ? -1 : raw.lastIndexOf(fen);
  return start < 0 ? undefined : range(start, start + fen.length);
}
