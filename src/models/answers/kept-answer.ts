import {
  type AnswerCandidate,
  type AnswerReading,
  CANDIDATE_FORMS,
  type ReadingRule,
  resolveAnswerPlace,
} from '../../core/answers/answer-reading.ts';
import { type Question, readAnswer } from '../../core/answers/read-answer.ts';
import { findStates } from '../../core/answers/states/scan.ts';
import { range } from '../../core/base/text/range.ts';
import { planWorld, type RunHeader, type RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { collapseSpace } from '../../core/metrics/fen-reading.ts';
import { decodeState } from '../../core/worlds/renamed-world.ts';
import { buildWorld } from '../../core/worlds/world-spec.ts';
import { limitCandidates, MAX_CANDIDATES } from '../../protocol/answer-reading.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { ChatMessage } from '../model.ts';
import { promptText, renderPrompt } from '../prompts/prompt.ts';
import type { AnswerMatch } from './wanted-answer.ts';

/** Source of a stored answer. */
export interface AnswerSource {
  /** Name of the run file. */
  readonly name: string;
  readonly header: RunHeader;
  /** Lines about attempts at the sample in the file. */
  readonly attempts: number;
}

/** Returns an answer for display, under its label in the text. */
export function keptAnswer(
  label: string,
  { sample, otherMoves, byHand }: AnswerMatch,
  { name, header, attempts }: AnswerSource,
): StoredAnswer {
  const { raw, reasoning = null, finishReason, usage, timing, cached, error } = sample;
  const counted = attempts > 0 ? attempts : (sample.attempts ?? null);
  const prompt = samplePrompt(sample, header);
  const reading = sampleReading(sample, header, prompt, byHand);
  return {
    label,
    prompt,
    raw,
    reading: reading === undefined ? null : limitCandidates(reading),
    reasoning,
    drafts: draftsIn(reasoning ?? '').slice(0, MAX_CANDIDATES),
    finishReason: finishReason ?? null,
    tokens: usage === undefined ? null : { prompt: usage.inputTokens ?? null, completion: usage.outputTokens ?? null },
    seconds: timing?.elapsed === undefined ? null : timing.elapsed / 1000,
    attempts: cached === true ? 0 : counted,
    at: timing?.started ?? null,
    fault: error === undefined ? null : error.message,
    source: name,
    otherMoves,
  };
}

/** Returns the request as text; null if the file does not state it. */
export const samplePrompt = (sample: RunSample, header: RunHeader): string | null =>
  sample.prompt ?? renderedPrompt(sample, header);

/**
 * Returns the prompt rendered by the template in the run's plan, which is the one that was sent; null if the file does not state it.
 */
function renderedPrompt(sample: RunSample, { plan }: RunHeader): string | null {
  const { template } = sample;
  const [first, ...others] = plan?.templates ?? [];
  const found =
    template === undefined && others.length === 0 ? first : plan?.templates.find(({ id }) => id === template);
  const messages = found && sampleMessages(found, sample, plan);
  return messages === undefined ? null : promptText(messages);
}

/** Parts of a run's header that decide how its answers are read. */
interface AnswerHeader {
  readonly plan?: RunHeader['plan'];
}

/**
 * Reads the answer of a sample by the current rules, with the state taken at the time of the run. Undefined for a sample without an answer.
 *
 * @param prompt the request as text, if it is known
 * @param byHand state that a person chose instead of the extracted one; null for the extracted one
 */
export function sampleReading(
  sample: RunSample,
  asked: AnswerHeader,
  prompt: string | null,
  byHand: string | null = null,
): AnswerReading | undefined {
  const { raw, extraction } = sample;
  if (raw === null) return undefined;
  const reading = readKept(sample, asked, prompt);
  if (byHand !== null) return takenByHand(reading, byHand);
  return extraction === null ? withoutState(reading) : withStored(reading, extraction, raw);
}

/** Returns the states in separately reported reasoning, all of them drafts. */
const draftsIn = (reasoning: string): AnswerCandidate[] =>
  findStates(reasoning).map((state): AnswerCandidate => ({ ...state, role: 'draft' }));

/** Returns true if a state is in the answer of a sample or in its reasoning. */
export const holdsState = (sample: RunSample, asked: AnswerHeader, prompt: string | null, state: string): boolean => {
  const candidates = sample.raw === null ? [] : readKept(sample, asked, prompt).candidates;
  return [...candidates, ...draftsIn(sample.reasoning ?? '')].some((item) => isSameState(item.state, state));
};

/** Returns true if two texts of a state differ only in white space. */
export const isSameState = (a: string, b: string): boolean => collapseSpace(a) === collapseSpace(b);

/** Reads an answer by the rules of its run. In an unknown world no state is found. */
function readKept({ raw, variant, template, startFen }: RunSample, { plan }: AnswerHeader, prompt: string | null) {
  const templates = plan?.templates ?? [];
  const form = templates.find(({ id }) => id === template) ?? (templates.length === 1 ? templates[0] : undefined);
  const question: Question = {
    ...(prompt === null ? {} : { prompt }),
    ...(startFen === undefined || isComparedWorld(variant) ? {} : { startFen }),
    place: resolveAnswerPlace(form ?? {}),
  };
  if (!isComparedWorld(variant)) return readAnswer(raw ?? '', question);
  const spec = planWorld(plan);
  const built = spec && buildWorld(spec);
  if (built?.ok !== true) return NONE;
  const world = built.value;
  const isState = (text: string): boolean => world.automaton.parse(decodeState(world, text)).ok;
  const reading = readAnswer(raw ?? '', { ...question, world: isState });
  return {
    ...reading,
    candidates: reading.candidates.map(
      (candidate): AnswerCandidate => ({ ...candidate, state: decodeState(world, candidate.state) }),
    ),
  };
}

const NONE: AnswerReading = { outcome: 'none', candidates: [] };

/** Returns the reading with a state that a person chose; it is in the reasoning if it is no candidate. */
function takenByHand({ candidates }: AnswerReading, byHand: string): AnswerReading {
  const taken = candidates.findIndex(({ state }) => isSameState(state, byHand));
  return { outcome: 'certain', candidates, ...(taken < 0 ? {} : { taken }), rule: 'by hand' };
}

/** Returns a reading without a choice: the outcome `unread` stays, any other becomes `none`. */
function withoutState({ outcome, candidates, reason }: AnswerReading): AnswerReading {
  if (outcome !== 'unread') return { outcome: 'none', candidates };
  return { outcome, candidates, ...(reason === undefined ? {} : { reason }) };
}

/** Returns the reading with the choice stored in the run file, which an older version may have made differently. */
function withStored(reading: AnswerReading, extraction: Stored, raw: string): AnswerReading {
  const { fen, by } = extraction;
  const { candidates } = reading;
  if (fen === undefined) return { outcome: 'unread', candidates, ...reasonField(extraction.reason ?? reading.reason) };
  const at = stateRange(extraction, raw);
  const isIt = ({ state, range: item }: AnswerCandidate): boolean =>
    isSameState(state, fen) && (at === undefined || (item.start < at.end && at.start < item.end));
  const known = candidates.findIndex(isIt);
  // Details that the file lacks come from the current rules, if they choose the same state.
  const today = known >= 0 && known === reading.taken && by === 'statelens' ? reading : undefined;
  const rule = extraction.rule ?? RULE_OF[by] ?? today?.rule;
  const of = {
    outcome: extraction.outcome ?? today?.outcome ?? ('certain' as const),
    ...(rule === undefined ? {} : { rule }),
    ...reasonField(extraction.reason ?? today?.reason),
  };
  if (known >= 0) return { ...of, candidates, taken: known };
  if (at === undefined) return { ...of, candidates };
  const { form, stated = [], role = 'plain' } = extraction;
  const own: AnswerCandidate = {
    range: at,
    form: CANDIDATE_FORMS.find((entry) => entry === form) ?? 'fen',
    state: fen,
    stated,
    role,
  };
  const all = [...candidates.filter(({ range: other }) => other.end <= at.start || at.end <= other.start), own];
  all.sort((a, b) => a.range.start - b.range.start);
  return { ...of, candidates: all, taken: all.indexOf(own) };
}

type Stored = NonNullable<RunSample['extraction']>;

/** Rules of states chosen by others: the log's own program, or a person. */
const RULE_OF: Readonly<Partial<Record<Stored['by'], ReadingRule>>> = { source: 'source', hand: 'by hand' };

const reasonField = (reason: string | undefined): { readonly reason?: string } =>
  reason === undefined ? {} : { reason };

/** Returns the range of the state in the answer: as extracted; in an imported log, the range of the log's own state. */
function stateRange({ range: kept, fen = '' }: Stored, raw: string) {
  if (kept !== undefined) return kept;
  const start = fen === '' ? -1 : raw.lastIndexOf(fen);
  return start < 0 ? undefined : range(start, start + fen.length);
}

/**
 * Renders the messages of a sample by the template of its request.
 *
 * @param plan plan of the run, which names the world of its walks
 * @returns undefined if the sample has no moves, or its world is not known
 */
export function sampleMessages(
  { id, messages }: { readonly id: string; readonly messages: readonly ChatMessage[] },
  { moves, startFen, variant, index }: RunSample,
  plan: RunHeader['plan'],
): readonly ChatMessage[] | undefined {
  if (moves === undefined) return undefined;
  const asked = { startFen: startFen ?? INITIAL_FEN, moves, sample: index };
  const template = { id, title: id, messages };
  if (!isComparedWorld(variant))
    return renderPrompt({ ...template, task: 'state' }, { kind: 'state', variant, ...asked });
  const spec = planWorld(plan);
  const world = spec && buildWorld(spec);
  if (world?.ok !== true) return undefined;
  return renderPrompt({ ...template, task: 'world' }, { kind: 'world', world: world.value, ...asked });
}
