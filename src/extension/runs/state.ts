import type { RunStop } from '../../models/runs/run-engine.ts';

/**
 * Where a run of this window is. `queued`: another run of its experiment goes first. `pausing` and `cancelling`: requests are
 * still on their way. `incomplete`: it came to its end, and some requests failed or were not in a pilot.
 */
export type RunPhase =
  | 'queued'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'cancelling'
  | 'stopped'
  | 'incomplete'
  | 'complete';

export interface RunState {
  readonly phase: RunPhase;
  /** Of `stopped`: why, without a full stop. */
  readonly reason?: string;
}

/** What happens to a run. */
export type RunStep =
  | { readonly type: 'begin' | 'pause' | 'resume' | 'cancel' }
  | { readonly type: 'end'; readonly stop: RunStop | undefined; readonly isComplete: boolean }
  | { readonly type: 'refused'; readonly message: string };

const CANCELLED: RunState = { phase: 'stopped', reason: 'cancelled' };

/** Where a run is after a step; as it was where the step means nothing there. */
export function nextRunState(state: RunState, step: RunStep): RunState {
  const { phase } = state;
  const isAsking = phase === 'running' || phase === 'pausing' || phase === 'cancelling';
  switch (step.type) {
    case 'begin':
      return phase === 'queued' ? { phase: 'running' } : state;
    case 'pause':
      if (phase === 'queued') return { phase: 'paused' };
      return phase === 'running' ? { phase: 'pausing' } : state;
    case 'resume':
      return phase === 'paused' || phase === 'stopped' || phase === 'incomplete' ? { phase: 'queued' } : state;
    case 'cancel':
      if (phase === 'queued' || phase === 'paused') return CANCELLED;
      return phase === 'running' || phase === 'pausing' ? { phase: 'cancelling' } : state;
    case 'refused':
      return isAsking ? { phase: 'stopped', reason: withoutStop(step.message) } : state;
    case 'end':
      return isAsking ? ended(step.stop, step.isComplete) : state;
  }
}

function ended(stop: RunStop | undefined, isComplete: boolean): RunState {
  // The last answer may come back while a run is called off.
  if (isComplete) return { phase: 'complete' };
  if (stop === undefined) return { phase: 'incomplete' };
  if (stop.why === 'paused') return { phase: 'paused' };
  return stop.why === 'cancelled' ? CANCELLED : { phase: 'stopped', reason: withoutStop(stop.message) };
}

const withoutStop = (message: string): string => message.replace(/\.$/, '');

/** True if requests may be on their way. */
export const isUnderway = ({ phase }: RunState): boolean =>
  phase === 'running' || phase === 'pausing' || phase === 'cancelling';
