import type { Memento } from 'vscode';
import type { Model } from '../../../models/model.ts';
import { shortDuration } from '../durations.ts';
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
