import type { Memento } from 'vscode';
import { roundDuration } from '../../../core/base/text/counts.ts';
import type { Model } from '../../../models/model.ts';
import { t } from '../l10n.ts';

const KEY = 'statelens.paces';
/** Maximum number of models whose pace is stored; the oldest are dropped first. */
const MAX = 50;

const nameOf = ({ label, endpoint }: Pick<Model, 'label' | 'endpoint'>): string =>
  `${endpoint?.baseUrl ?? ''} ${label}`;

function entries(state: Memento): (readonly [string, number])[] {
  const stored: unknown = state.get(KEY);
  return (Array.isArray(stored) ? stored : []).filter(
    (item): item is [string, number] =>
      Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'number' && item[1] > 0,
  );
}

/** Stores how long `count` answers of a model took, in milliseconds, with as many requests at a time as there were. */
export async function rememberPace(state: Memento, model: Model, count: number, ms: number): Promise<void> {
  if (count === 0 || ms <= 0) return;
  const others = entries(state).filter(([name]) => name !== nameOf(model));
  await state.update(KEY, [...others, [nameOf(model), ms / count]].slice(-MAX));
}

/** Formats how long requests will take, by the last ones to the same models: `time: about 4 min`. */
export function paceText(state: Memento, asked: readonly { readonly model: Model; readonly count: number }[]): string {
  const paces = new Map(entries(state));
  let ms = 0;
  for (const { model, count } of asked) {
    const pace = paces.get(nameOf(model));
    if (pace === undefined) return t('time: not known before the first answers');
    ms += pace * count;
  }
  return t('time: about {0}', shortDuration(ms / 1000));
}

/** Formats a duration as `18 s`, `30 min`, `2 h`; at least one second. */
export function shortDuration(seconds: number): string {
  const { count, unit } = roundDuration(seconds);
  if (unit === 's') return t('{0} s', count);
  return unit === 'min' ? t('{0} min', count) : t('{0} h', count);
}

/** Time without an answer after which a count is said to wait, in milliseconds. */
const QUIET_MS = 10_000;

/** Formats how long nothing has come, `waiting for 40 s`; undefined while answers come. */
export const quietPart = (ms: number): string | undefined =>
  ms < QUIET_MS ? undefined : t('waiting for {0}', shortDuration(ms / 1000));
