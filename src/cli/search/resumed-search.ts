import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { mavGame } from '../../core/mav/games.ts';
import { type ResumableSearch, resumableSearch } from '../../core/search/resume-tree.ts';
import { rulesOf } from '../../core/search/rules.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD } from '../../models/world-models.ts';
import { attempt, usageError } from '../command.ts';
import type { SearchFlags } from './search-options.ts';

/** Options that a search keeps when it goes on: what its tree was grown by. */
const KEPT_OPTIONS: Readonly<Partial<Record<keyof SearchFlags, string>>> = {
  batch: '--batch',
  queueing: '--queueing',
  exploration: '--exploration',
  k: '--k',
  epsilon: '--epsilon',
  temperature: '--temperature',
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

/** A search that goes on, and the options that its model is opened with. */
export interface ResumedSearch extends ResumableSearch {
  readonly flags: SearchFlags;
  /** Simulations in all, when it is done. */
  readonly total: number;
}

/**
 * Reads the file of a search that is to go on. Throws a usage error where the file or the options do not allow it.
 *
 * @param isGiven whether the user wrote an option
 */
export function resumedSearch(
  name: string,
  state: string | undefined,
  flags: SearchFlags,
  isGiven: (option: string) => boolean,
): ResumedSearch {
  const refuse = (why: string): never => {
    throw usageError(`${name} cannot go on: ${why}`);
  };
  const fixed = Object.entries(KEPT_OPTIONS).find(([option]) => isGiven(option));
  if (fixed !== undefined) refuse(`it keeps what it was begun with; leave ${fixed[1]} out`);
  const bytes = attempt(`cannot read ${name}`, () => readFileSync(name));
  const isModel = flags.world === 'model';
  const read = resumableSearch(bytes.toString('utf8'), isModel ? ({ game }) => rulesOf(game) : undefined);
  if (!read.ok) throw usageError(`${name} cannot go on: ${read.error}`);
  const { header, done, hasTruth, kept } = read.value;
  const { settings, game } = header;
  if (!Buffer.from(kept).equals(bytes.subarray(0, Buffer.byteLength(kept))))
    refuse('the file is damaged: it is no UTF-8');
  if (isGiven('game') && flags.game !== game) refuse(`it is a search of ${game}, and not of ${flags.game}`);
  const rules = mavGame(game)?.automaton;
  const asked = state === undefined ? undefined : rules?.parse(state);
  if (asked?.ok === false) refuse(`the state cannot be read: ${asked.error}`);
  if (asked?.ok === true && rules?.print(asked.value) !== header.state)
    refuse(`it searches another state, ${header.state}`);
  if (!isModel && hasTruth) refuse('its model tracked states itself; say --world model');
  const total = isGiven('simulations') ? flags.simulations : settings.simulations;
  if (done >= total) refuse(`it has ${done} simulations already; -M N, with N in all, asks for more`);
  return {
    ...read.value,
    total,
    flags: { ...flags, ...worldOf(header.model, flags, isGiven), game, seed: settings.seed },
  };
}

/** The options of the model that a file names, where the user named none. */
function worldOf(
  label: string,
  { model, rollouts }: SearchFlags,
  isGiven: (option: string) => boolean,
): Pick<SearchFlags, 'model' | 'rollouts'> {
  const games = /^rollouts: (\d+)$/.exec(label);
  if (games !== null) return { model: isGiven('model') ? model : ROLLOUTS_WORLD, rollouts: Number(games[1]) };
  if (isGiven('model')) return { model, rollouts };
  return { model: label.startsWith(`${REFERENCE_WORLD}: `) ? REFERENCE_WORLD : label, rollouts };
}

/** Where a search is written. */
export interface TreeOutput {
  readonly write: (text: string) => void;
  readonly close: () => void;
}

/** Opens the file of a search: anew, or behind the text of it that is kept. */
export function openTree(name: string, kept?: string): TreeOutput {
  const what = `cannot write ${name}`;
  if (kept !== undefined) attempt(what, () => truncateSync(name, Buffer.byteLength(kept)));
  const handle = attempt(what, () => openSync(name, kept === undefined ? 'w' : 'a'));
  return {
    write: (text) => void attempt(what, () => writeSync(handle, text)),
    close: () => closeSync(handle),
  };
}
