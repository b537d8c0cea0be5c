import { err, ok, type Result } from '../../core/base/result.ts';
import { isChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { EngineLimit, PlayerMethod } from '../../core/league/players.ts';
import type { LeaguePlayer } from '../../core/league/seats.ts';
import { MAV_GAMES } from '../../core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import type { EngineGame, EnginePlayers } from '../../engine/engine-player.ts';
import { leaguePlayer, type PlayerParts } from '../../models/league-players.ts';
import type { Model } from '../../models/model.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import { treeSettings } from '../search/search-options.ts';
import type { LeagueFlags } from './league-options.ts';

/** Engine of the players `stockfish` and `engine` of a league. */
export class PlayingEngine {
  readonly #engines: EnginePlayers;
  /** Name that the engine states. */
  readonly name: string;
  readonly #maxLevel: number | undefined;

  private constructor(engines: EnginePlayers, name: string, maxLevel: number | undefined) {
    this.#engines = engines;
    this.name = name;
    this.#maxLevel = maxLevel;
  }

  /**
   * Starts the engine if a player needs it, and closes it afterwards. Throws a usage error if it cannot be started, or
   * cannot play the game.
   */
  static async with<T>(
    terminal: Terminal,
    methods: readonly PlayerMethod[],
    { engine: path, game }: Pick<LeagueFlags, 'engine' | 'game'>,
    use: (engine: PlayingEngine | undefined) => Promise<T>,
  ): Promise<T> {
    const isNeeded = methods.some(({ kind }) => kind === 'engine');
    if (!isNeeded || !isChessVariant(game)) return use(undefined);
    const { openEnginePlayers } = await import('../../engine/node-value-source.ts');
    const { clock } = terminal;
    const engines = openEnginePlayers({ bundle: import.meta.url, clock, ...(path !== undefined && { path }) });
    try {
      const facts = await engines.facts();
      if (!facts.ok)
        throw usageError(
          `no engine can play: ${facts.error}; name a UCI engine with --engine${path === undefined ? '' : ', or leave it out for the bundled Stockfish'}`,
        );
      const { name, maxLevel, knowsChess960 } = facts.value;
      if (game === 'chess960' && !knowsChess960) throw usageError(`${name} does not play Chess960`);
      return await use(new PlayingEngine(engines, name, maxLevel));
    } finally {
      await engines.dispose();
    }
  }

  /** Returns the start of a game; the error is the reason why the engine cannot play at this level. */
  at(level: number | undefined, limit: EngineLimit): Result<() => EngineGame, string> {
    if (level !== undefined && this.#maxLevel === undefined)
      return err(`${this.name} has no levels (no option Skill Level); use engine:TIME`);
    if (level !== undefined && level > (this.#maxLevel ?? 0))
      return err(`${this.name} has levels up to ${this.#maxLevel}, not ${level}`);
    return ok(() => this.#engines.sit({ level, limit }));
  }
}

/** Sources of values by depth, each opened on first use. */
class Sources {
  readonly #terminal: Terminal;
  readonly #flags: LeagueFlags;
  readonly #known = new Map<number | undefined, ValueSource>();
  readonly #closing: Promise<void>[] = [];
  #close: () => void = () => undefined;
  readonly #closed = new Promise<void>((resolve) => {
    this.#close = resolve;
  });

  constructor(terminal: Terminal, flags: LeagueFlags) {
    this.#terminal = terminal;
    this.#flags = flags;
  }

  /** Returns the source at a depth of the engine, which opens the engine with the first position. */
  at(depth: number | undefined): ValueSource {
    const known = this.#known.get(depth);
    if (known !== undefined) return known;
    const source = this.#lazy(depth);
    this.#known.set(depth, source);
    return source;
  }

  #lazy(depth: number | undefined): ValueSource {
    let opened: Promise<ValueSource> | undefined;
    const open = (): Promise<ValueSource> => {
      opened ??= new Promise((resolve, reject) => {
        const flags = { ...this.#flags, ...(depth !== undefined && { engineDepth: depth }) };
        const closing = withValues(this.#terminal, { ...flags, values: 'engine' }, (source) => {
          if (source !== undefined) resolve(source);
          return this.#closed;
        });
        closing.catch(reject);
        this.#closing.push(closing);
      });
      return opened;
    };
    return {
      label: depth === undefined ? 'reference' : `reference:${depth}`,
      games: MAV_GAMES,
      values: async (position, signal) => (await open()).values(position, signal),
      dispose: () => Promise.resolve(),
    };
  }

  async close(): Promise<void> {
    this.#close();
    await Promise.all(this.#closing);
  }
}

/** Opens the players of a league, and closes their engines afterwards. */
export async function withPlayers<T>(
  terminal: Terminal,
  methods: readonly PlayerMethod[],
  flags: LeagueFlags,
  engine: PlayingEngine | undefined,
  use: (players: ReadonlyMap<string, LeaguePlayer>) => Promise<T>,
): Promise<T> {
  const { scoring, fallback, topLogprobs, form, mavDialect: dialect = PUBLISHED_DIALECT, game } = flags;
  const template = mavTemplate(flags.template);
  const sources = new Sources(terminal, flags);
  const models = new Map<string, Model>();
  const parts: PlayerParts = {
    game,
    clock: terminal.clock,
    search: treeSettings(flags),
    asking: { scoring, fallback, topLogprobs, form, dialect, template, settings: {} },
    isReused: flags.reuse,
    openModel: (label) =>
      openOnce(models, label, () => modelNamed(terminal, label, flags, () => sources.at(undefined))),
    openValues: (depth) => sources.at(depth),
    playEngine: (level, limit) => engine?.at(level, limit) ?? err('no engine was opened'),
  };
  try {
    const players = new Map<string, LeaguePlayer>();
    for (const method of methods) {
      const player = leaguePlayer(method, parts);
      if (!player.ok) throw usageError(player.error);
      players.set(player.value.label, player.value);
    }
    return await use(players);
  } finally {
    await sources.close();
  }
}

/** Opens a model that several players use only once. */
function openOnce(models: Map<string, Model>, label: string, open: () => Model): Result<Model, string> {
  const model = models.get(label) ?? open();
  models.set(label, model);
  return label === '' ? err('a model has no name') : ok(model);
}
