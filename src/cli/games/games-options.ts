import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Cleaning,
  COMPUTED_TAGS,
  type ComputedTag,
  DROPPED,
  type Dropped,
  POSITION_TAGS,
  ROSTER_TAGS,
} from '../../core/datasets/cleaning.ts';
import type { GameFacts } from '../../core/datasets/game-facts.ts';
import type { Rows } from '../../core/datasets/game-output.ts';
import type { ClusterBy, GamePart } from '../../core/datasets/game-split.ts';
import { ALLOCATIONS, type Allocation } from '../../core/datasets/sampler.ts';
import { type PartRule, readStrata, readWeight, type StratumRule } from '../../core/datasets/strata.ts';
import { readUniqueRule, type UniqueRule } from '../../core/datasets/uniqueness.ts';
import { FIX_MODES, type FixMode } from '../check/fix-options.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { type ClusterFlags, wholeNumber } from '../options.ts';
import { gameFiles } from './game-blocks.ts';
import type { GameFormat } from './game-output.ts';
import { readQuery, type WhereTest, whereOption } from './game-query.ts';

/** A number of games, or a share of all. */
export type SampleSize = { readonly games: number } | { readonly share: number };

/** Parsed options that choose and change games, as written, so that a manifest can hold them. */
interface ChoiceFlags {
  readonly where?: string;
  readonly fix?: FixMode;
  readonly drop?: string;
  readonly tags?: string;
  /** Values `Tag=value`. */
  readonly set: readonly string[];
  readonly compute?: string;
  readonly maxPlies?: number;
  readonly unique?: string;
  readonly notIn: readonly string[];
  readonly sample?: string;
  readonly by?: string;
  readonly allocation?: Allocation;
  readonly weight?: string;
  readonly seed: number;
}

/** The same options, checked: the steps between reading and writing games, in this order. */
export interface Choice {
  readonly query: WhereTest | undefined;
  /** Fixes applied before games are chosen. */
  readonly fix: FixMode | undefined;
  readonly cleaning: Cleaning;
  /** Detection of equal games; `within` is false if only those of `notIn` are left out. */
  readonly unique: { readonly rule: UniqueRule; readonly within: boolean } | undefined;
  /** Files whose games are left out. */
  readonly notIn: readonly string[];
  readonly sample: SampleSize | undefined;
  readonly stratumRule: StratumRule;
  readonly allocation: Allocation;
  /** Returns the weight of a game; undefined if all games have the same weight. */
  readonly weightRule: ((facts: GameFacts) => number) | undefined;
  readonly seed: number;
}

function parseDrop(text: string): ReadonlySet<Dropped> {
  const names = text.split(',').map((name) => {
    const known = DROPPED.find((item) => item === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`It must be a list of ${DROPPED.join(', ')}.`);
    return known;
  });
  return new Set(names);
}

/** Parses tags; `STR` stands for the Seven Tag Roster. */
const parseTags = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(',')
      .flatMap((name) => (name.trim() === 'STR' ? ROSTER_TAGS : [name.trim()]))
      .map((name) => name.toLowerCase()),
  );

function parseTag(text: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === '' || /[\r\n]/.test(value)) throw new InvalidArgumentError('It must be Tag=value, on one line.');
  if (POSITION_TAGS.some((item) => item.toLowerCase() === name.toLowerCase()))
    throw new InvalidArgumentError(`${name} would change what the moves mean.`);
  return [name, value];
}

function parseComputed(text: string): ReadonlySet<ComputedTag> {
  const names = text.split(',').map((name) => {
    const known = COMPUTED_TAGS.find((item) => item.toLowerCase() === name.trim().toLowerCase());
    if (known === undefined) throw new InvalidArgumentError(`It must be a list of ${COMPUTED_TAGS.join(', ')}.`);
    return known;
  });
  return new Set(names);
}

function parseUnique(text: string): UniqueRule {
  const rule = readUniqueRule(text);
  if (rule.ok) return rule.value;
  throw new InvalidArgumentError(`It is no rule for equal games: ${rule.error}.`);
}

function parseWeight(text: string): (facts: GameFacts) => number {
  const weight = readWeight(text);
  if (weight.ok) return weight.value;
  throw new InvalidArgumentError(`It must be a field with a number: ${weight.error}.`);
}

