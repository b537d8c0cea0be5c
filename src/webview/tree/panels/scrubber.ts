import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import { simulationWords, stepWords } from '../../../core/search/view/search-text.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';

/** Speeds, in simulations a second. */
const SPEEDS = [1, 2, 5, 10, 25, 100, 500];
const USUAL = 5;

interface SimulationScrubberProps {
  /** Set to the component. */
  readonly handle: RefObject<SimulationScrubber | null>;
  readonly store: TreeStore;
}

/** Goes through the simulations of a search, or the evaluations of a trace. */
export class SimulationScrubber extends Component<SimulationScrubberProps> {
  readonly #speed = createRef<HTMLSelectElement>();
  /** The time that was played up to; undefined while it stands still. */
  #played: number | undefined;

  constructor(props: SimulationScrubberProps) {
    super(props);
    props.handle.current = this;
  }

  /** Goes forward or back by a number of simulations. */
  step(by: number): void {
    this.#go(this.props.store.at + by);
  }

  /** Plays, or stands still. */
  play(): void {
    if (this.#played !== undefined) {
      this.pause();
      return;
    }
    const { store } = this.props;
    if (store.at >= store.total) store.goTo(0);
    this.#played = performance.now();
    this.forceUpdate();
    requestAnimationFrame((time) => this.#tick(time));
  }

  /** Stands still. */
  pause(): void {
    this.#played = undefined;
    this.forceUpdate();
  }

  #go(to: number): void {
    this.pause();
    this.props.store.goTo(to);
  }

  #tick(time: number): void {
    if (this.#played === undefined) return;
    const { store } = this.props;
    const due = Math.floor(((time - this.#played) / 1000) * Number(this.#speed.current?.value ?? USUAL));
    if (due > 0) {
      this.#played = time;
      const to = store.at + due;
      store.goTo(to);
      if (to >= store.total) {
        this.pause();
        return;
      }
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  override render({ store }: SimulationScrubberProps): JSX.Element {
    const { at, total } = store;
    const did = simulationText(store);
    return h(
      'div',
      { class: 'scrubber', role: 'group', 'aria-label': t('Position in the search') },
      h(
        'div',
        { class: 'stepper' },
        this.#step('«', t('Before the first'), Number.NEGATIVE_INFINITY, at === 0),
        this.#step('‹', t('One back'), -1, at === 0),
        this.#playButton(total === 0),
        this.#step('›', t('One forward'), 1, at >= total),
        this.#step('»', t('After the last'), Number.POSITIVE_INFINITY, at >= total),
      ),
      this.#range(did),
      h('span', { class: 'place' }, `${at} / ${total}`),
      h(
        'select',
        {
          'aria-label': t('Speed'),
          title: store.isMarked ? t('Steps per second') : t('Simulations per second'),
          ref: this.#speed,
        },
        SPEEDS.map((speed) => h('option', { value: speed, selected: speed === USUAL }, `${speed}/s`)),
      ),
      this.#follow(),
      h('p', { class: 'did', title: did }, did),
    );
  }

  #step(sign: string, name: string, by: number, disabled: boolean): JSX.Element {
    return button(sign, () => this.step(by), { 'aria-label': name, title: name, disabled });
  }

  #playButton(disabled: boolean): JSX.Element {
    const isPlaying = this.#played !== undefined;
    return button(isPlaying ? '⏸' : '▶', () => this.play(), {
      'aria-label': isPlaying ? t('Pause') : t('Play'),
      title: isPlaying ? t('Pause (p)') : t('Play (p)'),
      class: 'play',
      disabled,
    });
  }

  #range(did: string): JSX.Element {
    const { at, total, isTrace, isMarked } = this.props.store;
    return h('input', {
      type: 'range',
      min: 0,
      max: total,
      step: 1,
      value: at,
      'aria-label': isMarked ? t('Steps') : isTrace ? t('Evaluations') : t('Simulations'),
      'aria-valuetext': t('{0} of {1}. {2}', at, total, did),
      onInput: ({ currentTarget }: Event) => this.#go((currentTarget as HTMLInputElement).valueAsNumber),
    });
  }

  #follow(): JSX.Element {
    const { store } = this.props;
    return button(t('Follow'), () => (store.isAtEnd ? store.hold() : this.#go(Number.POSITIVE_INFINITY)), {
      title: t('Follow each simulation as it completes'),
      class: 'toggle',
      hidden: store.source?.source !== 'search' || store.status?.state === 'done',
      'aria-pressed': store.isAtEnd,
    });
  }
}

/** Words what the present step of a trace is. */
function stepText({ stored, tree, states, at }: TreeStore): string {
  const step = stored?.steps[at - 1];
  const node = step && tree?.nodes.get(step.node);
  return step === undefined || node === undefined || states === undefined
    ? t('Before the first step')
    : stepWords(step, node, states);
}

/** Words what the present simulation did. */
function simulationText(store: TreeStore): string {
  const { stored, tree, states, at, total, isTrace, isMarked } = store;
  if (isMarked) return stepText(store);
  const simulation = stored?.simulations[at - 1];
  if (simulation !== undefined && tree !== undefined && states !== undefined)
    return simulationWords(simulation, tree.root, (id) => tree.nodes.get(id), states);
  if (total === 0) return '';
  return isTrace ? t('Before the first evaluation') : t('Before the first simulation');
}
