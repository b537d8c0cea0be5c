import type { StateStep, TimelineCell as StripCell } from '../../core/evaluation/game-trace/timeline.ts';
import type { Verdict } from '../../core/metrics/verdict.ts';
import { PART_SEPARATOR } from '../../core/metrics/wording.ts';
import { button, english, h } from './dom.ts';
import { t } from './l10n.ts';

/** What is said of a prediction. */
export type Said = Pick<StripCell, 'sentence' | 'verdict' | 'verdictText' | 'knows'>;

/** Makes links of the moves that a sentence names. */
export interface MoveLinks {
  readonly steps: readonly Pick<StateStep, 'name'>[];
  /** Shows a step, by its index. */
  go(at: number): void;
}

/** Verdicts of answers that are no state: their p and r are 0 by convention (docs/metrics.md). */
const NO_STATE: ReadonlySet<Verdict> = new Set<Verdict>(['none', 'unparsable', 'format', 'impossible']);

/** Sentences whose subject is the model. */
const PREDICATE = /^(?:thinks|puts|shows|sees|took|still has|does not) /;

/** `=` for the true state, `≈` for the position with other clocks, `≠` for all else. */
export const verdictSign = ({ verdict, knows }: Pick<Said, 'verdict' | 'knows'>): string =>
  verdict === 'exact' ? '=' : knows ? '≈' : '≠';

/** A sentence of `core/metrics/sentence` with its quotations as code and its moves as links. */
export function sentenceNodes(sentence: string, links?: MoveLinks): Node[] {
  return sentence.split('`').flatMap((part, i) => {
    if (i % 2 === 1) return part === '' ? [] : [h('code', {}, part)];
    return withLinks(part, links);
  });
}

function withLinks(text: string, links: MoveLinks | undefined): Node[] {
  if (links === undefined) return text === '' ? [] : [document.createTextNode(text)];
  const nodes: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(/\d+\.(?:\.\.)?[A-Za-z][^\s;,:)]*/g)) {
    const at = links.steps.findIndex(({ name }) => name === match[0]);
    if (at < 0) continue;
    nodes.push(document.createTextNode(text.slice(end, match.index)));
    nodes.push(button(match[0], () => links.go(at), { class: 'link move-link', title: t('Show {0}', match[0]) }));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

/**
 * `gpt-4o thinks …`, `gpt-4o: exact`: the sentence behind the label that it is about.
 *
 * @param note what has to be known of how the answer was read
 */
export function saidNodes(label: string, said: Said, links?: MoveLinks, note?: Node): Node[] {
  const sign = h('span', { class: `sign ${said.knows ? 'right' : 'wrong'}`, 'aria-hidden': 'true' }, verdictSign(said));
  const who = h('span', { class: 'who' }, PREDICATE.test(said.sentence) ? label : `${label}:`);
  return [
    sign,
    document.createTextNode(' '),
    who,
    document.createTextNode(' '),
    english(...sentenceNodes(said.sentence, links)),
    ...(note === undefined ? [] : [document.createTextNode(' '), note]),
  ];
}

/** No line begins with it. */
const KEPT_DOT = PART_SEPARATOR.replace(' ', '\u00a0');

/** Verdict and numbers: `2 squares wrong (b5 b4) · 62/64 · p₄ 0.56 · r₄ 0.53 · edit 7`. */
export function numberNodes({ verdict, verdictText }: Said): Node[] {
  const [phrase = '', ...rest] = verdictText.split(PART_SEPARATOR);
  const scores = rest.flatMap((part): (Node | string)[] => {
    const score = /^([pr][₀-₉]+) (.*)$/.exec(part);
    return score === null
      ? [KEPT_DOT, part]
      : [KEPT_DOT, h('span', { class: 'kept' }, `${score[1]} `, h('strong', {}, score[2]))];
  });
  // Where the scores stand below the phrase, it has no use.
  if (scores.length > 0) scores[0] = h('span', { class: 'first-dot' }, KEPT_DOT);
  if (NO_STATE.has(verdict) && /[pr][₀-₉]+ 0/.test(verdictText)) {
    const title = t('What is no valid state has no legal moves to compare: its p and r count as 0.');
    scores.push(KEPT_DOT, h('span', { class: 'convention', title }, t('0 by convention')));
  }
  return [
    h('strong', { class: 'phrase', title: phrase, lang: 'en' }, phrase),
    h('span', { class: 'scores', lang: 'en' }, ...scores),
  ];
}

/** The sentence as a heading, and the numbers below it. */
export const statement = (label: string, said: Said, note?: Node): HTMLElement =>
  h(
    'div',
    { class: 'statement' },
    h('h1', { class: 'sentence' }, ...saidNodes(label, said, undefined, note)),
    h('p', { class: 'numbers' }, ...numberNodes(said)),
  );
