import { type Command, InvalidArgumentError, Option } from 'commander';
import { PLAYER_FORMS, type PlayerMethod, playerLabel, readPlayer } from '../../core/league/players.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/game-names.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { SearchOptions } from '../../core/search/settings-fields.ts';
import { addFigureOptions, type FigureFlags } from '../io/append-file.ts';
import { addReferenceOptions, type ReferenceFlags } from '../mav/values.ts';
import { type ModelFlags, modelOptions } from '../model-options.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import { addTreeOptions, setting, type TreeFlags } from '../search/search-options.ts';

/** Player of known Elo. */
export interface LeagueAnchor {
  readonly player: string;
  readonly elo: number;
}

/** Parsed options of a league. */
export interface LeagueFlags
  extends ReferenceFlags,
    FigureFlags,
    TreeFlags,
    ModelFlags,
    Pick<SearchOptions, 'scoring' | 'fallback' | 'topLogprobs' | 'form' | 'seed'> {
  // Time limit of the model, in seconds.
  readonly timeout?: number;
  readonly temperature?: number;
  readonly player?: readonly PlayerMethod[];
  readonly game: MavGameName;
  readonly hexSize: number;
  readonly openings: number;
  readonly openingPlies?: number;
  readonly maxPlies?: number;
  readonly pairings: number;
  readonly anchor?: readonly LeagueAnchor[];
  readonly book?: string;
  readonly reuse: boolean;
  readonly template: string;
  readonly mavDialect?: MavDialect;
  readonly quick?: boolean;
  readonly resume?: string;
  readonly svg?: string;
  readonly pgn?: string;
}

/** Bounds: a league with more games plays for weeks. */
const MAX_OPENINGS = 100_000;
const MAX_OPENING_PLIES = 60;
const MAX_PLIES_OPTION = 10_000;
const MAX_HEX = 26;

function parsePlayer(text: string): PlayerMethod {
  const read = readPlayer(text);
  if (read.ok) return read.value;
  throw new InvalidArgumentError(`${read.error}.`);
}

const players = (text: string, before: readonly PlayerMethod[] = []): readonly PlayerMethod[] => [
  ...before,
  parsePlayer(text),
];

/** Parses `random`, or `random=500`. */
function anchors(text: string, before: readonly LeagueAnchor[] = []): readonly LeagueAnchor[] {
  const [, name = text, number = '0'] = /^(.*)=(-?\d{1,5})$/.exec(text) ?? [];
  const player = playerLabel(parsePlayer(name));
  if (before.some((anchor) => anchor.player === player)) throw new InvalidArgumentError(`${player} is set twice.`);
  return [...before, { player, elo: Number(number) }];
}

export const addLeagueOptions = (command: Command): Command =>
  addFigureOptions(
    addReferenceOptions(
      addTreeOptions(
        modelOptions(command, 'league')
          .addOption(new Option('--player <name>', PLAYER_FORMS).argParser(players))
          .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('connect_four'))
          .addOption(
            new Option('--hex-size <n>', 'cells of a side of Hex').argParser(wholeNumber(2, MAX_HEX)).default(7),
          )
          .addOption(
            new Option('--openings <n>', 'openings; each two players play each twice; of a book: all its lines')
              .argParser(wholeNumber(1, MAX_OPENINGS))
              .default(20),
          )
          .option('--book <pgn>', 'openings from the games of this PGN, in place of random ones')
          .addOption(
            new Option(
              '--opening-plies <n>',
              'plies of an opening (default: chess 6, chess960 and connect_four 4, hex 2, othello 6)',
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
              'end games after this many plies (default: 400 in chess, else none)',
            ).argParser(wholeNumber(1, MAX_PLIES_OPTION)),
          )
          .addOption(
            new Option(
              '--anchor <player>',
              'player whose Elo is 0, or as in random=500; several (repeatable): external Elo by a linear fit',
            ).argParser(anchors),
          )
          .option('--no-reuse', 'begin every search with a new tree')
          .option('--quick', 'the bundled model by all kinds of search, in Connect Four and in chess, or in --game')
          .addOption(setting('--scoring <method>', 'scoring'))
          .addOption(setting('--fallback <rule>', 'fallback'))
          .addOption(setting('--top-logprobs <n>', 'topLogprobs'))
          .addOption(setting('--form <form>', 'form').default('state'))
          .option('--template <name>', 'prompt template', 'mav-raw'),
      ).addOption(setting('--seed <n>', 'seed')),
    )
      .addOption(mavDialectOption())
      .option('--resume <file>', 'continue what this file holds')
      .option('--svg <file>', 'write the curves of Elo against budget')
      .option('--pgn <file>', 'write the games of chess as PGN'),
  );
