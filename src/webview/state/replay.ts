import { h, type JSX } from 'preact';
import { button, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import type { ReplayPlan, ReplayRole, ReplayStep } from './replay-plan.ts';

/** Milliseconds that a step is shown: the misread move and what follows from it are held. */
const DWELL: Readonly<Record<ReplayRole, number>> = {
  right: 1200,
  between: 700,
  misread: 3200,
  lost: 3200,
  after: 1200,
};

/** A replay as it is shown. */
export interface ReplayState {
  readonly plan: ReplayPlan;
  /** Index in the steps of the plan. */
  readonly index: number;
  readonly isPlaying: boolean;
  /** Steps by key alone, for those who want no motion. */
  readonly isStill: boolean;
}

/** Actions of a replay. */
export interface ReplayTargets {
  /** Plays the loss of the open model. */
  replay(): void;
  /** Pauses the replay or plays on; without motion goes to the next step. Returns false where there is no replay. */
  pauseReplay(): boolean;
  /** Ends the replay. Returns false where there is none. */
  stopReplay(): boolean;
}

/** Plays a plan step by step. */
export class ReplayPlayer {
  readonly #show: (at: number) => void;
  readonly #changed: () => void;
  #state: ReplayState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param show shows a step of the line
   * @param changed is called when the state of the replay has changed
   */
  constructor(show: (at: number) => void, changed: () => void) {
    this.#show = show;
    this.#changed = changed;
  }

  get state(): ReplayState | undefined {
    return this.#state;
  }

  /** Plays a plan; returns the reason in its place, if there is nothing to replay. */
  start(plan: ReplayPlan | string): string | undefined {
    if (typeof plan === 'string') return plan;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#go({ plan, index: 0, isPlaying: !isStill, isStill });
    return undefined;
  }

  /** Pauses, or plays on; at the end from the beginning. */
  pause(): boolean {
    const state = this.#state;
    if (state === undefined) return false;
    const isAtEnd = state.index === state.plan.steps.length - 1;
    if (state.isStill) this.#go({ ...state, index: isAtEnd ? 0 : state.index + 1 });
    else if (state.isPlaying) this.#go({ ...state, isPlaying: false });
    else this.#go({ ...state, isPlaying: true, index: isAtEnd ? 0 : state.index });
    return true;
  }

  stop(): boolean {
    if (this.#state === undefined) return false;
    clearTimeout(this.#timer);
    this.#state = undefined;
    this.#changed();
    return true;
  }

  /** Ends the replay if another step or another row is shown. */
  check(at: number, label: string | null): void {
    const { plan, index } = this.#state ?? {};
    if (plan !== undefined && (plan.label !== label || plan.steps[index ?? 0]?.at !== at)) this.stop();
  }

  #go(state: ReplayState): void {
    clearTimeout(this.#timer);
    const { plan, index } = state;
    const step = plan.steps[index];
    if (step === undefined) return;
    const hasNext = index < plan.steps.length - 1;
    const before = this.#state;
    this.#state = { ...state, isPlaying: state.isPlaying && hasNext };
    if (before?.plan !== plan || before.index !== index) this.#show(step.at);
    this.#changed();
    if (state.isPlaying && hasNext)
      this.#timer = setTimeout(() => this.#go({ ...state, index: index + 1 }), DWELL[step.role]);
  }
}

interface ReplayBarProps {
  readonly replay: ReplayState;
  readonly targets: ReplayTargets;
}

/** The words of the present step of a replay, with its buttons; over the lower end of the page. */
export function ReplayBar({ replay, targets }: ReplayBarProps): JSX.Element | null {
  const { plan, index } = replay;
  const step = plan.steps[index];
  if (step === undefined) return null;
  return h(
    'section',
    { class: `replay ${step.role}`, 'aria-label': t('Replay of the loss') },
    h('p', { class: 'replay-text', role: 'status' }, english(step.text)),
    h(
      'div',
      { class: 'toolbar' },
      h('span', { class: 'replay-count' }, t('{0} of {1}', index + 1, plan.steps.length)),
      button(pauseName(replay, step), () => void targets.pauseReplay(), { class: 'quiet', title: t('Space') }),
      button(t('stop'), () => void targets.stopReplay(), { class: 'quiet', title: t('Esc') }),
    ),
  );
}

function pauseName({ plan, isPlaying, isStill }: ReplayState, step: ReplayStep): string {
  if (step === plan.steps.at(-1)) return t('again');
  if (isStill) return t('next');
  return isPlaying ? t('pause') : t('play on');
}
