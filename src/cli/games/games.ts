import { type Command, InvalidArgumentError, Option } from 'commander';
import { GAME_ROW_KINDS } from '../../core/datasets/game-output.ts';
import { type ClusterBy, type GamePart, readClusterBy, readParts } from '../../core/datasets/game-split.ts';
import { type PartRule, readSplitBy } from '../../core/datasets/strata.ts';
import { CLUSTER_RULES } from '../../core/notation/game-clusters.ts';
import { type Act, EXIT, missingArgument, usageError } from '../command.ts';
import { addFormerFlag, jsonOption } from '../common-options.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { DEFAULT_COMMANDS, parseCommands } from '../mav/sources.ts';
import { addClusterOptions, PLIES_WORDS, parsePlyPlan } from '../options.ts';
import { gameFiles } from './game-blocks.ts';
import { FORMAT_KINDS, GAME_FORMATS, outputFormat, partFile } from './game-output.ts';
import {
  addChoiceOptions,
  addWhereFlags,
  type GamesFlags,
  parseStrata,
  readChoice,
  readWhere,
} from './games-options.ts';
import { runGames } from './games-run.ts';
import { type Manifest, manifestName, readManifest, verifyFiles } from './manifest.ts';

const AFTER_HELP = `
A file may be compressed with gzip, zstd or bzip2. The stages follow one another as the options are listed: the expression, what is left out or set,
equal games, the sample. In PGN the bytes of a chosen game are written as they are in its file unless an option changes the game. Files of
any size need the same memory; --unique needs about 60 bytes a game, above 256 MB on disk. --from repeats
what a manifest describes, to the same bytes. docs/games.md describes it all.

Examples:
  $ statelens games lichess.pgn --where "elo >= 1900 and not variant" --out strong.pgn
  $ statelens games lichess.pgn --where 'eco in B20..B99 and promotion' --count
  $ statelens games lichess.pgn --unique moves --sample 1000 --by elo.mean:200 --seed 7 --out sample.jsonl --manifest
  $ statelens games lichess.pgn --unique prefix --split train=0.9,test=0.1 --seed 7 --out data.pgn --manifest`;

/** Options that can be combined with `--from`; the manifest determines all others. */
const WITH_FROM: ReadonlySet<string> = new Set(['from', 'out', 'overwrite', 'quiet']);

export function define(command: Command, act: Act): void {
  const described = addChoiceOptions(
    command
      .description('Choose games of PGN files by an expression, and write, count or describe them.')
      .usage('[options] <files...>')
      .argument('[files...]', 'PGN or Parquet files, also compressed, folders, patterns, or - for standard input'),
  );
  addClusterOptions(addWhereFlags(described))
    .addOption(new Option('--count', 'print the number of chosen games').conflicts(['stats', 'out']))
    .addOption(new Option('--stats', 'print statistics').conflicts('out'))
    .addOption(jsonOption())
    .option('--html <file>', 'write a self-contained page')
    .addOption(
      new Option('--format <name>', 'output format (default: by the name of the output, else PGN)').choices(
        GAME_FORMATS,
      ),
    )
    .addOption(
      new Option('--rows <what>', 'a row of jsonl, csv and parquet: a game, or a position')
        .choices(GAME_ROW_KINDS)
        .default('games'),
    )
    .addOption(new Option('--plies <plies>', `${PLIES_WORDS} (default: all)`).argParser(positionPlies))
    .addOption(
      new Option('--commands <text>', `commands of the header (default: ${DEFAULT_COMMANDS})`).argParser(
        checkedBy(parseCommands),
      ),
    )
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .addOption(overwriteOption())
    .addOption(
      new Option(
        '--split <parts>',
        'divide the games into files by clusters of shared positions, such as train=0.9,test=0.1',
      )
        .conflicts(['count', 'stats', 'splitBy'])
        .argParser(checkedBy(parseParts)),
    )
    .addOption(
      new Option(
        '--cluster-by <list>',
        'with --split: what keeps games together, positions (default) or fields such as event, date',
      ).argParser(checkedBy(parseClusterBy)),
    )
    .addOption(
      new Option(
        '--stratify <fields>',
        'with --split: each stratum has its share of every part, such as eco:1 or elo.mean:200',
      ).argParser(checkedBy(parseStrata)),
    )
    .addOption(
      new Option('--split-by <what>', 'write a file for every N games, or for each value of a field such as eco')
        .conflicts(['count', 'stats'])
        .argParser(checkedBy(parseSplitBy)),
    )
    .option('--manifest', 'describe sources, options, counts and output in OUT.manifest.json')
    .option('--from <file>', 'repeat what this file describes')
    .addHelpText('after', AFTER_HELP)
    .action(act(games));
  addFormerFlag(command, '--at <plies>', 'plies', positionPlies);
}

/** Parses --plies. A range was the number of plies of a game, and is an expression. */
function positionPlies(text: string): string {
  if (/^[<>=]|\.\./.test(text))
    throw new InvalidArgumentError(
      `It names plies of positions; games of that length are --where "plies ${text.includes('..') ? 'in ' : ''}${text}".`,
    );
  parsePlyPlan(text);
  return text;
}

