import { err, ok, type Result } from '../core/base/result.ts';
import { isChessVariant } from '../core/games/chess/chess-variants.ts';
import { MAX_SHALLOW } from '../core/games/connect-four/solver.ts';
import { type EngineLimit, type PlayerMethod, playerLabel, withOwn } from '../core/league/players.ts';
import {
  engineSeat,
  internalSeat,
  type LeaguePlayer,
  randomSeat,
  type SearchSeatOptions,
  searchSeat,
  shallowSeat,
  type TokenCount,
  valueSeat,
} from '../core/league/seats.ts';
import type { MavGameName } from '../core/mav/game-names.ts';
import type { ValueSource } from '../core/mav/values.ts';
import { rulesForGame } from '../core/search/rule-models.ts';
import type { SearchSettings } from '../core/search/settings.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Completion, CompletionRequest, Model, ModelCapabilities, ModelFault } from './model.ts';
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
  /** Begins a game of the playing engine; the error is the reason why it cannot play so. */
  readonly playEngine: (
    level: number | undefined,
    limit: EngineLimit,
  ) => Result<() => Parameters<typeof engineSeat>[0], string>;
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
        return searchSeat(seatOptions(parts, world, method, seed));
      });
    case 'engine': {
      if (!isChessVariant(parts.game))
        return err(`${label} plays chess alone, and the league is of ${parts.game}; choose --game chess`);
      const engine = parts.playEngine(method.level, method.limit);
      return engine.ok ? player(() => engineSeat(engine.value())) : engine;
    }
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
    const { breadth, depth } = method;
    return player(() => {
      const tokens = new MeteredModel(model);
      const complete = completeBy(tokens, parts.asking, TRACE_STOPS);
      return internalSeat({ breadth, depth, form, dialect, complete, tokens });
    });
  }
  const isModelWorld = method.kind === 'raw' || method.world === 'model';
  const asking = withOwn<Omit<WorldOptions, 'world'>>(parts.asking, method.own);
  const options = { ...asking, world: isModelWorld ? 'model' : 'rules' } as const;
  const rules = isModelWorld ? { rules: rulesForGame(parts.game) } : {};
  return player((seed) => {
    const tokens = new MeteredModel(model);
    const world = worldModel({ kind: 'model', model: tokens, options });
    return searchSeat({ ...seatOptions(parts, world, method, seed), ...rules, tokens });
  });
}

/** Model of one player in one game, whose tokens are counted. */
class MeteredModel implements Model, TokenCount {
  readonly label: string;
  readonly #model: Model;
  #tokens: number | undefined = 0;

  constructor(model: Model) {
    this.#model = model;
    this.label = model.label;
  }

  capabilities(signal: AbortSignal): Promise<Result<ModelCapabilities, ModelFault>> {
    return this.#model.capabilities(signal);
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Result<Completion, ModelFault>> {
    const answer = await this.#model.complete(request, signal);
    const { inputTokens, outputTokens } = (answer.ok ? answer.value.usage : undefined) ?? {};
    this.#tokens =
      this.#tokens === undefined || inputTokens === undefined || outputTokens === undefined
        ? undefined
        : this.#tokens + inputTokens + outputTokens;
    return answer;
  }

  take(): number | undefined {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }
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
  method: Extract<PlayerMethod, { readonly kind: 'raw' | 'search' | 'rollouts' }>,
  seed: number,
): SearchSeatOptions => {
  const simulations = method.kind === 'raw' ? 0 : method.simulations;
  return { model, settings: { ...withOwn(search, method.own), simulations, seed }, clock, isReused };
};