function parseSample(text: string): SampleSize {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return { games: Number(text) };
  const share = /^\d{0,3}\.\d+$/.test(text) ? Number(text) : Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(text)?.[1]) / 100;
  if (share > 0 && share < 1) return { share };
  throw new InvalidArgumentError('It must be a number of games, or a share such as 0.1 or 10%.');
}

export function parseStrata(text: string): StratumRule {
  const read = readStrata(text);
  if (read.ok) return read.value;
  throw new InvalidArgumentError(`It must be a list: ${read.error}.`);
}

/** Returns a parser that keeps the text of an option once `parse` has accepted it. */
const checkedBy =
  (parse: (text: string) => unknown) =>
  (text: string): string => {
    parse(text);
    return text;
  };

/** Adds the options that choose and change games. */
export const addChoiceOptions = (command: Command): Command =>
  command
    .addOption(whereOption())
    .addOption(
      new Option(
        '--fix <which>',
        'fix: safe never changes which moves are played; all takes preferred repairs, too',
      ).choices(FIX_MODES),
    )
    .addOption(
      new Option('--drop <list>', `leave out of the games: ${DROPPED.join(', ')}`).argParser(checkedBy(parseDrop)),
    )
    .option('--tags <list>', 'keep only these tags; STR: the Seven Tag Roster. FEN, SetUp and Variant stay')
    .addOption(
      new Option('--set <tag=value>', 'set a tag of each game (repeatable)')
        .default([], 'none')
        .argParser((text: string, before: readonly string[]) => [...before, checkedBy(parseTag)(text)]),
    )
    .addOption(
      new Option('--compute <list>', `set tags by the moves: ${COMPUTED_TAGS.join(', ')}`).argParser(
        checkedBy(parseComputed),
      ),
    )
    .addOption(new Option('--max-plies <n>', 'end games after this many plies').argParser(wholeNumber(0, 100_000)))
    .addOption(
      new Option(
        '--unique <by>',
        'keep the first of games with equal moves or final position; prefix: games that no other continues; positions:90%: games of which less than this share is known from games before',
      ).argParser(checkedBy(parseUnique)),
    )
    .addOption(
      new Option('--not-in <file>', 'leave out the games of this file or folder (repeatable)')
        .default([], 'none')
        .argParser((file: string, before: readonly string[]) => [...before, file]),
    )
    .addOption(
      new Option('--sample <size>', 'a random sample: a number of games, or a share such as 0.1').argParser(
        checkedBy(parseSample),
      ),
    )
    .addOption(
      new Option('--by <fields>', 'draw the sample evenly over strata, such as elo.mean:200,eco:1').argParser(
        checkedBy(parseStrata),
      ),
    )
    .addOption(
      new Option(
        '--allocation <how>',
        'with --by, games of each stratum: equal (default), or proportional to its size',
      ).choices(ALLOCATIONS),
    )
    .addOption(
      new Option('--weight <field>', 'draw the sample with probabilities in proportion to this number').argParser(
        checkedBy(parseWeight),
      ),
    )
    .addOption(new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)));

/** Checks the options; undefined, with a message written, for a malformed expression. */
export function readChoice(terminal: Terminal, flags: ChoiceFlags, files: readonly string[]): Choice | undefined {
  const { where, drop, tags, set, compute, maxPlies, by, allocation, weight, seed } = flags;
  const unique = flags.unique === undefined ? undefined : parseUnique(flags.unique);
  const query = where === undefined ? undefined : readQuery(terminal, '--where', where);
  if (where !== undefined && query === undefined) return undefined;
  const sample = flags.sample === undefined ? undefined : parseSample(flags.sample);
  for (const [option, value] of [
    ['--by', by],
    ['--weight', weight],
  ] as const)
    if (value !== undefined && (sample === undefined || 'share' in sample))
      throw usageError(`${option} requires --sample with a number of games`);
  if (allocation !== undefined && by === undefined) throw usageError('--allocation requires --by');
  const notIn = gameFiles(flags.notIn);
  if (notIn.includes('-')) throw usageError('--not-in names files, not standard input');
  if (unique?.by === 'prefix' && files.includes('-'))
    throw usageError('--unique prefix reads its input more than once, which standard input does not allow');
  return {
    query,
    fix: flags.fix,
    cleaning: {
      drop: drop === undefined ? new Set() : parseDrop(drop),
      set: new Map(set.map(parseTag)),
      ...(tags !== undefined && { tags: parseTags(tags) }),
      ...(compute !== undefined && { compute: parseComputed(compute) }),
      ...(maxPlies !== undefined && { maxPlies }),
    },
    unique:
      unique === undefined && notIn.length === 0
        ? undefined
        : { rule: unique ?? { by: 'moves', share: 1 }, within: unique !== undefined },
    notIn,
    sample,
    stratumRule: by === undefined ? () => '' : parseStrata(by),
    allocation: allocation ?? 'equal',
    weightRule: weight === undefined ? undefined : parseWeight(weight),
    seed,
  };
}

