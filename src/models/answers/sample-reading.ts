import { findStates } from '../../core/answers/find-states.ts';
import { answerPlaceOf } from '../../core/answers/places.ts';
import { type Question, readAnswer } from '../../core/answers/read-answer.ts';
import type { AnswerReading, Candidate } from '../../core/answers/reading.ts';
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
 * @param shown the state that a document has in place of the one that was taken; null for the latter
 */
export function sampleReading(
  sample: RunSample,
  asked: Asked,
  prompt: string | null,
  shown: string | null = null,
): AnswerReading | undefined {
  const { raw, extraction } = sample;
  if (raw === null) return undefined;
  const reading = readKept(sample, asked, prompt);
  if (shown !== null && !isSameState(shown, extraction?.fen ?? '')) return takenByHand(reading, shown);
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
function takenByHand({ candidates }: AnswerReading, shown: string): AnswerReading {
  const taken = candidates.findIndex(({ state }) => isSameState(state, shown));
  return { outcome: 'certain', candidates, ...(taken < 0 ? {} : { taken }), rule: 'by hand' };
}

/** Nothing was taken then: of what is read today only that counts which is no choice. */
function withoutState({ outcome, candidates, reason }: AnswerReading): AnswerReading {
  if (outcome !== 'unread') return { outcome: 'none', candidates };
  return { outcome, candidates, ...(reason === undefined ? {} : { reason }) };
}

/** The reading with the state that the run file holds, which an older version may have found elsewhere. */
function withStored(reading: AnswerReading, extraction: NonNullable<RunSample['extraction']>, raw: string) {
  const { fen, by } = extraction;
  const at = rangeOf(extraction, raw);
  const isIt = ({ state, range: one }: Candidate): boolean =>
    isSameState(state, fen) && (at === undefined || (one.start < at.end && at.start < one.end));
  const known = reading.candidates.findIndex(isIt);
  const isToday = known >= 0 && known === reading.taken;
  const rule = by === 'source' ? 'source' : isToday ? reading.rule : undefined;
  const doubt = isToday && by !== 'source' && reading.outcome === 'doubtful';
  const of = {
    outcome: doubt ? ('doubtful' as const) : ('certain' as const),
    ...(rule === undefined ? {} : { rule }),
    ...(doubt && reading.reason !== undefined ? { reason: reading.reason } : {}),
  };
  if (known >= 0) return { ...of, candidates: reading.candidates, taken: known };
  if (at === undefined) return { ...of, candidates: reading.candidates };
  const own: Candidate = { range: at, form: 'fen', state: fen, stated: [], role: 'plain' };
  const candidates = [
    ...reading.candidates.filter(({ range: one }) => one.end <= at.start || at.end <= one.start),
    own,
  ];
  candidates.sort((a, b) => a.range.start - b.range.start);
  return { ...of, candidates, taken: candidates.indexOf(own) };
}

/** Where the state stands in the answer: as it was extracted; of an imported log, where its own state stands. */
function rangeOf({ range: kept, fen }: NonNullable<RunSample['extraction']>, raw: string) {
  if (kept !== undefined) return kept;
  const start = raw.lastIndexOf(fen);
  return start < 0 ? undefined : range(start, start + fen.length);
}
