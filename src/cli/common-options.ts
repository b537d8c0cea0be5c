import { type Command, Option } from 'commander';
import { usageError } from './command.ts';
import type { Terminal } from './io/terminal.ts';

/** From this number of options, the help of a command lists them in groups. */
const LEAST = 13;

/** Groups of options in the order of the help. A flag is in the same group in all commands; `test/unit/house/flags.test.ts` checks it. */
export const OPTION_GROUPS: Readonly<Record<string, string>> = {
  Input:
    'games game game-number number language encoding mav-dialect variant world world-model random length obfuscate ' +
    'obfuscate-states where plies at histories predictions random-boards from root start moves answer truth prompt ' +
    'prompt-field output-field model-field field dialect name map extract as form hex-size walk suffix suffix-samples played ' +
    'commands comments no-comments in seed prose state before first-column',
  Choice:
    'player date eco elo event result material line position fix drop tags set compute max-plies unique not-in sample ' +
    'by allocation weight split cluster-by stratify split-by opening-plies opening-lines take balance per-position ' +
    'limit test ood reference pair-limit',
  Model:
    'model extract-with label base-url api api-key-variable temperature max-tokens timeout concurrency template samples fallback ' +
    'trust-host trust-variable allow-requests batch same-label',
  Players: 'anchor openings book pairings no-reuse quick',
  Search:
    'simulations rollouts exploration virtual-count virtual-loss unvisited scoring queueing final backup prior-actions ' +
    'prior-epsilon prior-temperature top-logprobs evaluation-timeout breadth tree-depth trace traces trace-breadth ' +
    'trace-depth order k mav native-states',
  Values: 'engine engine-depth engines values exact-values threads tolerance',
  Scores:
    'depth method sequences target-error policy importance terminal rescale lambda en-passant set-based ' +
    'no-conditional measure epsilon failure budget group-by no-baselines no-floors worst fail-under',
  Checks: 'severity fail-on strict-export strict explain check compare',
  'Cost and limits':
    'prices batch-price max-requests max-cost max-tokens-total pilot dry-run cache no-cache retry-errors break-lock ' +
    'resume continue shard wait partial jobs no-keep no-scores',
  Output:
    'out overwrite in-place replace to style write annotate format json summary table list list-moves list-positions ' +
    'answers figures digits rows count stats html markdown svg pgn chart tree manifest interactive printed full stdio quiet help',
};

/** Position of each flag in the help: its group and its place there. */
const PLACES: ReadonlyMap<string, readonly [title: string, at: number]> = new Map(
  Object.entries(OPTION_GROUPS)
    .flatMap(([title, flags]) => flags.split(' ').map((flag) => [title, flag] as const))
    .map(([title, flag], at) => [flag, [`${title}:`, at]] as const),
);

const flagName = ({ long }: Option): string => long?.slice(2) ?? '';

/** Lists the options of a command with many of them in groups; an option that has a group keeps it. */
function groupOptions(command: Command): void {
  if (command.options.filter(({ hidden }) => !hidden).length < LEAST) return;
  for (const option of command.options) {
    const [title] = PLACES.get(flagName(option)) ?? [];
    if (title !== undefined) option.helpGroupHeading ??= title;
  }
  // The help takes groups as they appear. The order has no other effect.
  const options = command.options as Option[];
  const at = (option: Option): number => PLACES.get(flagName(option))?.[1] ?? PLACES.size;
  const groupAt = new Map<string | undefined, number>();
  for (const option of options)
    groupAt.set(option.helpGroupHeading, Math.min(at(option), groupAt.get(option.helpGroupHeading) ?? PLACES.size));
  options.sort(
    (a, b) => (groupAt.get(a.helpGroupHeading) ?? 0) - (groupAt.get(b.helpGroupHeading) ?? 0) || at(a) - at(b),
  );
}

/** Returns the option `--json`. With `--format`, it is short for `--format json`. */
export const jsonOption = (): Option => new Option('--json', 'print JSON');

/**
 * Adds a flag of earlier versions, which the help does not list, for the flag of the same value that replaced it.
 *
 * @param flags such as `--at <plies>`
 * @param parse parser of the flag's text; an InvalidArgumentError names the earlier flag
 */
export function addFormerFlag(
  command: Command,
  flags: string,
  name: string,
  parse: (text: string) => unknown,
): Command {
  const option = new Option(flags).argParser(parse).hideHelp();
  const key = option.attributeName();
  return command
    .addOption(option)
    .on(`option:${option.name()}`, () => command.setOptionValueWithSource(name, command.getOptionValue(key), 'cli'));
}

/** Adds what all commands have, to a command or its subcommands, and lists many options in groups. */
export function completeCommand(command: Command): void {
  if (command.commands.length > 0) {
    for (const inner of command.commands) completeCommand(inner);
    return;
  }
  command.addOption(
    new Option('--quiet', 'print notes and progress only if the command fails (status 2 or 3)').conflicts(
      'interactive',
    ),
  );
  groupOptions(command);
}

/** Applies the options that all commands have, before a command acts. */
export function applyCommonOptions(command: Command, terminal: Terminal): void {
  const { json, format, quiet } = command.opts<{ json?: true; format?: string; quiet?: true }>();
  if (quiet === true) terminal.holdNotes();
  const hasFormats = command.options.some(
    ({ long, argChoices }) => long === '--format' && argChoices?.includes('json'),
  );
  if (json !== true || !hasFormats) return;
  if (command.getOptionValueSource('format') === 'cli' && format !== 'json')
    throw usageError(`--json is short for --format json, and --format ${format ?? ''} was given; remove one of them`);
  command.setOptionValueWithSource('format', 'json', 'cli');
}
