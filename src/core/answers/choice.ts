import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import type { AnswerPlace } from './places.ts';
import { type AnswerReading, type Candidate, isUnreadable, type Outcome, type Rule } from './reading.ts';
import { WEIGHT } from './roles/draft.ts';
import type { JudgedState } from './roles/judge.ts';

/** The order of states of one weight by how much of a state they hold. */
const WHOLE: Readonly<Record<JudgedState['whole'], number>> = { malformed: 0, partial: 1, complete: 2 };
const quality = ({ whole, stated }: JudgedState): number => WHOLE[whole] * 8 + stated.length;

/**
 * Chooses the answer among the states of an answer. By their roles: the heaviest counts; of several alike the fullest, and of those the last.
 * By a place that a template or a person has fixed: the first or the last, whatever is said of them.
 */
export function choose(states: readonly JudgedState[], place: AnswerPlace): AnswerReading {
  const candidates = states.map(
    ({ range, form, state, stated, role, cue }): Candidate => ({
      range,
      form,
      state,
      stated,
      role,
      ...(cue !== undefined && { cue }),
    }),
  );
  const open = states.filter(({ weight, role }) => weight > 0 || (place !== 'anywhere' && isOpen(role)));
  const readable = open.filter((state) => !isUnreadable(state));
  const heaviest = readable.reduce((most, { weight }) => Math.max(most, weight), 0);
  const unreadable = open.find(
    (state) => isUnreadable(state) && (readable.length === 0 || (place === 'anywhere' && state.weight > heaviest + 1)),
  );
  if (unreadable !== undefined)
    return { outcome: 'unread', candidates, reason: 'The answer holds something like a state that cannot be read.' };
  if (readable.length === 0) return { outcome: 'none', candidates };
  const top = place === 'anywhere' ? readable.filter(({ weight }) => weight === heaviest) : readable;
  const [first, ...others] = top;
  if (first === undefined) return { outcome: 'none', candidates };
  const chosen = others.reduce((one, other) => (isBetter(other, one, place) ? other : one), first);
  const best = place === 'anywhere' ? fullest(chosen, readable) : chosen;
  const taken = states.indexOf(best);
  const rule = ruleOf(chosen, top, place);
  const reason = place === 'anywhere' ? (reasonOfDoubt(chosen, top) ?? reasonOfEnd(chosen, states)) : undefined;
  const outcome: Outcome = reason === undefined ? 'certain' : 'doubtful';
  return { outcome, candidates, taken, rule, ...(reason !== undefined && { reason }) };
}

/** The same state where the answer tells it most fully: a board that is drawn below a heading, and its FEN after that. */
function fullest(best: JudgedState, readable: readonly JudgedState[]): JudgedState {
  const isFuller = (state: JudgedState): boolean =>
    state.weight > 0 && state.stated.length > best.stated.length && best.stated.length > 0 && !differs(state, best);
  return readable.reduce((one, other) => (isFuller(other) && quality(other) > quality(one) ? other : one), best);
}

/** The reason why a choice among the best states is doubtful; undefined where it is certain. */
function reasonOfDoubt(best: JudgedState, top: readonly JudgedState[]): string | undefined {
  if (best.weight === WEIGHT.left) return 'The words around the only state say that it is not the answer.';
  if (best.isAsked === true) return 'The state stands in a question.';
  if (best.cutOff !== undefined && best.form === 'fragment' && best.stated.length === 1)
    return 'The answer breaks off within the state.';
  return top.some((other) => differs(other, best)) ? `${top.length} states have the same role and differ.` : undefined;
}

/** Another state of at least the same rank, within which the answer breaks off, may have been the one that was meant. */
const reasonOfEnd = (best: JudgedState, states: readonly JudgedState[]): string | undefined =>
  states.some((state) => (state.cutOff ?? 0) >= best.weight && state !== best && !isBeginning(state, best))
    ? 'The answer breaks off within another state.'
    : undefined;

/** True if a state that breaks off is the beginning of another. */
const isBeginning = (cut: JudgedState, whole: JudgedState): boolean =>
  whole.state.startsWith(cut.state.replace(/[\s`"'*?]+$/g, '').replace(/\s+/g, ' '));

/** Roles that a fixed place passes over. */
const isOpen = (role: JudgedState['role']): boolean => role !== 'draft' && role !== 'echo' && role !== 'beyond';

/** Where the first counts, only a state with all six fields replaces one that has fewer: a board that is drawn or breaks off before the answer. */
function isBetter(state: JudgedState, before: JudgedState, place: AnswerPlace): boolean {
  if (place === 'first') return before.stated.length < 6 && state.stated.length === 6;
  return quality(state) >= quality(before);
}

/** True if two states state a field differently. */
function differs(a: JudgedState, b: JudgedState): boolean {
  if (a === b) return false;
  if (a.stated.length === 0 || b.stated.length === 0) return a.state !== b.state;
  const [left, right] = [a.state.split(' '), b.state.split(' ')];
  return ['board', ...FEN_FIELDS].some((_, i) => {
    const [one, other] = [left[i] ?? '?', right[i] ?? '?'];
    return one !== '?' && other !== '?' && one !== other;
  });
}

function ruleOf(best: JudgedState, top: readonly JudgedState[], place: AnswerPlace): Rule {
  if (place === 'last-line') return 'last line';
  if (place === 'fence') return 'fence';
  if (place === 'anywhere' && best.role === 'final') return 'labelled';
  if (place === 'anywhere' && best.role === 'only')
    return best.cue !== undefined && best.cue.end - best.cue.start === 2 ? 'only bold' : 'only fence';
  if (top.length === 1) return 'only state';
  return place === 'first' ? 'first' : 'last';
}
