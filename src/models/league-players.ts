import { err, ok, type Result } from '../core/base/result.ts';
import { MAX_SHALLOW } from '../core/games/connect-four/solver.ts';
import { type PlayerMethod, playerLabel } from '../core/league/players.ts';
import {
  internalSeat,
  type LeaguePlayer,
  randomSeat,
  type SearchSeatOptions,
  searchSeat,
  shallowSeat,
  valueSeat,
} from '../core/league/seats.ts';
import type { MavGameName } from '../core/mav/games.ts';
import type { ValueSource } from '../core/mav/values.ts';
import { rulesForGame } from '../core/search/rule-models.ts';
import type { SearchSettings } from '../core/search/settings.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Model } from './model.ts';
import { TRACE_STOPS } from './prompts/templates.ts';
import { completeBy, type WorldOptions, worldModel } from './world-models.ts';

/** Parts that the players of a league are made with. */
export interface PlayerParts {
  readonly game: MavGameName;
  readonly clock: Clock;
  /** Settings of all searches except their number of simulations. */
  readonly search: Omit<SearchSettings, 'simulations' | 'seed'>;
  /** Options of requests to models. */
  readonly asking: Omit<WorldOptions, 'world'>;
  /** True if a search starts with the tree of the previous one. */
  readonly isReused: boolean;
  /** Returns the model of a label; the error is the reason why it cannot be opened. */
  readonly openModel: (label: string) => Result<Model, string>;
  /**
   * Returns the values at a depth of the chess engine; without one, the solver, the playouts or the engine with their defaults.
   */
  readonly openValues: (depth: number | undefined) => ValueSource;
}

/** Returns the player of a method. The error is a sentence with the reason why there is none. */
export function leaguePlayer(method: PlayerMethod, parts: PlayerParts): Result<LeaguePlayer, string> {
  const label = playerLabel(method);
  const player = (sit: LeaguePlayer['sit']): Result<LeaguePlayer, string> => ok({ label, sit });
  switch (method.kind) {
    case 'random':
      return player(randomSeat);
    case 'rollouts':
      return player((seed) => {
        const world = worldModel({ kind: 'rollouts', rollouts: 1, seed, clock: parts.clock });
        return searchSeat(seatOptions(parts, world, method.simulations, seed));
      });
    case 'reference':
      return reference(method.depth, parts, player);
    default:
      break;
  }
  const opened = parts.openModel(method.model);
  if (!opened.ok) return opened;
  const model = opened.value;
  if (method.kind === 'internal') {
    const { form, dialect } = parts.asking;
    const complete = completeBy(model, parts.asking, TRACE_STOPS);
    const { breadth, depth } = method;
    return player(() => internalSeat({ breadth, depth, form, dialect, complete }));
  }
  const isModelWorld = method.kind === 'raw' || method.world === 'model';
  const options = { ...parts.asking, world: isModelWorld ? 'model' : 'rules' } as const;
  const world = worldModel({ kind: 'model', model, options });
  const simulations = method.kind === 'raw' ? 0 : method.simulations;
  const rules = isModelWorld ? { rules: rulesForGame(parts.game) } : {};
  return player((seed) => searchSeat({ ...seatOptions(parts, world, simulations, seed), ...rules }));
}

/**
 * Returns the reference player: an engine in chess, a search with a horizon in Connect Four, else the default values.
 */
function reference(
  depth: number | undefined,
  { game, openValues }: PlayerParts,
  player: (sit: LeaguePlayer['sit']) => Result<LeaguePlayer, string>,
): Result<LeaguePlayer, string> {
  if (depth !== undefined && (game === 'hex' || game === 'othello'))
    return err(
      `reference:${depth} is no player of ${game === 'hex' ? 'Hex' : 'Othello'}, which has playouts without a depth; use reference or rollouts:N`,
    );
  if (depth !== undefined && game === 'connect_four') {
    if (depth > MAX_SHALLOW)
      return err(
        `reference:${depth} is no player of Connect Four: a depth is from 1 to ${MAX_SHALLOW}, and reference is exact`,
      );
    return player((seed) => shallowSeat(depth, seed));
  }
  const source = openValues(depth);
  return player(() => valueSeat(source));
}

const seatOptions = (
  { search, clock, isReused }: PlayerParts,
  model: SearchSeatOptions['model'],
  simulations: number,
  seed: number,
): SearchSeatOptions => ({ model, settings: { ...search, simulations, seed }, clock, isReused });
