import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { plural } from '../../core/base/text/counts.ts';
import { mavGame } from '../../core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { readTrackedLabel } from '../../core/search/language-model.ts';
import { type ResumableSearch, resumableSearch } from '../../core/search/resume-tree.ts';
import { rulesForGame } from '../../core/search/rule-models.ts';
import type { WorldModel } from '../../core/search/world-model.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD, worldModel } from '../../models/world-models.ts';
import { attempt, usageError } from '../command.ts';
import { type Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import type { SearchFlags } from './search-options.ts';

/** Options that a resumed search keeps, because its tree depends on them. */
const KEPT_OPTIONS: Readonly<Partial<Record<keyof SearchFlags, string>>> = {
  batch: '--batch',
  queueing: '--queueing',
  exploration: '--exploration',
  priorActions: '--prior-actions',
  priorEpsilon: '--prior-epsilon',
  priorTemperature: '--prior-temperature',
  backup: '--backup',
  unvisited: '--unvisited',
  virtualCount: '--virtual-count',
  virtualLoss: '--virtual-loss',
  final: '--final',
  rollouts: '--rollouts',
  seed: '--seed',
  played: '--played',
  out: '--out',
};

/** A search to resume, with the flags that open its model. */
export interface ResumedSearch extends ResumableSearch {
  readonly flags: SearchFlags;
  /** Total number of simulations. */
  readonly total: number;
}

/**
 * Reads the file of a search to resume. Throws a usage error if the file or the options do not allow it.
 *
 * @param isGiven returns true if the user wrote an option
 */
export function resumedSearch(
  name: string,
  state: string | undefined,
  flags: SearchFlags,
  isGiven: (option: string) => boolean,
): ResumedSearch {
  const refuse = (reason: string): never => {
    throw usageError(`${name} cannot be resumed: ${reason}`);
  };
  const fixed = Object.entries(KEPT_OPTIONS).find(([option]) => isGiven(option));
  if (fixed !== undefined) refuse(`it keeps its options; remove ${fixed[1]}`);
  const bytes = attempt(`cannot read ${name}`, () => readFileSync(name));
  const text = bytes.toString('utf8');
  const first = resumableSearch(text);
  const isTracked = first.ok && readTrackedLabel(first.value.header.model) !== undefined;
  const isModel = flags.worldModel === 'model' || isTracked;
  const read = isModel ? resumableSearch(text, ({ game }) => rulesForGame(game)) : first;
  if (!read.ok) throw usageError(`${name} cannot be resumed: ${read.error}`);
  const { header, done, hasTruth, kept } = read.value;
  const { settings, game } = header;
  if (!Buffer.from(kept).equals(bytes.subarray(0, Buffer.byteLength(kept))))
    refuse('the file is damaged: it is not UTF-8');
  if (isGiven('game') && flags.game !== game) refuse(`it is a search of ${game}, not of ${flags.game}`);
  const rules = mavGame(game)?.automaton;
  const asked = state === undefined ? undefined : rules?.parse(state);
  if (asked?.ok === false) refuse(`the state cannot be read: ${asked.error}`);
  if (asked?.ok === true && rules?.print(asked.value) !== header.state)
    refuse(`it searches another state, ${header.state}`);
  if (!isModel && hasTruth) refuse('its model tracked states itself; use --world-model model');
  const total = isGiven('simulations') ? flags.simulations : settings.simulations;
  if (done >= total) refuse(`it already has ${plural(done, 'simulation')}; use -M with a larger total`);
  return {
    ...read.value,
    total,
    flags: { ...flags, ...openSearchWorld(header.model, flags, isGiven), game, seed: settings.seed },
  };
}

/** Returns the flags for the model of the file, unless the user specified a model. */
function openSearchWorld(
  label: string,
  { model = REFERENCE_WORLD, rollouts }: SearchFlags,
  isGiven: (option: string) => boolean,
): Pick<SearchFlags, 'rollouts'> & Partial<Pick<SearchFlags, 'model' | 'worldModel'>> {
  const tracked = readTrackedLabel(label);
  if (tracked !== undefined) return { model: isGiven('model') ? model : tracked.model, rollouts, worldModel: 'states' };
  const games = /^rollouts: (\d+)$/.exec(label);
  if (games !== null) return { model: isGiven('model') ? model : ROLLOUTS_WORLD, rollouts: Number(games[1]) };
  if (isGiven('model')) return { model, rollouts };
  return { model: label.startsWith(`${REFERENCE_WORLD}: `) ? REFERENCE_WORLD : label, rollouts };
}

/** Output file of a search. */
export interface TreeOutput {
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** Opens the file of a search: a new one, or the existing one after the text to keep. */
export function openTree(name: string, kept?: string): TreeOutput {
  const what = `cannot write ${name}`;
  if (kept !== undefined) attempt(what, () => truncateSync(name, Buffer.byteLength(kept)));
  const handle = attempt(what, () => openSync(name, kept === undefined ? 'w' : 'a'));
  return {
    write: (text) => void attempt(what, () => writeSync(handle, text)),
    close: () => closeSync(handle),
  };
}

/** Opens the model of a search, and closes its resources afterwards. */
export function withWorldModel<T>(
  terminal: Terminal,
  flags: SearchFlags,
  use: (model: WorldModel) => Promise<T>,
): Promise<T> {
  const { rollouts, seed, game } = flags;
  const { model: label = REFERENCE_WORLD } = flags;
  if (label === ROLLOUTS_WORLD) return use(worldModel({ kind: 'rollouts', rollouts, seed }));
  if (label === REFERENCE_WORLD)
    return withValues(terminal, { ...flags, values: 'engine' }, (source) => {
      if (source === undefined) throw usageError('the reference requires values');
      return use(worldModel({ kind: 'reference', source, game }));
    });
  const template = mavTemplate(flags.template);
  const model = modelNamed(terminal, label, flags);
  const { worldModel: world, scoring, fallback, topLogprobs, form, mavDialect: dialect = PUBLISHED_DIALECT } = flags;
  const wording = { form, dialect, template, settings: {} } as const;
  if (world === 'states')
    return withValues(terminal, { ...flags, values: 'engine' }, (source) => {
      if (source === undefined) throw usageError('--world-model states requires values');
      return use(worldModel({ kind: 'states', model, options: wording, values: { kind: 'reference', source, game } }));
    });
  const options = { ...wording, world, scoring, fallback, topLogprobs };
  return use(worldModel({ kind: 'model', model, options }));
}
