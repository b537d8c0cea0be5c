import { h, type JSX } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { formatWholeNumber } from '../../core/base/text/counts.ts';
import type { Orientation } from '../../core/board/board-svg.ts';
import type { TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { readingNote } from '../common/candidates.ts';
import { button, type Content, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { PromotionDialog } from '../common/promotion.ts';
import { BoardPair } from '../common/state-board.ts';
import { judgmentNumbers, judgmentSentence, sentenceContent, sentenceParts } from '../common/statement.ts';
import { COMMAND_NAMES, commandButtons } from './commands.ts';
import { Headline, type Statement, type StepTexts } from './headline.ts';
import { commonMarks, commonSquaresText, modelCells, wrongCountBoard } from './together.ts';
import { boardExtras, boardPairView, notAsked, unprintedText, type View } from './view.ts';

/** Actions of the part above the timeline. */
export interface BeliefTargets {
  play(move: string): void;
  select(label: string | null): void;
  go(at: number): void;
  /** Shows another move of the text, by its index in `instead`. */
  instead(index: number): void;
  command(command: StateCommand): void;
}

interface BeliefProps {
  readonly view: View;
  readonly targets: BeliefTargets;
}

/** The sentence, the numbers, and the two boards: what is believed, in words and pictures. */
export function Belief({ view, targets }: BeliefProps): JSX.Element {
  const { line, accepts, predicts } = view;
  const isBare = line.rows.length === 0;
  const [more, setMore] = useState<Content>(null);
  const texts = useMemo(() => stepTexts(line), [line]);
  // Walks have no traces.
  const offers = accepts
    ? (['statelens.predictHere', 'statelens.traceGame'] as const)
    : (['statelens.predictHere'] as const);
  return h(
    'div',
    { class: isBare ? 'belief bare' : 'belief', id: 'belief', role: 'tabpanel', 'aria-label': t('Belief') },
    h(Headline, {
      statement: statementOf(view, targets),
      name: statementKey(view),
      texts,
      left: setMore,
    }),
    isBare && predicts ? commandButtons(offers, (name) => targets.command(name)) : null,
    h(Boards, { view, targets }),
    h('p', { class: 'more', lang: 'en' }, more),
    h('div', { class: 'below' }, positionLine(view, targets), accepts ? h(MoveForm, { view, targets }) : null),
  );
}

/** A move of a pawn to the last rank, whose piece is to be chosen. */
interface Promotion {
  readonly move: string;
  readonly side: Orientation;
}

/** Both boards; moves are made on the true one. */
function Boards({ view, targets }: BeliefProps): JSX.Element {
  const { line, accepts, here, row, step } = view;
  const place = useRef<HTMLDivElement>(null);
  const ask = useRef<(promotion: Promotion) => void>(() => undefined);
  const [, putBack] = useReducer((count: number) => count + 1, 0);
  const move = (from: string, to: string): void => {
    const fits = (here?.board?.legal ?? []).filter((legal) => legal.startsWith(from + to));
    if (fits.length <= 1) targets.play(fits[0] ?? from + to);
    else ask.current({ move: from + to, side: step.fen.split(' ')[1] === 'b' ? 'black' : 'white' });
  };
  const promote = ({ move: squares }: Promotion, piece: string | undefined): void => {
    if (piece === undefined) putBack(undefined);
    else targets.play(squares + piece);
    place.current?.focus();
  };
  const isAlone = line.rows.length === 0;
  const isTogether = row === null && !isAlone;
  const extras = boardExtras(here?.board, accepts);
  const pair = boardPairView(view);
  const instead = { caption: t('Wrong answers by square'), picture: isTogether ? wrongCountBoard(view) : undefined };
  return h(
    'div',
    { class: 'boards', tabindex: 0, role: 'group', 'aria-label': t('Boards; arrow keys step'), ref: place },
    h(BoardPair, {
      key: JSON.stringify(line.variant),
      view: isTogether ? { ...pair, instead } : pair,
      extras: isTogether ? { ...extras, marks: commonMarks(view) } : extras,
      isAlone,
      onMove: move,
    }),
    h(PromotionQuestion, { ask, promote }),
  );
}

interface PromotionQuestionProps {
  /** Set to the function that asks. */
  readonly ask: { current: (promotion: Promotion) => void };
  readonly promote: (promotion: Promotion, piece: string | undefined) => void;
}

/** The dialog of a promotion while one is asked for; the boards beside it are not rendered for it, and keep the move. */
function PromotionQuestion({ ask, promote }: PromotionQuestionProps): JSX.Element | null {
  const [promotion, setPromotion] = useState<Promotion | undefined>(undefined);
  ask.current = useCallback((question: Promotion) => setPromotion(question), []);
  if (promotion === undefined) return null;
  const choose = (piece: string | undefined): void => {
    setPromotion(undefined);
    promote(promotion, piece);
  };
  return h(PromotionDialog, { side: promotion.side, choose });
}

/** A field for a move. What was typed stays until the move is written, to be corrected where it is refused. */
function MoveForm({ view, targets }: BeliefProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = '';
  }, [view.step.fen]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const move = input.current?.value.trim() ?? '';
    if (move === '') return;
    targets.play(move);
    input.current?.select();
  };
  return h(
    'form',
    { onSubmit: submit },
    h('input', {
      ref: input,
      id: 'move',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: false,
      placeholder: 'Nf3',
      'aria-label': t('Play a move'),
    }),
    h('button', { type: 'submit', class: 'quiet' }, t('play')),
  );
}

