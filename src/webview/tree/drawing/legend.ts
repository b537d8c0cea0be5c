import { Fragment, h, type JSX } from 'preact';
import { formatScore } from '../../../core/metrics/score-format.ts';
import { TREE_STATUSES, type TreeStatus } from '../../../core/search/tree-status.ts';
import { sideWord } from '../../../core/search/view/node-values.ts';
import { getNodeMark } from '../../../core/search/view/picture.ts';
import { STATUS_SYMBOLS, statusWord } from '../../../core/search/view/status-look.ts';
import type { TreeCaption } from '../../../core/search/view/tree-svg.ts';
import { isSameBand, isSpread, type ValueBand, WHOLE_BAND } from '../../../core/search/view/value-band.ts';
import { t } from '../../common/l10n.ts';
import { mount } from '../../common/mount.ts';
import { type CanvasView, widthForm } from '../canvas-view.ts';
import { REFERENCE_SIGNS } from '../reference.ts';
import type { TreeBox } from './scene.ts';
import type { DrawingTheme } from './theme.ts';

/** Returns the meaning of widths in a drawing, as in exported pictures. */
function widthWords({ form, unit }: Pick<TreeCaption, 'form' | 'unit'>): string {
  if (unit === 'nodes') return form === 'icicle' ? t('width: nodes of the subtree') : t('thick line: chosen actions');
  if (form === 'boards') return t('thick line: chosen moves');
  if (form === 'icicle') return unit === 'visits' ? t('width: visits') : t('width: evaluations');
  return unit === 'visits' ? t('width of lines: visits') : t('width of lines: evaluations');
}

/** Signs that are explained once they were drawn. */
const SIGNS = {
  line: ['thick', '', t('expected line')],
  hallucination: ['hatched', '✕', t('no state')],
  diverged: ['', '◇', t('state that does not exist')],
  over: ['over', '', t('game over')],
  hidden: ['', '+4', t('hidden nodes')],
  waiting: ['', '4…', t('waiting for answers')],
  ghost: ['ghost', '', t('only in the reference')],
  other: ['', '≠', t('other than the reference, with its value')],
  extra: ['', '+', t('not in the reference')],
  missing: ['', '−2', t('nodes of the reference missing below')],
} as const;
type Sign = keyof typeof SIGNS;

/** The legend of colors and shapes below a drawing. */
export class DrawingLegend {
  readonly element = document.createElement('p');
  readonly #drawn = new Set<Sign | TreeStatus>();
  #explained = '';
  #statuses: DrawingTheme['values']['statuses'] | undefined;
  /** True if nodes have a status instead of a value. */
  #isMarked = false;
  #colors: readonly string[] = [];
  #side = '';
  #width = '';
  #band: ValueBand = WHOLE_BAND;

  constructor() {
    this.element.className = 'tree-legend';
    this.#mount();
  }

  /** Notes the signs of a box that is drawn. */
  saw({ look, hidden, ghost, sign = '' }: Pick<TreeBox, 'look' | 'hidden' | 'ghost' | 'sign'>): void {
    const drawn = this.#drawn;
    if (look.isPrincipal) drawn.add('line');
    if (look.status !== undefined) drawn.add(look.status);
    if (look.isHallucination) drawn.add('hallucination');
    if (getNodeMark(look) === 'diamond') drawn.add('diverged');
    if (look.isTerminal) drawn.add('over');
    if (hidden > 0) drawn.add('hidden');
    if (look.waiting > 0) drawn.add('waiting');
    if (ghost !== undefined) drawn.add('ghost');
    if (sign.startsWith(REFERENCE_SIGNS.other)) drawn.add('other');
    if (sign.startsWith(REFERENCE_SIGNS.extra)) drawn.add('extra');
    if (sign.includes(REFERENCE_SIGNS.missing)) drawn.add('missing');
  }

  /** Explains the signs that were drawn of this tree: those that are moved out of sight stay, pending answers do not. */
  explain(): void {
    const explained = [...TREE_STATUSES, ...Object.keys(SIGNS)]
      .filter((sign) => this.#drawn.has(sign as Sign | TreeStatus))
      .join(' ');
    this.#drawn.delete('waiting');
    if (explained === this.#explained) return;
    this.#explained = explained;
    this.#mount();
  }

  /** Begins with another tree, or another form of it. */
  restart(): void {
    this.#drawn.clear();
  }

  /** Shows the colors of a theme. */
  use({ values: { steps, statuses } }: DrawingTheme): void {
    this.#statuses = statuses;
    this.#colors = steps.length > 1 ? steps : [...steps, ...steps];
    this.#mount();
  }

  /** Shows the side of the values, and the meaning of widths. */
  show(view: Pick<CanvasView, 'layout' | 'pictures' | 'side' | 'unit'>): void {
    const side = sideWord(view.side);
    const width = widthWords({ form: widthForm(view), unit: view.unit });
    const isMarked = view.unit === 'nodes';
    if (side === this.#side && width === this.#width && isMarked === this.#isMarked) return;
    this.#side = side;
    this.#isMarked = isMarked;
    this.#width = width;
    this.#mount();
  }

  /** Shows the values over which the colors are spread. */
  spread(band: ValueBand): void {
    if (isSameBand(band, this.#band)) return;
    this.#band = band;
    this.#mount();
  }

  /** Returns the values that the colors stand for. */
  #valueText(): string {
    const { low, high } = this.#band;
    return isSpread(this.#band)
      ? t('Values for {0}, colors spread over {1} to {2}', this.#side, formatScore(low), formatScore(high))
      : t('Value for {0}, to move at the root:', this.#side);
  }

  /** Returns the statuses that were drawn, with shape and color. */
  #statusSigns(explained: ReadonlySet<string>): JSX.Element[] {
    return TREE_STATUSES.filter((status) => explained.has(status)).map((status) => {
      const style = { background: this.#statuses?.[status] ?? '' };
      return h(
        'span',
        { key: status },
        h('b', { class: 'status', 'aria-hidden': 'true', style }, STATUS_SYMBOLS[status]),
        statusWord(status),
      );
    });
  }

  #mount(): void {
    const explained = new Set(this.#explained.split(' '));
    const style = { background: `linear-gradient(to right, ${this.#colors.join(', ')})` };
    mount(
      h(
        Fragment,
        null,
        this.#isMarked ? this.#statusSigns(explained) : null,
        h(
          'span',
          { hidden: this.#isMarked },
          h('span', null, this.#valueText()),
          isSpread(this.#band) ? ' ' : ' 0 ',
          h('span', { class: 'tree-scale', 'aria-hidden': 'true', style }),
          isSpread(this.#band) ? '' : ' 1',
        ),
        h('span', null, h('b', { class: 'wide', 'aria-hidden': 'true' }), h('span', null, this.#width)),
        Object.entries(SIGNS).map(([sign, [type, text, words]]) =>
          h(
            'span',
            { hidden: !explained.has(sign) },
            h('b', { class: type, 'aria-hidden': 'true' }, text),
            sign === 'line' && this.#isMarked ? t('chosen') : words,
          ),
        ),
      ),
      this.element,
    );
  }
}
