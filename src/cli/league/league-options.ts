import { type Command, InvalidArgumentError, Option } from 'commander';
import { PLAYER_FORMS, type PlayerMethod, playerLabel, readPlayer } from '../../core/league/players.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { SearchSettings } from '../../core/search/settings.ts';
import type { SearchOptions } from '../../core/search/settings-fields.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { addFigureOptions, type FigureFlags } from '../io/figure-options.ts';
import { addReferenceOptions, type ReferenceFlags } from '../mav/values.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import { addTreeOptions, setting } from '../search/search-options.ts';

/** Options of a search that all players of a league share. */
export const SHARED_SETTINGS = [
  'scoring',
  'fallback',
  'topLogprobs',
  'form',
  'batch',
  'queueing',
  'timeout',
  'exploration',
  'k',
  'epsilon',
  'temperature',
  'backup',
  'unvisited',
  'virtual',
  'virtualLoss',
  'final',
] as const satisfies readonly (keyof SearchOptions)[];

/** What commander makes of the options of a league. */
export interface LeagueFlags
  extends ReferenceFlags,
    FigureFlags,
    Omit<SearchOptions, 'virtual' | 'virtualLoss' | 'simulations' | 'world' | 'rollouts' | 'played'> {
  readonly player?: readonly PlayerMethod[];
  readonly game: MavGameName;
  readonly hexSize: number;
  readonly openings: number;
  readonly openingPlies?: number;
  readonly maxPlies?: number;
  readonly pairings: number;
  readonly anchor?: { readonly player: string; readonly elo: number };
  readonly concurrency: number;
  readonly reuse: boolean;
  readonly template: string;
  readonly baseUrl: string;
  readonly virtualCount: SearchSettings['virtual'];
  readonly virtualLoss?: boolean;
  readonly mavDialect?: MavDialect;
  readonly quick?: boolean;
  readonly resume?: string;
  readonly svg?: string;
}

/** Bounds: a league of more plays for weeks. */
const MAX_OPENINGS = 100_000;
const MAX_OPENING_PLIES = 60;
const MAX_PLIES = 10_000;
const MAX_HEX = 26;
const MAX_CONCURRENCY = 256;

function playerOf(text: string): PlayerMethod {
  const read = readPlayer(text);
  if (read.ok) return read.value;
  throw new InvalidArgumentError(`${read.error}.`);
}

const players = (text: string, before: readonly PlayerMethod[] = []): readonly PlayerMethod[] => [
  ...before,
  playerOf(text),
];

/** `random`, or `random=500`. */
function anchorOf(text: string): { readonly player: string; readonly elo: number } {
  const [, name = text, number = '0'] = /^(.*)=(-?\d{1,5})$/.exec(text) ?? [];
  return { player: playerLabel(playerOf(name)), elo: Number(number) };
}

export const addLeagueOptions = (command: Command): Command =>
  addFigureOptions(
    addReferenceOptions(
      addTreeOptions(
        command
          .addOption(new Option('--player <name>', `${PLAYER_FORMS}; repeatable`).argParser(players))
          .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('connect_four'))
          .addOption(
            new Option('--hex-size <n>', 'cells of a side of Hex').argParser(wholeNumber(2, MAX_HEX)).default(7),
          )
          .addOption(
            new Option('--openings <n>', 'openings; each two players play each twice')
              .argParser(wholeNumber(1, MAX_OPENINGS))
              .default(20),
          )
          .addOption(
            new Option(
              '--opening-plies <n>',
              'random actions of an opening (default: chess 6, chess960 and connect_four 4, hex 2, othello 6)',
            ).argParser(wholeNumber(0, MAX_OPENING_PLIES)),
          )
          .addOption(
            new Option('--pairings <n>', 'pairs of players drawn for each opening, as in the paper; 0: all pairs')
              .argParser(wholeNumber(0, MAX_OPENINGS))
              .default(0),
          )
          .addOption(
            new Option(
              '--max-plies <n>',
              'plies after which a game is drawn (default: 400 in chess, else none)',
            ).argParser(wholeNumber(1, MAX_PLIES)),
          )
          .addOption(
            new Option(
              '--anchor <player>',
              'player whose Elo is 0, or as in random=500 (default: the mean of all players is 0)',
            ).argParser(anchorOf),
          )
          .option('--no-reuse', 'begin every search with a new tree')
          .addOption(
            new Option('--concurrency <n>', 'games at a time').argParser(wholeNumber(1, MAX_CONCURRENCY)).default(1),
          )
          .option(
            '--quick',
            'a ladder of players that need no network, and those of --player: Connect Four, 12 openings, 8 games at a time, unless set otherwise',
          )
          .addOption(setting('--scoring <method>', 'scoring'))
          .addOption(setting('--fallback <rule>', 'fallback'))
          .addOption(setting('--top-logprobs <n>', 'topLogprobs'))
          .addOption(setting('--form <form>', 'form').default('state'))
          .option('--template <id>', 'prompt template: mav or mav-raw', 'mav-raw')
          .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL),
      ).addOption(setting('--seed <n>', 'seed')),
    )
      .addOption(mavDialectOption())
      .option('--resume <file>', 'continue the league of a .league.jsonl file with its players and options')
      .option('--svg <file>', 'write the curves of Elo against budget'),
    { entries: 'games', kind: 'league', page: 'the league', docs: 'docs/search.md' },
  );
