import type { Result } from '../../core/base/result.ts';
import { err, ok } from '../../core/base/result.ts';
import type { PlayerMethod } from '../../core/league/players.ts';
import type { LeaguePlayer } from '../../core/league/seat.ts';
import { MAV_GAMES } from '../../core/mav/games.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { leaguePlayer, type PlayerParts } from '../../models/league/league-players.ts';
import type { Model } from '../../models/model.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { mavTemplate, modelNamed } from '../predict/open-model.ts';
import { treeSettings } from '../search/search-options.ts';
import type { LeagueFlags } from './league-options.ts';

/** Sources of values by depth, each opened when it is first needed. */
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

  /** The source at a depth of the engine: it opens the engine with the first position that it is asked for. */
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
    modelOf: (label) => opened(models, label, () => modelNamed(terminal, label, flags, () => sources.at(undefined))),
    valuesOf: (depth) => sources.at(depth),
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

/** A model that several players ask is opened once. */
function opened(models: Map<string, Model>, label: string, open: () => Model): Result<Model, string> {
  const model = models.get(label) ?? open();
  models.set(label, model);
  return label === '' ? err('a model has no name') : ok(model);
}
