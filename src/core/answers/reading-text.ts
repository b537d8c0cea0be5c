import { plural } from '../base/text/counts.ts';
import { FEN_FIELDS, unstatedText } from '../metrics/fen-reading.ts';
import { type AnswerCandidate, type AnswerReading, getTakenCandidate, type ReadingRule } from './answer-reading.ts';

/**
 * Formats the fields that a state lacks: `not stated: side to move, clocks`; empty if all are stated, or the state has
 * no fields.
 */
export function formatUnstated({ stated, form }: Pick<AnswerCandidate, 'stated' | 'form'>): string {
  if (stated.length === 0 || form === 'fragment' || form === 'world') return '';
  return unstatedText(FEN_FIELDS.filter((field) => !stated.includes(field)));
}

/** Maximum number of characters of a quoted label. */
const LONGEST_CUE = 40;

const RULE_WORDS: Readonly<Record<ReadingRule, string>> = {
  labelled: 'marked as the answer',
  'only fence': 'in the only code fence',
  'only bold': 'in the only bold text',
  'only state': 'the only state in the answer',
  last: 'the last of several',
  first: 'the first of several',
  'last line': 'on the last line, as was asked',
  fence: 'in the last code fence, as was asked',
  'by hand': 'by hand',
  source: 'by the program that wrote the log',
};

/** Returns true if a person chose the state. */
export const isChosenByHand = ({ rule }: Pick<AnswerReading, 'rule'>): boolean => rule === 'by hand';

/** Quotes the words of an answer that give a candidate its role, on one line and shortened; empty if there are none. */
export function quoteCue({ cue }: Pick<AnswerCandidate, 'cue'>, answer: string): string {
  if (cue === undefined) return '';
  const words = answer.slice(cue.start, Math.min(cue.end, cue.start + 4 * LONGEST_CUE)).replace(/[\s`]+/g, ' ');
  const text = words.trim();
  return text.length > LONGEST_CUE ? `${text.slice(0, LONGEST_CUE - 1).trimEnd()}…` : text;
}

/**
 * Describes how the state of an answer was chosen, as a sentence without a period, with the quotation in backticks:
 * ``taken: labeled `Final FEN:`; 2 other states in the answer``. Empty if no state was chosen by a rule.
 *
 * @param more states of the answer beyond the candidates of the reading
 */
export function formatReading(reading: AnswerReading, answer: string, more = 0): string {
  const { outcome, candidates, taken, rule, reason } = reading;
  const count = candidates.length + more;
  if (outcome === 'unread') return `unread: ${reason ?? 'what looks like a state cannot be read'}`;
  if (outcome === 'none') return count === 0 ? '' : `not taken: ${plural(count, 'state')} in the answer`;
  if (rule === undefined && taken === undefined) return '';
  const others = taken === undefined ? count : count - 1;
  const candidate = getTakenCandidate(reading);
  const unstated = candidate === undefined ? '' : formatUnstated(candidate);
  const parts = [
    takenText(reading, answer),
    ...(unstated === '' ? [] : [unstated]),
    ...(outcome === 'doubtful' ? [`doubtful: ${reason ?? 'other states have the same rank'}`] : []),
    ...(others > 0 ? [`${plural(others, taken === undefined ? 'state' : 'other state')} in the answer`] : []),
  ];
  return parts.join('; ');
}

function takenText(reading: AnswerReading, answer: string): string {
  const { rule } = reading;
  if (rule === undefined) return 'taken from the answer';
  const candidate = getTakenCandidate(reading);
  const cue = rule === 'labelled' && candidate !== undefined ? quoteCue(candidate, answer) : '';
  return `taken: ${cue === '' ? RULE_WORDS[rule] : `labeled \`${cue}\``}`;
}
