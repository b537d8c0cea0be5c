import { formatWholeNumber } from '../../core/base/text/counts.ts';
import type { ComparisonRules } from '../../core/metrics/comparison-rules.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { BoardPair } from '../common/board-pair.ts';
import { readingNote } from '../common/candidates.ts';
import { button, english, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { askPromotion } from '../common/promotion.ts';
import { numberNodes, saidNodes } from '../common/statement.ts';
import { commandButtons, NAMES } from './nothing.ts';
import { modelCells, squaresOfAll, togetherBoard, wrongInAll } from './together.ts';
import { extrasOf, notAsked, pairOf, unprintedText, type View } from './view.ts';

/** What the part above the strip asks for. */
export interface BeliefTargets {
  play(move: string): void;
  select(label: string | null): void;
  go(at: number): void;
  /** Shows another move of the text, by its index in `instead`. */
  instead(index: number): void;
  command(command: StateCommand): void;
}

/** The sentence, the numbers, and the two boards: what is believed, in words and to look at. */
export class BeliefPart {
  readonly element: HTMLElement;
  readonly #targets: BeliefTargets;
  readonly #sentence = h('h1', { class: 'sentence' });
  readonly #numbers = h('p', { class: 'numbers' });
  readonly #place = h('div', {
    class: 'boards',
    tabindex: 0,
    role: 'group',
    'aria-label': t('Boards; arrow keys step'),
  });
  readonly #here = h('p', { class: 'here' });
  readonly #input = h('input', {
    id: 'move',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'Nf3',
    'aria-label': t('Play a move'),
  });
  readonly #form: HTMLFormElement;
  /** What to do where nothing is predicted. */
  readonly #offer: HTMLElement;
  #pair: { readonly variant: ComparisonRules; readonly boards: BoardPair } | undefined;
  #view: View | undefined;

  constructor(targets: BeliefTargets) {
    this.#targets = targets;
    this.#form = h(
      'form',
      { submit: (event) => this.#typed(event) },
      this.#input,
      h('button', { type: 'submit', class: 'quiet' }, t('play')),
    );
    this.#offer = commandButtons(['statelens.predictHere', 'statelens.traceGame'], (name) => targets.command(name));
    this.element = h(
      'div',
      { class: 'belief', id: 'belief', role: 'tabpanel', 'aria-label': t('Belief') },
      // What is cut is shown whole under the pointer and the keyboard, above what stands below it.
      h(
        'div',
        { class: 'statement', tabindex: 0, role: 'group', 'aria-label': t('Statement') },
        h('div', { class: 'said' }, this.#sentence, this.#numbers),
      ),
      this.#offer,
      this.#place,
      h('div', { class: 'below' }, this.#here, this.#form),
    );
  }

  show(view: View): void {
    const { line, accepts, predicts, here, row, step } = view;
    if (this.#view?.step.fen !== step.fen) this.#input.value = '';
    this.#view = view;
    const { sentence, numbers } = statementOf(view, this.#targets);
    this.#sentence.replaceChildren(...sentence);
    this.#numbers.replaceChildren(...numbers);
    const isBare = line.rows.length === 0;
    const boards = this.#boards(line.variant);
    boards.element.classList.toggle('alone', isBare);
    const extras = extrasOf(here?.board, accepts);
    if (row === null && !isBare) {
      const instead = { caption: t('Wrong answers by square'), picture: togetherBoard(view) };
      boards.show({ ...pairOf(view), instead }, { ...extras, marks: squaresOfAll(view) });
    } else boards.show(pairOf(view), extras);
    this.element.classList.toggle('bare', isBare);
    this.#offer.hidden = !isBare || !predicts;
    // walks have no traces
    this.#offer.lastElementChild?.toggleAttribute('hidden', !accepts);
    this.#form.hidden = !accepts;
    this.#showHere(view);
  }

  /** Puts back what was moved on the board, until it is written. */
  putBack(): void {
    if (this.#view !== undefined) this.show(this.#view);
  }

  #boards(variant: ComparisonRules): BoardPair {
    if (this.#pair?.variant === variant) return this.#pair.boards;
    this.#pair?.boards.destroy();
    const boards = new BoardPair(variant, (from, to) => this.#moved(from, to));
    this.#pair = { variant, boards };
    this.#place.replaceChildren(boards.element);
    return boards;
  }

  /** Side to move, other moves in the text, and its comment, in one line. */
  #showHere({ here }: View): void {
    const board = here?.board ?? null;
    const parts: (string | Node)[] = [];
    if (board !== null && board.stuckAt !== null) parts.push(h('strong', {}, t('{0} cannot be played', board.stuckAt)));
    if (board !== null && board.situation !== '') parts.push(english(board.situation));
    if (here !== null && here.instead.length > 0) {
      const links = here.instead.map(({ name }, i) =>
        button(name, () => this.#targets.instead(i), { class: 'link', title: t('Show {0}', name) }),
      );
      parts.push(h('span', {}, `${t('instead:')} `, ...links.flatMap((link, i) => (i === 0 ? [link] : [' ', link]))));
    }
    if (board !== null && board.comment !== '') parts.push(h('q', {}, board.comment));
    this.#here.replaceChildren(...parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part])));
    this.#here.title = board?.comment ?? '';
  }

  #moved(from: string, to: string): void {
    const view = this.#view;
    if (view === undefined) return;
    const fits = (view.here?.board?.legal ?? []).filter((move) => move.startsWith(from + to));
    if (fits.length <= 1) {
      this.#targets.play(fits[0] ?? from + to);
      return;
    }
    const side = view.step.fen.split(' ')[1] === 'b' ? 'black' : 'white';
    askPromotion(this.element, side, (piece) => {
      if (piece === undefined) this.putBack();
      else this.#targets.play(from + to + piece);
      this.#place.focus();
    });
  }

  #typed(event: Event): void {
    event.preventDefault();
    const move = this.#input.value.trim();
    if (move === '') return;
    this.#targets.play(move);
    // It stays until it is written, to be corrected where it is refused.
    this.#input.select();
  }
}

interface Statement {
  readonly sentence: readonly Node[];
  readonly numbers: readonly (Node | string)[];
}

/** @param says more of the row, which the core says in English */
const words = (sentence: string | Node, numbers = '', says = ''): Statement => ({
  sentence: [typeof sentence === 'string' ? document.createTextNode(sentence) : sentence],
  numbers: numbers === '' ? [] : [shortWords(numbers, ...(says === '' ? [] : [english(`\u00a0· ${says}`)]))],
});

/** Words in place of numbers: that there is no room for all is seen at their end, and under the pointer they are whole. */
const shortWords = (...parts: readonly (Node | string)[]): HTMLElement => h('span', { class: 'words' }, ...parts);

/** Why nothing is judged at a step is said by the core. */
const unprinted = (view: View): Statement =>
  words(view.step.unjudged === undefined ? unprintedText(view) : english(unprintedText(view)));

function statementOf(view: View, targets: BeliefTargets): Statement {
  const { line, row, cell, at, finding, reading } = view;
  const isOfStates = line.labels === 'states';
  const links = { steps: line.steps, go: (to: number) => targets.go(to) };
  const note = readingNote(reading?.of ?? null, reading?.raw ?? null);
  if (finding !== null) {
    const name = 'editor.action.quickFix';
    const title = finding.fixes.join('\n');
    const fixes =
      title === ''
        ? []
        : [button(NAMES[name], () => targets.command(name), { class: 'link move-link', title }), '\u00a0\u00a0'];
    const text = english(finding.text);
    // It leads where nothing is judged, and stands below what is right.
    if (line.rows.every(({ cells }) => !cells[at])) return { sentence: [text], numbers: fixes };
    if (row !== null && cell?.verdict === 'exact')
      return { sentence: saidNodes(row.label, cell, links, note), numbers: [shortWords(...fixes, text)] };
  }
  if (line.rows.length === 0)
    return isOfStates || view.step.unjudged !== undefined ? unprinted(view) : words(t('Nothing is predicted here'));
  if (row === null) return togetherText(view);
  if (cell === null) {
    const { length } = line.steps;
    const asked =
      length === 1
        ? t('asked about {0} of 1 position here', row.asked)
        : t('asked about {0} of {1} positions here', row.asked, formatWholeNumber(length));
    if (isOfStates) return unprinted(view);
    const said = words(notAsked(row.label), asked, row.says);
    const others = line.rows.filter(({ cells }) => cells[at]);
    const [only] = others;
    if (only === undefined) return said;
    const [name, label] =
      others.length === 1
        ? [t('1 other model was'), only.label]
        : [t('{0} other models were', formatWholeNumber(others.length)), null];
    const link = button(name, () => targets.select(label), { class: 'link move-link', title: label ?? '' });
    return { ...said, sentence: [...said.sentence, document.createTextNode('; '), link] };
  }
  return { sentence: saidNodes(row.label, cell, links, note), numbers: numberNodes(cell) };
}

/** `4 models here:` */
function countedHere(count: number, noun: 'model' | 'state'): string {
  if (noun === 'state') return count === 1 ? t('1 state here:') : t('{0} states here:', formatWholeNumber(count));
  return count === 1 ? t('1 model here:') : t('{0} models here:', formatWholeNumber(count));
}

/** `4 models: 1 exact, 3 wrong`; baselines are not counted. */
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
  return words(`${countedHere(cells.length, noun)} ${parts.join(', ')}`, wrongInAll(view));
}
