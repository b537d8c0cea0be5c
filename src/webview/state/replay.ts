import { h, type JSX } from 'preact';
import type { StateLine, TimelineCell, TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import { button, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Role of a step in a replay: the last right state, a step on the way, the misread move, the first wrong state, a later one. */
type ReplayRole = 'right' | 'between' | 'misread' | 'lost' | 'after';

/** Step of a replay. */
interface ReplayStep {
  /** Index in the line. */
  readonly at: number;
  readonly role: ReplayRole;
  /** Words about it; the sentences of the core in them are English. */
  readonly text: string;
}

/** Replay of the first loss of a model. */
export interface ReplayPlan {
  readonly label: string;
  readonly steps: readonly ReplayStep[];
}

/** Number of steps after the first wrong state. */
const AFTER = 3;

/**
 * Plans the replay of a row: from the last step at which it was right to its first wrong one and on. Returns the reason
 * where there is nothing to replay.
 */
export function planReplay(line: Pick<StateLine, 'steps'>, row: TimelineRow | null): ReplayPlan | string {
  if (row === null) return t('Select a model to replay its loss');
  const { cells, label } = row;
  const lost = cells.findIndex((cell) => cell?.knows === false);
  const cell = cells[lost];
  if (cell === undefined || cell === null)
    return row.asked === 0
      ? t('Nothing to replay: {0} was not asked here', label)
      : t('Nothing to replay: {0} is right wherever it was asked', label);
  const right = cells.slice(0, lost).reduce((last, other, at) => (other?.knows === true ? at : last), -1);
  const from = Math.max(0, right >= 0 ? right : lost - 1);
  const to = Math.min(line.steps.length - 1, lost + AFTER);
  const misread = misreadStep(line, cell, from, lost);
  const steps = Array.from({ length: to - from + 1 }, (_, i): ReplayStep => {
    const at = from + i;
    const name = line.steps[at]?.name ?? '';
    const role = roleAt(at, { right, misread, lost });
    return { at, role, text: stepText(role, name, row, cells[at] ?? null, cell) };
  });
  return { label, steps };
}

/** Returns the step of the move that was misread: the one that the cause names, if it is played here; else the first wrong one. */
function misreadStep({ steps }: Pick<StateLine, 'steps'>, { cause }: TimelineCell, from: number, lost: number): number {
  if (cause.move === null || cause.ply === null) return lost;
  const found = steps.findIndex(({ ply }) => ply === cause.ply);
  return found > from && found <= lost ? found : lost;
}

interface Turns {
  readonly right: number;
  readonly misread: number;
  readonly lost: number;
}

function roleAt(at: number, { right, misread, lost }: Turns): ReplayRole {
  if (at === right) return 'right';
  if (at === misread) return 'misread';
  if (at === lost) return 'lost';
  return at > lost ? 'after' : 'between';
}

function stepText(
  role: ReplayRole,
  name: string,
  { label }: TimelineRow,
  own: TimelineCell | null,
  lost: TimelineCell,
): string {
  switch (role) {
    case 'right':
      return t('{0}: {1} is still right', name, label);
    case 'misread':
      return t('{0} is misread: {1} {2}', name, label, lost.sentence);
    case 'lost':
    case 'between':
    case 'after':
      return own === null
        ? t('{0}: {1} was not asked here', name, label)
        : t('{0}: {1} {2}', name, label, own.sentence);
  }
}

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
