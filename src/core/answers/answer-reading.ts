import type { Range } from '../base/text/range.ts';
import type { FenField } from '../metrics/fen-reading.ts';

/**
 * Notation of a state within a text.
 * `fen`: a placement, with or without the fields after it, on one line or several. `fields`: the fields one by one, as a list, a table or in
 * code spans. `json`: the fields as members of a JSON object. `drawing`: a board of rows. `pieces`: lists of pieces with their squares.
 * `world`: text of another game or world. `fragment`: meant as a state, but unreadable as one (a placement of seven ranks, say).
 */
export const CANDIDATE_FORMS = ['fen', 'fields', 'json', 'drawing', 'pieces', 'world', 'fragment'] as const;
export type CandidateForm = (typeof CANDIDATE_FORMS)[number];

/**
 * Role of a state in the discourse of an answer, best first.
 * `final`: labeled or marked as the answer. `only`: in the single code fence, or the single bold text. `plain`: no
 * words describe it.
 * The others are never the answer where one of those exists: `draft` (thoughts), `rejected` (called wrong), `later`
 * (after a further move), `earlier` (before the last move), `start` (of the game), `echo` (repeated from the prompt),
 * `beyond` (after the end of the turn).
 */
export const ROLES = [
  'final',
  'only',
  'plain',
  'draft',
  'rejected',
  'later',
  'earlier',
  'start',
  'echo',
  'beyond',
] as const;
export type AnswerRole = (typeof ROLES)[number];

/** Roles of states that can be the answer. */
export const ANSWER_ROLES: ReadonlySet<AnswerRole> = new Set<AnswerRole>(['final', 'only', 'plain']);

/** Part of a chess state that a text can state. */
export type StatedField = 'board' | FenField;

/** A state in a text, before it has a role. */
export interface StatedState {
  /** The notation in the text, UTF-16 offsets. */
  readonly range: Range;
  readonly form: CandidateForm;
  /**
   * The state as text. Chess: the FEN fields in order, `?` for each field that is not stated, trailing ones left out for `fen` alone
   * (`8/… b kq ? ? ?`); as written, never repaired. Worlds: the world's own notation.
   */
  readonly state: string;
  /** Chess: the fields that are stated. Empty for other games and worlds, whose states are whole. */
  readonly stated: readonly StatedField[];
  /** Why the text may not be the state that is meant, as a sentence. */
  readonly doubt?: string;
}

/**
 * Returns true for a text that is meant as a state, but none of whose parts can be read.
 *
 * @param state `whole` is `partial` for text of a world that is taken as it is
 */
export const isUnreadable = ({
  form,
  stated,
  whole = 'malformed',
}: Pick<StatedState, 'form' | 'stated'> & { readonly whole?: string }): boolean =>
  form === 'fragment' && stated.length === 0 && whole === 'malformed';

/** A state of an answer with its role. */
export interface AnswerCandidate extends StatedState {
  readonly role: AnswerRole;
  /** The words, key or mark that give the role; undefined for `plain`. */
  readonly cue?: Range;
}

/**
 * Rule by which the state was chosen.
 * `labelled`: the only (or last) candidate with a label or mark. `only fence`, `only bold`, `only state`: by that. `last`, `first`: of several alike.
 * `last line`, `fence`: as the template asks. `by hand`: a person chose it. `source`: taken by the program whose log was imported.
 */
export const READING_RULES = [
  'labelled',
  'only fence',
  'only bold',
  'only state',
  'last',
  'first',
  'last line',
  'fence',
  'by hand',
  'source',
] as const;
export type ReadingRule = (typeof READING_RULES)[number];

/**
 * `certain`: one reading. `doubtful`: candidates of equal rank differ; the chosen one is scored and counted as doubtful.
 * `unread`: something that looks like a state cannot be read. `none`: no state.
 */
export const READING_OUTCOMES = ['certain', 'doubtful', 'unread', 'none'] as const;
export type ReadingOutcome = (typeof READING_OUTCOMES)[number];

/** Reading of a whole answer: all states in the order of the text, and which of them is the answer. */
export interface AnswerReading {
  readonly outcome: ReadingOutcome;
  readonly candidates: readonly AnswerCandidate[];
  /** Index of the chosen candidate; undefined for `unread` and `none`. */
  readonly taken?: number;
  /** Rule of the choice; undefined if no state was chosen. */
  readonly rule?: ReadingRule;
  /** Reason why it is doubtful or unread, one sentence for people. */
  readonly reason?: string;
}

/** Returns the chosen candidate; undefined for `unread` and `none`. */
export const getTakenCandidate = ({ candidates, taken }: AnswerReading): AnswerCandidate | undefined =>
  taken === undefined ? undefined : candidates[taken];

/**
 * Rule of a template, or of `--take`, by which the state of an answer is chosen. `anywhere`: by the roles of its states. `first`, `last`: of
 * several, this one. `last-line`: on the last line. `fence`: in the last code fence.
 */
export const ANSWER_PLACES = ['anywhere', 'first', 'last', 'last-line', 'fence'] as const;
export type AnswerPlace = (typeof ANSWER_PLACES)[number];

/** Fields of a template that decide which state of an answer is chosen. */
export interface AnswerForm {
  readonly answer?: AnswerPlace;
  /** True for a text that the model continues. */
  readonly isRaw?: boolean;
}

/**
 * Returns the place of the state in answers to a template. A model that continues a text writes further questions and
 * answers after its answer, so the first state counts there unless the template says otherwise.
 */
export const resolveAnswerPlace = ({ answer, isRaw }: AnswerForm): AnswerPlace =>
  answer ?? (isRaw === true ? 'first' : 'anywhere');

/** Returns a state of which only the board is stated, in the order of a FEN. */
export const makeBoardState = (form: CandidateForm, range: Range, placement: string): StatedState => ({
  range,
  form,
  state: `${placement} ? ? ? ? ?`,
  stated: ['board'],
});

/** Characters of an unreadable state that are kept. */
const MAX_FRAGMENT = 400;

/** Returns a fragment: text that was meant as a state and cannot be read as one. */
export const makeFragment = (range: Range, text: string): StatedState => ({
  range,
  form: 'fragment',
  state: text.slice(0, MAX_FRAGMENT),
  stated: [],
});
