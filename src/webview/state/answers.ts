import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { type AskedState, answerPart, type Folds, foldsOf, revealState, stateText } from '../common/answer.ts';
import { button, h, setText } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { notAskedSentence, unprintedText, type View } from './view.ts';

/** What the part of the answer asks for. */
export interface AnswerTargets extends Folds {
  reveal(label: string): void;
  /** Writes another state of an answer into the prediction of its label. */
  take(label: string, state: string): void;
  command(command: StateCommand): void;
}

/** What the open model wrote about the position: the answer, or the state alone where nothing is kept. */
export class AnswersPart {
  readonly element: HTMLElement;
  readonly #targets: AnswerTargets;
  readonly #title = h('h2', { id: 'answer-title' });
  readonly #samples = h('div', { class: 'samples', role: 'group', 'aria-label': t('Samples') });
  readonly #reveal: HTMLButtonElement;
  readonly #body = h('div', { class: 'answer-body' });
  /** The label with the number of its sample that was chosen, for the step that is shown. */
  #chosen: string | undefined;
  #view: View | undefined;
  #answers: readonly StoredAnswer[] | undefined;

  constructor(targets: AnswerTargets) {
    this.#targets = targets;
    this.#reveal = button(t('show in the text'), () => this.#show(), { class: 'link' });
    this.element = h(
      'section',
      { class: 'wrote', 'aria-labelledby': 'answer-title' },
      h('div', { class: 'section-head' }, this.#title, this.#samples, this.#reveal),
      this.#body,
    );
  }

  /** @param answers what is kept about the step; undefined until that is known */
  show(view: View, answers: readonly StoredAnswer[] | undefined): void {
    const { row, cell, line, inDocument } = view;
    const before = this.#view;
    this.element.hidden = row === null;
    // With each score that comes the line is another one, and its rows too.
    const isSame = before?.at === view.at && before.step.fen === view.step.fen && before.row?.label === row?.label;
    if (!isSame) this.#chosen = undefined;
    else if (this.#answers === answers && before.cell === cell && before.inDocument === inDocument) return;
    this.#view = view;
    this.#answers = answers;
    if (row === null) return;
    setText(this.#title, line.labels === 'models' ? t('What {0} wrote', row.label) : t('What is printed'));
    this.#reveal.hidden = cell === null || !inDocument;
    this.#fill();
  }

  /** Shows the sample that a label names, and scrolls no further than to have it in sight; the keyboard stays where it is. */
  scrollTo(label: string): void {
    this.#chosen = label;
    this.#fill();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  #fill(): void {
    const view = this.#view;
    if (view === undefined || view.row === null) return;
    const { row, cell } = view;
    const ofModel = (this.#answers ?? []).filter(({ label }) => withoutSample(label) === row.label);
    const wanted = this.#chosen ?? cell?.label;
    const answer = ofModel.find(({ label }) => label === wanted) ?? ofModel[0];
    this.#samples.replaceChildren(
      ...(ofModel.length > 1 ? ofModel.map((one) => this.#sample(one, one === answer)) : []),
    );
    const asked = { variant: view.line.variant, truth: view.step.fen };
    const part = answer === undefined ? this.#unkept(view, row.label) : this.#written(answer, view, asked);
    this.#body.replaceChildren(part);
    // A state alone stands at the top of its box.
    if (answer !== undefined) revealState(part);
  }

  #written(answer: StoredAnswer, { cell, inDocument }: View, asked: AskedState): HTMLElement {
    const take = (label: string, state: string): void => this.#targets.take(label, state);
    return answerPart(answer, asked, this.#targets, inDocument && cell !== null ? take : undefined);
  }

  #sample(answer: StoredAnswer, isShown: boolean): HTMLElement {
    const number = answer.label.slice(withoutSample(answer.label).length).replace('#', '') || '1';
    const choose = (): void => {
      this.#chosen = answer.label;
      this.#fill();
      this.#samples.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    };
    return button(number, choose, { 'aria-pressed': String(isShown), title: answer.label, class: 'quiet' });
  }

  /** The predicted text where the answer is not kept, and how answers are kept. */
  #unkept(view: View, label: string): HTMLElement {
    const { cell, line, step } = view;
    const known = this.#answers !== undefined;
    const text =
      cell === null
        ? h(
            'p',
            { class: 'text-box no-text' },
            line.labels === 'states' ? `${unprintedText(view)}.` : notAskedSentence(label),
          )
        : cell.fen === null
          ? h('p', { class: 'text-box no-text' }, t('The prediction in the text has no state.'))
          : h(
              'pre',
              { class: 'text-box raw', tabindex: 0, role: 'region', 'aria-label': t('Predicted state') },
              ...(cell.printed === undefined ? [] : [`${cell.printed}\n${t('read as')} `]),
              h('mark', { class: 'extracted' }, ...stateText(cell.fen, { variant: line.variant, truth: step.fen })),
            );
    return h(
      'div',
      { class: 'answer' },
      text,
      h('p', { class: 'facts' }, ...(known ? this.#howToKeep(view) : [])),
      h('p', { class: 'reading' }),
      foldsOf(known ? null : undefined, this.#targets),
    );
  }

  #howToKeep({ line, predicts, asks, cell }: View): (Node | string)[] {
    if (line.labels === 'states') return [];
    const why = cell === null ? '' : `${t('No answer is kept for this prediction.')} `;
    if (!predicts) return [why];
    const name = asks === '' ? t('Predict State Here') : t('Ask {0} here', asks);
    const predict = button(name, () => this.#targets.command('statelens.predictHere'), {
      class: 'link',
    });
    return [why, predict];
  }

  #show(): void {
    const label = this.#view?.cell?.label;
    if (label !== undefined) this.#targets.reveal(label);
  }
}
