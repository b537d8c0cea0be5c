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
 * `final`: labelled or marked as the answer. `only`: in the single code fence, or the single bold text. `plain`: nothing is said about it.
 * The others are never the answer where one of those exists: `draft` (thoughts), `rejected` (called wrong), `later` (after a further move),
 * `earlier` (before the last move), `start` (of the game), `echo` (repeated from the prompt), `beyond` (after the end of the turn).
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
export type Role = (typeof ROLES)[number];

/** Roles of states that can be the answer. */
export const ANSWER_ROLES: ReadonlySet<Role> = new Set<Role>(['final', 'only', 'plain']);

/** Part of a chess state that a text can state. */
export type StatedField = 'board' | FenField;

/** A state that stands in a text, before anything is said about its role. */
export interface StatedState {
  /** The notation as it stands in the text, UTF-16 offsets. */
  readonly range: Range;
  readonly form: CandidateForm;
  /**
   * The state as text. Chess: the FEN fields in order, `?` for each field that is not stated, trailing ones left out for `fen` alone
   * (`8/… b kq ? ? ?`); as written, never repaired. Worlds: the world's own notation.
   */
  readonly state: string;
  /** Chess: the fields that are stated. Empty for other games and worlds, whose states are whole. */
  readonly stated: readonly StatedField[];
}

/**
 * True of a text that is meant as a state, but none of whose parts can be read.
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
export interface Candidate extends StatedState {
  readonly role: Role;
  /** The words, key or mark that give the role; undefined for `plain`. */
  readonly cue?: Range;
}

/**
 * Rule by which the state was chosen.
 * `labelled`: the only (or last) candidate with a label or mark. `only fence`, `only bold`, `only state`: by that. `last`, `first`: of several alike.
 * `last line`, `fence`: as the template asks. `by hand`: a person chose it. `source`: taken by the program whose log was imported.
 */
export const RULES = [
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
export type Rule = (typeof RULES)[number];

/**
 * `certain`: one reading. `doubtful`: candidates of equal rank differ; the chosen one is scored and counted as doubtful.
 * `unread`: something that looks like a state cannot be read. `none`: no state.
 */
export const OUTCOMES = ['certain', 'doubtful', 'unread', 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Reading of a whole answer: all states in the order of the text, and which of them is the answer. */
export interface AnswerReading {
  readonly outcome: Outcome;
  readonly candidates: readonly Candidate[];
  /** Index of the chosen candidate; undefined for `unread` and `none`. */
  readonly taken?: number;
  /** Undefined where nothing was chosen. */
  readonly rule?: Rule;
  /** One sentence for people: why it is doubtful or unread. */
  readonly reason?: string;
}

/** A candidate where a state was chosen; undefined for `unread` and `none`. */
export const takenCandidate = ({ candidates, taken }: AnswerReading): Candidate | undefined =>
  taken === undefined ? undefined : candidates[taken];
