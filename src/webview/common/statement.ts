import { h, type JSX } from 'preact';
import type { StateStep, TimelineCell } from '../../core/evaluation/game-trace/timeline.ts';
import type { Verdict } from '../../core/metrics/verdict.ts';
import { PART_SEPARATOR } from '../../core/metrics/wording.ts';
import { button, type Content, english } from './elements.ts';
import { t } from './l10n.ts';

/** Verdict on a prediction, in words and numbers. */
export type Judgment = Pick<TimelineCell, 'sentence' | 'verdict' | 'verdictText' | 'knows'>;

/** Targets of the moves that a sentence names. */
export interface MoveLinks {
  readonly steps: readonly Pick<StateStep, 'name'>[];
  /** Shows a step, by its index. */
  go(at: number): void;
}

/** Verdicts of answers that are no state: their p and r are 0 by convention (docs/metrics.md). */
const NO_STATE: ReadonlySet<Verdict> = new Set<Verdict>(['none', 'unparsable', 'format', 'impossible']);

/** Sentences whose subject is the model. */
const PREDICATE = /^(?:thinks|puts|shows|sees|took|still has|does not) /;

/** Returns `=` for the true state, `≈` for the position with other clocks, `≠` for all else. */
export const verdictSign = ({ verdict, knows }: Pick<Judgment, 'verdict' | 'knows'>): string =>
  verdict === 'exact' ? '=' : knows ? '≈' : '≠';

/** Returns a sentence of `core/metrics/sentence` with its quotations as code and its moves as links. */
export const sentenceContent = (sentence: string, links?: MoveLinks): Content[] =>
  sentence.split('`').map((part, i) => {
    if (i % 2 === 1) return part === '' ? null : h('code', null, part);
    return links === undefined ? part : linkedText(part, links);
  });

function linkedText(text: string, links: MoveLinks): Content[] {
  const content: Content[] = [];
  let end = 0;
  for (const { 0: move, index } of text.matchAll(/\d+\.(?:\.\.)?[A-Za-z][^\s;,:)]*/g)) {
    const at = links.steps.findIndex(({ name }) => name === move);
    if (at < 0) continue;
    content.push(text.slice(end, index));
    content.push(button(move, () => links.go(at), { class: 'link move-link', title: t('Show {0}', move) }));
    end = index + move.length;
  }
  content.push(text.slice(end));
  return content;
}

/**
 * Returns the label and the sentence about it: `gpt-4o thinks …`, `gpt-4o: exact`.
 *
 * @param note a remark on how the answer was read
 */
export function judgmentSentence(
  label: string,
  judgment: Judgment,
  links?: MoveLinks,
  note: JSX.Element | null = null,
): Content[] {
  const { sentence, knows } = judgment;
  return [
    h('span', { class: `sign ${knows ? 'right' : 'wrong'}`, 'aria-hidden': 'true' }, verdictSign(judgment)),
    ' ',
    h('span', { class: 'who' }, PREDICATE.test(sentence) ? label : `${label}:`),
    ' ',
    english(sentenceContent(sentence, links)),
    note === null ? null : ' ',
    note,
  ];
}

/** A separator that begins no line. */
const KEPT_DOT = PART_SEPARATOR.replace(' ', '\u00a0');

/** Returns the parts of a sentence, which are divided by semicolons outside of quotations. */
export const sentenceParts = (sentence: string): string[] => sentence.split(/; (?=(?:[^`]*`[^`]*`)*[^`]*$)/);

/** Returns verdict and numbers: `2 squares wrong (b5 b4) · 62/64 · p₄ 0.56 · r₄ 0.53 · edit 7`. */
export function judgmentNumbers({ verdict, verdictText }: Judgment): JSX.Element[] {
  const [phrase = '', ...rest] = verdictText.split(PART_SEPARATOR);
  const scores = rest.flatMap((part): Content[] => {
    const score = /^([pr][₀-₉]+) (.*)$/.exec(part);
    return score === null
      ? [KEPT_DOT, part]
      : [KEPT_DOT, h('span', { class: 'kept' }, `${score[1]} `, h('strong', null, score[2]))];
  });
  if (NO_STATE.has(verdict) && /[pr][₀-₉]+ 0/.test(verdictText)) {
    const title = t('What is no valid state has no legal moves to compare: its p and r count as 0.');
    scores.push(KEPT_DOT, h('span', { class: 'convention', title }, t('0 by convention')));
  }
  return [h('strong', { class: 'phrase', lang: 'en' }, phrase), h('span', { class: 'scores', lang: 'en' }, scores)];
}

/** Returns the sentence as a heading, and the numbers below it. */
export const statement = (label: string, judgment: Judgment, note: JSX.Element | null = null): JSX.Element =>
  h(
    'div',
    { class: 'statement' },
    h('h1', { class: 'sentence' }, judgmentSentence(label, judgment, undefined, note)),
    h('p', { class: 'numbers' }, judgmentNumbers(judgment)),
  );
