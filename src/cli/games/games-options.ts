import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Cleaning, DROPPED, type Dropped, POSITION_TAGS, ROSTER_TAGS } from '../../core/datasets/clean.ts';
import { COMPUTED_TAGS, type ComputedTag } from '../../core/datasets/computed-tags.ts';
import type { GameFacts } from '../../core/datasets/game-facts.ts';
import { ALLOCATIONS, type Allocation } from '../../core/datasets/sample.ts';
import { readStrata, readWeight, type StratumOf } from '../../core/datasets/strata.ts';
import { readUniqueRule, type UniqueRule } from '../../core/datasets/uniqueness.ts';
import { FIX_MODES, type FixMode } from '../check/fix-options.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { wholeNumber } from '../options.ts';
import { gameFiles } from './game-blocks.ts';
import { type GivenQuery, readQuery } from './query-option.ts';

/** A number of games, or a share of all. */
export type SampleSize = { readonly games: number } | { readonly share: number };

/** What commander makes of the options that choose and change games: as written, so that a manifest can hold them. */
export interface ChoiceFlags {
  readonly where?: string;
  readonly fix?: FixMode;
  readonly drop?: string;
  readonly tags?: string;
  /** `Tag=value` */
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

/** The same, checked: what happens to games between their files and the output, in this order. */
export interface Choice {
  readonly query: GivenQuery | undefined;
  /** Fixes that games get before they are chosen. */
  readonly fix: FixMode | undefined;
  readonly cleaning: Cleaning;
  /** How equal games are recognized; `within` is false where only those of `notIn` are left out. */
  readonly unique: { readonly rule: UniqueRule; readonly within: boolean } | undefined;
  /** Files whose games are left out. */
  readonly notIn: readonly string[];
  readonly sample: SampleSize | undefined;
  readonly stratumOf: StratumOf;
  readonly allocation: Allocation;
  /** Undefined where all games have one weight. */
  readonly weightOf: ((facts: GameFacts) => number) | undefined;
  readonly seed: number;
}

function parseDrop(text: string): ReadonlySet<Dropped> {
  const names = text.split(',').map((name) => {
    const known = DROPPED.find((one) => one === name.trim());
    if (known === undefined) throw new InvalidArgumentError(`It must be a list of ${DROPPED.join(', ')}.`);
    return known;
  });
  return new Set(names);
}

/** `STR` stands for the Seven Tag Roster. */
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
  if (POSITION_TAGS.some((one) => one.toLowerCase() === name.toLowerCase()))
    throw new InvalidArgumentError(`${name} would change what the moves mean.`);
  return [name, value];
}

function parseComputed(text: string): ReadonlySet<ComputedTag> {
  const names = text.split(',').map((name) => {
    const known = COMPUTED_TAGS.find((one) => one.toLowerCase() === name.trim().toLowerCase());
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

export function parseStrata(text: string): StratumOf {
  const read = readStrata(text);
  if (read.ok) return read.value;
  throw new InvalidArgumentError(`It must be a list: ${read.error}.`);
}

/** A parser that keeps the text of an option once `parse` has accepted it. */
const checkedBy =
  (parse: (text: string) => unknown) =>
  (text: string): string => {
    parse(text);
    return text;
  };

/** Adds the options that choose and change games. */
export const addChoiceOptions = (command: Command): Command =>
  command
    .option('--where <expression>', 'choose the games for which this is true, such as "elo >= 1900"')
    .addOption(
      new Option(
        '--fix <which>',
        'fix games first, as check --fix: safe never changes which moves are played; all takes preferred repairs, too',
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
    .addOption(
      new Option('--max-plies <n>', 'cut the main line after this many plies').argParser(wholeNumber(0, 100_000)),
    )
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
        'with --by: the same number of games from each stratum (equal, the default), or in proportion to its size',
      ).choices(ALLOCATIONS),
    )
    .addOption(
      new Option('--weight <field>', 'draw the sample with probabilities in proportion to this number').argParser(
        checkedBy(parseWeight),
      ),
    )
    .addOption(new Option('--seed <n>', 'seed of random choices').default(0).argParser(wholeNumber(0, 0xffffffff)));

/** Checks the options; undefined, with a message written, for a malformed expression. */
export function choiceOf(terminal: Terminal, flags: ChoiceFlags, files: readonly string[]): Choice | undefined {
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
    stratumOf: by === undefined ? () => '' : parseStrata(by),
    allocation: allocation ?? 'equal',
    weightOf: weight === undefined ? undefined : parseWeight(weight),
    seed,
  };
}