/** Returns the side to move, other moves in the text, and its comment, in one line. */
function positionLine({ here }: View, targets: BeliefTargets): JSX.Element {
  const board = here?.board ?? null;
  const parts: Content[] = [];
  if (board !== null && board.stuckAt !== null) parts.push(h('strong', null, t('{0} cannot be played', board.stuckAt)));
  if (board !== null && board.situation !== '') parts.push(english(board.situation));
  if (here !== null && here.instead.length > 0) {
    const links = here.instead.map(({ name }, i) => [
      i === 0 ? '' : ' ',
      button(name, () => targets.instead(i), { class: 'link', title: t('Show {0}', name) }),
    ]);
    parts.push(h('span', null, `${t('instead:')} `, links));
  }
  if (board !== null && board.comment !== '') parts.push(h('q', null, board.comment));
  return h(
    'p',
    {
      // As for the statement, another text is another element.
      key: JSON.stringify([board?.stuckAt, board?.situation, board?.comment, here?.instead.map(({ name }) => name)]),
      class: 'here',
      title: board?.comment ?? '',
    },
    parts.map((part, i) => (i === 0 ? part : [' · ', part])),
  );
}

/**
 * Identifies the text of the statement. Another text is made of new elements: words that move within a sentence would count as shifts
 * of the layout.
 */
const statementKey = ({ at, row, cell, finding, reading }: View): string =>
  JSON.stringify([at, row?.label, cell?.sentence, cell?.verdictText, finding?.text, reading?.result.outcome]);

/** Returns a statement in one part. */
const whole = (sentence: Content, numbers: Content): Statement => ({
  sentence: () => sentence,
  parts: 1,
  rest: () => null,
  numbers,
});

/** @param addition more about the row, which the core words in English */
const words = (sentence: Content, numbers = '', addition = ''): Statement =>
  whole(sentence, numbers === '' ? null : plainWords(numbers, addition === '' ? null : english(`\u00a0· ${addition}`)));

/** Returns words in place of numbers. */
const plainWords = (...parts: readonly Content[]): JSX.Element => h('span', { class: 'words' }, ...parts);

/** Returns the reason for which nothing is judged at a step; the core words it. */
const unprinted = (view: View): Statement =>
  words(view.step.unjudged === undefined ? unprintedText(view) : english(unprintedText(view)));

