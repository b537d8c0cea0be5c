import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView, StoredAnswer } from '../../protocol/state.ts';
import { h } from '../common/dom.ts';
import { AllPart } from './all.ts';
import { AnswersPart, type AnswerTargets } from './answers.ts';
import { BeliefPart, type BeliefTargets } from './belief.ts';
import { copiesOf } from './copy.ts';
import { DetailPart, type DetailTargets, LISTS } from './details.ts';
import { Header, type HeaderTargets } from './header.ts';
import { StripPart, type StripTargets } from './strip.ts';
import type { View } from './view.ts';

/** What the parts ask of the page. */
export type PageTargets = HeaderTargets & BeliefTargets & StripTargets & AnswerTargets & DetailTargets;

/** What is shown besides the view. */
export interface Shown {
  readonly pinned: boolean;
  /** Undefined until the extension has said it. */
  readonly answers: readonly StoredAnswer[] | undefined;
  readonly result: ComparisonResult | undefined;
  /** The answer beside its reference, where somebody has asked for one. */
  readonly reference: ReferenceView | null;
}

/** The parts of the page, from top to bottom. */
export class PageParts {
  readonly element: HTMLElement;
  readonly #header: Header;
  readonly #belief: BeliefPart;
  readonly #strip: StripPart;
  readonly #all: AllPart;
  readonly #answers: AnswersPart;
  readonly #details: DetailPart;

  constructor(targets: PageTargets) {
    this.#header = new Header(targets);
    this.#belief = new BeliefPart(targets);
    this.#strip = new StripPart(targets);
    this.#all = new AllPart((label) => targets.select(label));
    this.#answers = new AnswersPart(targets);
    this.#details = new DetailPart(targets);
    const parts = [this.#header, this.#belief, this.#strip, this.#all, this.#answers, this.#details];
    this.element = h('div', { class: 'content' }, ...parts.map(({ element }) => element));
  }

  show(view: View, { pinned, answers, result, reference }: Shown): void {
    this.#header.show(view, pinned);
    this.#belief.show(view);
    this.#strip.show(view);
    this.#all.show(view);
    this.#answers.show(view, answers);
    this.#details.show(view, result, reference);
    this.#header.offer(copiesOf({ view, result, answers }), view.line.rows.length > 0);
  }

  /** Scrolls to what the open model wrote: the sample that the label names. */
  scrollToAnswer(label: string): void {
    this.#answers.scrollTo(label);
  }

  /** Unfolds the lists of the answer, beside its reference where that is known, and goes there. */
  revealLists(): void {
    this.#details.reveal(LISTS);
  }

  /** Puts back what was moved on the board, until it is written. */
  putBack(): void {
    this.#belief.putBack();
  }
}