function parseParts(text: string): readonly GamePart[] {
  const parts = readParts(text);
  if (parts.ok) return parts.value;
  throw new InvalidArgumentError(`It must be a list of shares: ${parts.error}.`);
}

/** Returns a parser that keeps the text of an option once `parse` has accepted it. */
const checkedBy =
  (parse: (text: string) => unknown) =>
  (text: string): string => {
    parse(text);
    return text;
  };

function parseSplitBy(text: string): PartRule {
  const parts = readSplitBy(text);
  if (parts.ok) return parts.value;
  throw new InvalidArgumentError(`It names no parts: ${parts.error}.`);
}

function parseClusterBy(text: string): ClusterBy {
  const by = readClusterBy(text);
  if (by.ok) return by.value;
  throw new InvalidArgumentError(`It must be a list: ${by.error}.`);
}

async function games(
  terminal: Terminal,
  paths: readonly string[],
  given: GamesFlags,
  command: Command,
): Promise<number> {
  const manifest = given.from === undefined ? undefined : await readManifest(terminal, given.from);
  if (manifest !== undefined) checkFrom(paths, given, command);
  const where = manifest === undefined ? readWhere(terminal, { ...given }) : undefined;
  if (where === false) return EXIT.usage;
  const flags =
    manifest === undefined
      ? { ...given, ...(where !== undefined && { where }) }
      : await manifestFlags(terminal, manifest, given);
  for (const option of ['json', 'html'] as const)
    if (flags[option] !== undefined && flags.stats !== true) throw usageError(`--${option} requires --stats`);
  const files =
    manifest === undefined ? gameFiles(paths) : await verifyFiles(terminal, given.from ?? '', manifest.sources);
  if (files.length === 0) throw missingArgument('files', 'games');
  const { out, overwrite } = flags;
  if (/\.(?:gz|bz2|zst|xz|zip)$/i.test(out ?? ''))
    throw usageError(`${out} would not be compressed; write to standard output and compress that`);
  const parts = flags.split === undefined ? undefined : parseParts(flags.split);
  const splitBy = flags.splitBy === undefined ? undefined : parseSplitBy(flags.splitBy);
  for (const [option, isGiven] of [
    ['--manifest', flags.manifest === true],
    ['--split', parts !== undefined],
    ['--split-by', splitBy !== undefined],
  ] as const)
    if (isGiven && (out === undefined || out === '-' || files.includes('-')))
      throw usageError(`${option} requires --out, and files in place of standard input`);
  for (const option of ['clusterBy', 'stratify'] as const)
    if (flags[option] !== undefined && parts === undefined)
      throw usageError(`--${option === 'stratify' ? option : 'cluster-by'} requires --split`);
  const choice = readChoice(terminal, flags, files);
  if (choice === undefined) return EXIT.usage;
  const format = flags.format ?? outputFormat(out);
  if (flags.commands !== undefined && format !== 'mav') throw usageError('--commands requires --format mav');
  if (flags.plies !== undefined && format !== 'mav' && format !== 'epd' && (format === 'pgn' || flags.rows === 'games'))
    throw usageError('--plies requires positions: --rows positions, or --format epd or mav');
  const inputs = [...files, ...choice.notIn, ...(given.from === undefined ? [] : [given.from])];
  const check = (file: string): void =>
    checkOutput(file, { kind: FORMAT_KINDS[format], inputs, isNamed: flags.format !== undefined, overwrite });
  checkOutput(flags.html, { kind: 'games-html', inputs, overwrite });
  if (out !== undefined && splitBy === undefined)
    for (const file of parts?.map(({ name }) => partFile(out, name)) ?? [out]) check(file);
  if (flags.manifest === true && out !== undefined)
    for (const file of [manifestName(out), manifestName(partFile(out, 'partial'))])
      checkOutput(file, { kind: 'manifest', inputs, overwrite });
  const clusterBy = parseClusterBy(flags.clusterBy ?? 'positions');
  const task = { files, choice, flags, format, parts, clusterBy, splitBy, check };
  return terminal.interruptible((signal) => runGames(terminal, task, manifest, signal));
}

/** Refuses options and files that the manifest determines. */
function checkFrom(paths: readonly string[], { from }: GamesFlags, command: Command): void {
  const [file] = paths;
  if (file !== undefined) throw usageError(`--from reads the files of the manifest; leave out ${file}`);
  if (from === '-') throw usageError('--from names a file');
  for (const option of command.options) {
    const name = option.attributeName();
    if (!WITH_FROM.has(name) && command.getOptionValueSource(name) === 'cli')
      throw usageError(`--from takes its options from the manifest; leave out ${option.long ?? name}`);
  }
}

/** Returns the options that a manifest stands for. */
async function manifestFlags(
  terminal: Terminal,
  { recipe: { at, ...recipe }, notIn }: Manifest,
  given: GamesFlags,
): Promise<GamesFlags> {
  const { from, out, overwrite } = given;
  return {
    ...CLUSTER_RULES,
    ...recipe,
    ...(at !== undefined && { plies: at }),
    notIn: await verifyFiles(terminal, from ?? '', notIn),
    ...(out !== undefined && { out }),
    ...(overwrite !== undefined && { overwrite }),
  };
}