/** Parsed options of the command. */
export interface GamesFlags extends ChoiceFlags, ClusterFlags {
  readonly split?: string;
  readonly clusterBy?: string;
  readonly stratify?: string;
  readonly splitBy?: string;
  readonly count?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly format?: GameFormat;
  readonly rows: Rows;
  readonly plies?: string;
  readonly commands?: string;
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly manifest?: boolean;
  readonly from?: string;
}

/** Task of a call. */
export interface Task {
  readonly files: readonly string[];
  readonly choice: Choice;
  readonly flags: GamesFlags;
  readonly format: GameFormat;
  readonly parts: readonly GamePart[] | undefined;
  readonly clusterBy: ClusterBy;
  readonly splitBy: PartRule | undefined;
  /** Throws for an output that must stay. */
  readonly check: (file: string) => void;
}

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** Returns a test of values: ranges and lists as in an expression, or a comparison such as `>=20`. */
const inValues =
  (field: string) =>
  (value: string): string =>
    /^\s*(?:[<>=~]|!=)/.test(value) ? `${field} ${value}` : `${field} in (${value})`;

const containing =
  (field: string) =>
  (value: string): string =>
    `${field} contains ${quoted(value)}`;

const onBoard =
  (test: string) =>
  (value: string): string =>
    `${test} ${quoted(value)}`;

/** An option that stands for a part of an expression. */
interface Shorthand {
  readonly name: string;
  readonly value: string;
  readonly help: string;
  readonly expression: (value: string) => string;
}

const SHORTHANDS: readonly Shorthand[] = [
  {
    name: 'elo',
    value: 'range',
    help: 'ratings of both players, such as 1900..2200 or 2400..',
    expression: inValues('elo'),
  },
  { name: 'eco', value: 'list', help: 'openings, such as B20..B99,C00', expression: inValues('eco') },
  { name: 'result', value: 'list', help: 'results, such as 1-0,0-1', expression: inValues('result') },
  { name: 'date', value: 'range', help: 'dates, such as 2019..2021.06', expression: inValues('date') },
  { name: 'player', value: 'text', help: 'a part of the name of a player', expression: containing('player') },
  { name: 'event', value: 'text', help: 'a part of the name of the event', expression: containing('event') },
  { name: 'position', value: 'pattern', help: 'a pattern of a position of the game', expression: onBoard('position') },
  {
    name: 'material',
    value: 'pattern',
    help: 'material of a position, such as "QR v qrr"',
    expression: onBoard('material'),
  },
  { name: 'line', value: 'moves', help: 'moves whose position the game reaches', expression: onBoard('line') },
];

/** Parsed options, by their names. */
export type WhereFlags = Readonly<Partial<Record<string, unknown>>>;

/** Adds the options that stand for parts of an expression; all given ones must be true. */
export function addWhereFlags(command: Command): Command {
  for (const { name, value, help } of SHORTHANDS)
    command.addOption(
      new Option(`--${name} <${value}>`, `choose by ${help}`).helpGroup('Options in place of --where:'),
    );
  return command;
}

/**
 * Returns the expression of all options together; undefined if there is none. For a malformed part it writes the mistake with its option,
 * and returns false.
 */
export function readWhere(terminal: Terminal, flags: WhereFlags): string | undefined | false {
  const parts: string[] = [];
  const given = [
    { option: '--where', text: flags['where'] },
    ...SHORTHANDS.map(({ name, expression }) => {
      const value = flags[name];
      return { option: `--${name}`, text: typeof value === 'string' ? expression(value) : undefined };
    }),
  ];
  for (const { option, text } of given) {
    if (typeof text !== 'string') continue;
    if (readQuery(terminal, option, text) === undefined) return false;
    parts.push(text);
  }
  return parts.length <= 1 ? parts[0] : parts.map((part) => `(${part})`).join(' and ');
}
