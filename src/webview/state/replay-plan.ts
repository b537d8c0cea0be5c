import type { StateLine, TimelineCell, TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import { t } from '../common/l10n.ts';

/** Role of a step in a replay: the last right state, a step on the way, the misread move, the first wrong state, a later one. */
export type ReplayRole = 'right' | 'between' | 'misread' | 'lost' | 'after';

/** Step of a replay. */
export interface ReplayStep {
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
