import { comparedBuiltInWorld } from '../../core/board/world-board.ts';
import { type PageSample, sampleStatement } from '../../core/evaluation/report/list/listed-sample.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { VERDICTS, type Verdict } from '../../core/metrics/verdict.ts';
import type { SampleDetail } from '../../protocol/sample-detail.ts';
import { answerPart, type Folds, revealState } from '../common/answer.ts';
import { readingNote } from '../common/candidates.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import type { PairView } from '../common/pair-parts.ts';
import { pairPicture } from '../common/pair-picture.ts';
import { statement } from '../common/statement.ts';
import { groupDigits } from './digits.ts';

/** What can be done with a sample; in an exported page nothing. */
export interface SampleActions {
  /** Shows the move in its PGN, beside the report. */
  readonly open: (sample: number) => void;
  readonly compare: (sample: number) => void;
}

/** One sample beside the list: what the model believes, both boards, what it wrote, what it was asked. */
export class SamplePane {
  readonly element = h('div', { class: 'pane', role: 'region', 'aria-label': t('Chosen answer'), tabindex: 0 });
  readonly #actions: SampleActions | undefined;
  readonly #open = new Set<string>();
  #sample = -1;

  constructor(actions: SampleActions | undefined) {
    this.#actions = actions;
    this.empty();
  }

  /** Shows that there is nothing to show. */
  empty(): void {
    this.#sample = -1;
    this.element.replaceChildren(h('p', { class: 'quiet' }, t('No answer is found with these filters.')));
  }

  show(detail: SampleDetail): void {
    const { listed, sample, answer, verdictText } = detail;
    const isOther = sample !== this.#sample;
    this.#sample = sample;
    const { series, status } = listed;
    const said = {
      sentence: sampleStatement(listed),
      verdict: isVerdict(status) ? status : 'none',
      verdictText,
      knows: status === 'exact' || listed.cause === 'clocks' || listed.cause === 'notation',
    } as const;
    const folds: Folds = {
      open: this.#open,
      toggled: (name, isOpen) => void (isOpen ? this.#open.add(name) : this.#open.delete(name)),
    };
    const written =
      answer === null
        ? h('p', { class: 'quiet' }, t('The answer is not kept with the scores, and its run cannot be read again.'))
        : answerPart(answer, { variant: listed.variant, truth: listed.trueFen }, folds);
    this.element.replaceChildren(
      h('div', { class: 'pane-head' }, placeOf(listed), this.#toolbar(detail)),
      statement(series, said, readingNote(answer?.reading ?? null, answer?.raw ?? null)),
      ...boards(detail),
      h('h2', {}, t('What {0} wrote', series)),
      written,
      positions(listed),
    );
    if (isOther) this.element.scrollTop = 0;
    revealState(this.element);
  }

  #toolbar({ sample, listed: { games, variant } }: SampleDetail): HTMLElement | undefined {
    const actions = this.#actions;
    // A walk stands in no file, and no board shows its states.
    if (actions === undefined || isComparedWorld(variant)) return undefined;
    const open = button(t('Open in PGN'), () => actions.open(sample), {
      title: t('Show the move in its PGN, beside the report (O)'),
      disabled: games === null,
    });
    const compare = button(t('Compare'), () => actions.compare(sample), {
      title: t('Compare the answer with the true state (C)'),
    });
    return h('div', { class: 'toolbar' }, open, compare);
  }
}

const isVerdict = (status: string): status is Verdict => VERDICTS.some((one) => one === status);

/** `12...O-O`, then `ply 24 · Ruy Lopez · game 3 (name) · games.pgn`. */
function placeOf({ games, game, gameName, move, ply, opening, template }: PageSample): HTMLElement {
  const number = groupDigits(game + 1);
  const name = gameName === null ? t('game {0}', number) : t('game {0} ({1})', number, gameName);
  const rest = [t('ply {0}', ply), opening, name, games, template].filter((part) => part !== null).join(' · ');
  return h('p', { class: 'place', title: rest }, h('strong', {}, move ?? (ply === 0 ? t('start') : '')), ` ${rest}`);
}

/** Both boards; none for states of a world without pictures, whose texts stand below the answer. */
function boards({ listed, lastMove, blame }: SampleDetail): HTMLElement[] {
  const { variant, series, trueFen, predicted, ply, move, status } = listed;
  if (isComparedWorld(variant) && comparedBuiltInWorld(variant)?.draw === undefined) return [];
  const pair: PairView = {
    variant,
    labels: 'models',
    step: { ply, name: move ?? t('ply {0}', ply), fen: trueFen, lastMove },
    before: null,
    label: series,
    cell: status === 'failed' ? null : { fen: predicted, blame },
    // One way up for all: who goes from one to the next finds the same squares in the same places.
    orientation: 'white',
  };
  return [pairPicture(pair)];
}

/** Both states as texts to be copied. */
const positions = ({ trueFen, predicted }: PageSample): HTMLElement =>
  h(
    'dl',
    { class: 'states' },
    h('dt', {}, t('true')),
    h('dd', {}, h('code', {}, trueFen)),
    ...(predicted === null ? [] : [h('dt', {}, t('believed')), h('dd', {}, h('code', {}, predicted))]),
  );