function statementOf(view: View, targets: BeliefTargets): Statement {
  const { line, row, cell, at, finding, reading } = view;
  const hasStates = line.labels === 'states';
  const links = { steps: line.steps, go: (to: number) => targets.go(to) };
  const note = readingNote(reading?.result ?? null, reading?.raw ?? null);
  if (finding !== null) {
    const name = 'editor.action.quickFix';
    const title = finding.fixes.join('\n');
    const fixes =
      title === ''
        ? null
        : [
            button(COMMAND_NAMES[name], () => targets.command(name), { class: 'link move-link', title }),
            '\u00a0\u00a0',
          ];
    const text = english(finding.text);
    // The finding comes first if no model is judged here, and below a correct answer.
    if (line.rows.every(({ cells }) => !cells[at])) return whole(text, fixes);
    if (row !== null && cell?.verdict === 'exact')
      return whole(judgmentSentence(row.label, cell, links, note), plainWords(fixes, text));
  }
  if (line.rows.length === 0)
    return hasStates || view.step.unjudged !== undefined ? unprinted(view) : words(t('Nothing is predicted here'));
  if (row === null) return togetherText(view);
  if (cell === null) {
    const asked = askedText(row, line.steps.length);
    if (hasStates) return unprinted(view);
    const sentence = notAsked(row.label);
    const others = line.rows.filter(({ cells }) => cells[at]);
    const [only] = others;
    if (only === undefined) return words(sentence, asked, row.says);
    const [name, label] =
      others.length === 1
        ? [t('1 other model was'), only.label]
        : [t('{0} other models were', formatWholeNumber(others.length)), null];
    const link = button(name, () => targets.select(label), { class: 'link move-link', title: label ?? '' });
    return words([sentence, '; ', link], asked, row.says);
  }
  const parts = sentenceParts(cell.sentence);
  const first = (count: number): string => parts.slice(0, count).join('; ');
  return {
    sentence: (count) => judgmentSentence(row.label, { ...cell, sentence: first(count) }, links, note),
    parts: parts.length,
    rest: (count) => sentenceContent(parts.slice(count).join('; '), links),
    numbers: judgmentNumbers(cell),
  };
}

const askedText = ({ asked }: TimelineRow, steps: number): string =>
  steps === 1
    ? t('asked about {0} of 1 position here', asked)
    : t('asked about {0} of {1} positions here', asked, formatWholeNumber(steps));

/** Returns what is said of all models at the steps of a line. */
const stepTexts = ({ rows, steps }: View['line']): StepTexts => ({
  sentences: rows.flatMap(({ label, cells }) => {
    const elsewhere = [`${notAsked(label)}; ${t('{0} other models were', 10)}`];
    return cells.map((cell) =>
      cell === null
        ? elsewhere
        : sentenceParts(cell.sentence).map((part, i) => (i === 0 ? `≠ ${label}: ${part}` : part)),
    );
  }),
  numbers: rows.flatMap((row) =>
    row.cells.map((cell) => cell?.verdictText ?? `${askedText(row, steps.length)} · ${row.says}`),
  ),
});

/** Formats a count: `4 models here:`. */
function countedHere(count: number, noun: 'model' | 'state'): string {
  if (noun === 'state') return count === 1 ? t('1 state here:') : t('{0} states here:', formatWholeNumber(count));
  return count === 1 ? t('1 model here:') : t('{0} models here:', formatWholeNumber(count));
}

/** Returns the sentence about all models: `4 models: 1 exact, 3 wrong`; baselines are not counted. */
function togetherText(view: View): Statement {
  const cells = modelCells(view);
  const noun = view.line.labels === 'models' ? 'model' : 'state';
  if (cells.length === 0)
    return noun === 'state' ? unprinted(view) : words(t('No model was asked about this position'));
  const exact = cells.filter(({ verdict }) => verdict === 'exact').length;
  const known = cells.filter(({ verdict, knows }) => knows && verdict !== 'exact').length;
  const wrong = cells.length - exact - known;
  const parts = [
    ...(exact > 0 ? [t('{0} exact', exact)] : []),
    ...(known > 0 ? [t('{0} right but for the clocks', known)] : []),
    ...(wrong > 0 ? [t('{0} wrong', wrong)] : []),
  ];
  return words(`${countedHere(cells.length, noun)} ${parts.join(', ')}`, commonSquaresText(view));
}
