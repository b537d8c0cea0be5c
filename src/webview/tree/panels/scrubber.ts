import { simulationWords } from '../../../core/search/view/search-text.ts';
import { button, h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

/** Simulations a second that are played. */
const SPEEDS = [1, 2, 5, 10, 25, 100, 500];
const USUAL = 5;

export interface Scrubber extends Panel {
  /** Goes on or back by so many simulations. */
  step(by: number): void;
  /** Plays, or stands still. */
  play(): void;
}

/** Goes through the simulations of a search, or the evaluations of a trace. */
export class SimulationScrubber implements Scrubber {
  readonly #store: PanelContext['store'];
  readonly #range = h('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': t('Simulations'),
    input: () => this.#go(this.#range.valueAsNumber),
  });
  readonly #place = h('span', { class: 'place' });
  readonly #words = h('p', { class: 'did' });
  readonly #step = (sign: string, name: string, by: number): HTMLButtonElement =>
    button(sign, () => this.#go(this.#store.at + by), { 'aria-label': name, title: name });
  readonly #first = this.#step('«', t('Before the first'), Number.NEGATIVE_INFINITY);
  readonly #back = this.#step('‹', t('One back'), -1);
  readonly #on = this.#step('›', t('One forward'), 1);
  readonly #last = this.#step('»', t('After the last'), Number.POSITIVE_INFINITY);
  readonly #play = button('▶', () => this.#toggle(), { 'aria-label': t('Play'), title: t('Play (p)'), class: 'play' });
  readonly #speed = h(
    'select',
    { 'aria-label': t('Speed'), title: t('Simulations per second') },
    ...SPEEDS.map((n) => h('option', { value: n, selected: n === USUAL }, `${n}/s`)),
  );
  readonly #follow = button(
    t('Follow'),
    () => (this.#store.isAtEnd ? this.#store.hold() : this.#go(Number.POSITIVE_INFINITY)),
    {
      title: t('Follow each simulation as it completes'),
      class: 'toggle',
    },
  );
  readonly element = h(
    'div',
    { class: 'scrubber', role: 'group', 'aria-label': t('Position in the search') },
    h('div', { class: 'stepper' }, this.#first, this.#back, this.#play, this.#on, this.#last),
    this.#range,
    this.#place,
    this.#speed,
    this.#follow,
    this.#words,
  );
  /** The time that was played up to; undefined while it stands still. */
  #played: number | undefined;

  constructor({ store }: PanelContext) {
    this.#store = store;
  }

  step(by: number): void {
    this.#go(this.#store.at + by);
  }

  play(): void {
    this.#toggle();
  }

  update(changed: ReadonlySet<Part>): void {
    if (changed.has('source')) this.#played = undefined;
    if (hasAny(changed, 'source', 'tree', 'status')) this.#show();
  }

  #go(to: number): void {
    this.#pause();
    this.#store.goTo(to);
  }

  #pause(): void {
    this.#played = undefined;
    this.#show();
  }

  #toggle(): void {
    if (this.#played !== undefined) return this.#pause();
    if (this.#store.at >= this.#store.total) this.#store.goTo(0);
    this.#played = performance.now();
    this.#show();
    requestAnimationFrame((time) => this.#tick(time));
  }

  #tick(time: number): void {
    if (this.#played === undefined) return;
    const due = Math.floor(((time - this.#played) / 1000) * Number(this.#speed.value));
    if (due > 0) {
      this.#played = time;
      const to = this.#store.at + due;
      this.#store.goTo(to);
      if (to >= this.#store.total) return this.#pause();
    }
    requestAnimationFrame((time) => this.#tick(time));
  }

  #show(): void {
    const isPlaying = this.#played !== undefined;
    setText(this.#play, isPlaying ? '⏸' : '▶');
    this.#play.setAttribute('aria-label', isPlaying ? t('Pause') : t('Play'));
    this.#play.title = isPlaying ? t('Pause (p)') : t('Play (p)');
    const { stored, tree, states, at, total, isTrace } = this.#store;
    this.#range.max = String(total);
    this.#range.value = String(at);
    for (const item of [this.#first, this.#back]) item.disabled = at === 0;
    for (const item of [this.#on, this.#last]) item.disabled = at >= total;
    this.#play.disabled = total === 0;
    this.#follow.hidden = this.#store.source?.source !== 'search' || this.#store.status?.state === 'done';
    this.#follow.setAttribute('aria-pressed', String(this.#store.isAtEnd));
    this.#range.setAttribute('aria-label', isTrace ? t('Evaluations') : t('Simulations'));
    setText(this.#place, `${at} / ${total}`);
    const simulation = stored?.simulations[at - 1];
    const did =
      simulation === undefined || tree === undefined || states === undefined
        ? total === 0
          ? ''
          : isTrace
            ? t('Before the first evaluation')
            : t('Before the first simulation')
        : simulationWords(simulation, tree.root, (id) => tree.nodes.get(id), states);
    setText(this.#words, did);
    this.#words.title = did;
    this.#range.setAttribute('aria-valuetext', t('{0} of {1}. {2}', at, total, did));
  }
}
