import { type Command, InvalidArgumentError, Option } from 'commander';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../core/games/hex/hex.ts';
import { MAV_GAMES, type MavGameName, mavGame } from '../../core/mav/games.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { SearchRoot, SearchTree } from '../../core/search/mcts.ts';
import { SearchRecorder } from '../../core/search/record-search.ts';
import { rulesOf } from '../../core/search/rules.ts';
import { runSearch, type SearchReport } from '../../core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../core/search/settings.ts';
import { SEARCH_FIELDS } from '../../core/search/settings-fields.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { type Act, EXIT } from '../command.ts';
import { CliError, usageError } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { mavDialectOption, numberFrom, wholeNumber } from '../options.ts';
import { addReferenceOptions, type ReferenceFlags } from './reference-options.ts';
import { openTree, resumedSearch } from './resumed-search.ts';
import { searchText } from './search-text.ts';
import { withWorldModel } from './world-models.ts';

const AFTER_HELP = `
STATE is a FEN, or for Connect Four and Hex side || cells ||; without one the game's start. The models are the reference (rules, and
the values of an engine, a solver or playouts), rollouts (random games), and any model of predict, which is asked MAV prompts:
with --world rules for values alone, with --world model for states and legal actions, too.

Example:
  $ statelens search "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3" -M 200 -o mate.mcts.jsonl
  $ statelens search --resume mate.mcts.jsonl -M 1000
  $ statelens search --game connect_four --model rollouts -M 2000`;

/** What commander makes of the options. */
export interface SearchFlags extends ReferenceFlags {
  readonly game: MavGameName;
  readonly model: string;
  readonly world: 'rules' | 'model';
  readonly scoring: 'written' | 'max' | 'mean';
  readonly form: 'state' | 'FEN';
  readonly template: string;
  readonly baseUrl: string;
  readonly simulations: number;
  readonly batch: number;
  readonly queueing: SearchSettings['queueing'];
  readonly timeout: number;
  readonly exploration: number;
  readonly k: number;
  readonly epsilon: number;
  readonly temperature: number | undefined;
  readonly backup: SearchSettings['backup'];
  readonly unvisited: SearchSettings['unvisited'];
  readonly virtualCount: SearchSettings['virtual'];
  readonly virtualLoss?: boolean;
  readonly final: SearchSettings['final'];
  readonly rollouts: number;
  readonly seed: number;
  readonly played: number;
  readonly mavDialect?: MavDialect;
  readonly out?: string;
  readonly resume?: string;
  readonly json?: boolean;
}

/** `3`, or `8..2` for counts that halve from the leaf on. */
function virtualCounts(text: string): SearchSettings['virtual'] {
  const read = SEARCH_FIELDS.virtual.read(text);
  if (!read.ok) throw new InvalidArgumentError(`It has to be ${read.error}.`);
  return read.value;
}

export function define(command: Command, act: Act): void {
  const { simulations, batch, timeout, exploration, k, epsilon, seed } = DEFAULT_SEARCH;
  command
    .description('Search a position by Monte Carlo tree search over a world model (Schultz et al., section 3).')
    .argument('[state]', 'the position')
    .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('chess'))
    .option('--model <label>', 'reference, rollouts, or a model of predict', 'reference')
    .addOption(
      new Option('--world <who>', 'who knows legal actions and successors: the rules, or the model')
        .choices(['rules', 'model'])
        .default('rules'),
    )
    .addOption(
      new Option('--scoring <how>', "of a model's values: as written, or by the probabilities of their tokens")
        .choices(['written', 'max', 'mean'])
        .default('written'),
    )
    .addOption(new Option('--form <form>', 'of states in prompts').choices(['state', 'FEN']).default('FEN'))
    .option('--template <id>', 'prompt template: mav, or mav-raw', 'mav')
    .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
    .addOption(whole('-M, --simulations <n>', 'simulations', simulations, 1, 10_000_000))
    .addOption(whole('-b, --batch <n>', 'evaluations at a time; 1: synchronous', batch, 1, 4096))
    .addOption(
      new Option('--queueing <how>', 'rounds of b, or a new descent for every answer')
        .choices(['rounds', 'rolling'])
        .default(DEFAULT_SEARCH.queueing),
    )
    .addOption(
      number('--timeout <s>', 'seconds after which an evaluation is given up; 0: never', timeout / 1000, 0, 86_400),
    )
    .addOption(number('-c, --exploration <c>', 'c of PUCT', exploration, 0, 1000))
    .addOption(whole('-k, --k <n>', 'actions of the prior’s softmax', k, 1, 1000))
    .addOption(number('--epsilon <x>', 'share of the uniform prior', epsilon, 0, 1))
    .addOption(
      new Option('--temperature <t>', 'tau of the prior (default: 0.1, falling to 0.05 at ply 40)').argParser(
        numberFrom(0, 100),
      ),
    )
    .addOption(
      new Option('--backup <how>', 'what is backed up').choices(['mean', 'minimax']).default(DEFAULT_SEARCH.backup),
    )
    .addOption(
      new Option('--unvisited <q>', 'Q of an action without visits')
        .choices(['listed', 'zero', 'parent'])
        .default(DEFAULT_SEARCH.unvisited),
    )
    .addOption(
      new Option('--virtual-count <n>', 'of queued descents: fixed, such as 3, or from the leaf up, such as 8..2')
        .argParser(virtualCounts)
        .default(DEFAULT_SEARCH.virtual, '8..2'),
    )
    .option('--virtual-loss', 'count virtual counts as lost in Q, too')
    .addOption(
      new Option('--final <by>', 'the move that is played: by visits, or by value')
        .choices(['visits', 'value'])
        .default(DEFAULT_SEARCH.final),
    )
    .addOption(whole('--rollouts <n>', 'random games a state, with --model rollouts', 1, 1, 1_000_000))
    .addOption(whole('--played <n>', 'plies played before, for the temperature', 0, 0, 10_000))
    .addOption(whole('--seed <n>', 'seed of all that is drawn', seed, 0, 0xffffffff));
  addReferenceOptions(command)
    .addOption(mavDialectOption())
    .option('-o, --out <file>', 'write the tree to a .mcts.jsonl file')
    .option('--resume <file>', 'go on with the search of a .mcts.jsonl file, up to -M simulations in all')
    .option('--json', 'print one JSON object (docs/cli.md)')
    .addHelpText('after', AFTER_HELP)
    .action(
      act((terminal, state: string | undefined, flags: SearchFlags) => {
        const isGiven: IsGiven = (option) => command.getOptionValueSource(option) === 'cli';
        return search(terminal, state, flags, isGiven);
      }),
    );
}

/** Whether the user wrote an option. */
type IsGiven = (option: string) => boolean;

const whole = (flags: string, description: string, fallback: number, least: number, most: number): Option =>
  new Option(flags, description).argParser(wholeNumber(least, most)).default(fallback);
const number = (flags: string, description: string, fallback: number, least: number, most: number): Option =>
  new Option(flags, description).argParser(numberFrom(least, most)).default(fallback);

/** Where games begin; Chess960 where it is chess. */
const STARTS: Readonly<Record<MavGameName, () => string>> = {
  chess: () => INITIAL_FEN,
  chess960: () => INITIAL_FEN,
  connect_four: () => connectFour.print(EMPTY_CONNECT_FOUR),
  hex: () => hex.print(emptyHex()),
};

async function search(
  terminal: Terminal,
  given: string | undefined,
  flags: SearchFlags,
  isGiven: IsGiven,
): Promise<number> {
  const { resume } = flags;
  if (resume === undefined) return run(terminal, begun(given, flags), flags);
  const { header, tree, total, kept, done, ...resumed } = resumedSearch(resume, given, flags, isGiven);
  const settings = { ...header.settings, simulations: total, timeout: 1000 * flags.timeout };
  if (!isGiven('timeout')) settings.timeout = header.settings.timeout;
  return run(
    terminal,
    { root: header, settings, out: resume, before: { tree, kept, done, model: header.model } },
    resumed.flags,
  );
}

/** What is searched. */
interface Search {
  readonly root: SearchRoot;
  readonly settings: SearchSettings;
  readonly out: string | undefined;
  /** What is there of it, where it goes on; its model has to be the same. */
  readonly before?: { readonly tree: SearchTree; readonly kept: string; readonly done: number; readonly model: string };
}

function begun(given: string | undefined, flags: SearchFlags): Search {
  const game = mavGame(flags.game);
  const parsed = game?.automaton.parse(given ?? STARTS[flags.game]());
  if (game === undefined || parsed === undefined) throw usageError(`no game is called ${flags.game}`);
  if (!parsed.ok) throw usageError(`the state cannot be read: ${parsed.error}`);
  const state = game.automaton.print(parsed.value);
  return { root: { game: flags.game, state, played: flags.played }, settings: settingsOf(flags), out: flags.out };
}

function run(
  terminal: Terminal,
  { root: { game, state, played }, settings, out, before }: Search,
  flags: SearchFlags,
): Promise<number> {
  const root = { game, state, played };
  const left = settings.simulations - (before?.done ?? 0);
  const progress = terminal.progress('searching', left);
  return terminal.interruptible((signal) =>
    withWorldModel(terminal, flags, async (model) => {
      if (before !== undefined && before.model !== model.label)
        throw usageError(`${out} cannot go on: it was searched by ${before.model}, and this is ${model.label}`);
      const file = out === undefined ? undefined : openTree(out, before?.kept);
      const recorder = file && new SearchRecorder({ ...root, model: model.label, settings }, file.write);
      if (before !== undefined) recorder?.goOn(before.tree);
      const began = terminal.clock.now();
      try {
        const done = await runSearch({
          root,
          model,
          settings: { ...settings, simulations: left },
          clock: terminal.clock,
          signal,
          ...(flags.world === 'model' && { rules: rulesOf(game) }),
          ...(before === undefined
            ? { onStart: (tree: SearchTree) => recorder?.onStart(tree) }
            : { tree: before.tree }),
          onSimulation: (simulation, tree) => {
            progress.step();
            recorder?.onSimulation(simulation, tree);
          },
        });
        progress.end();
        if (!done.ok) throw new CliError(`nothing to search: ${done.error}`, EXIT.incomplete);
        recorder?.end(done.value);
        return await report(terminal, done.value, model.label, terminal.clock.now() - began, flags);
      } finally {
        file?.close();
      }
    }),
  );
}

function settingsOf(flags: SearchFlags): SearchSettings {
  const { simulations, batch, queueing, exploration, k, epsilon, unvisited, backup, final, seed, temperature } = flags;
  return {
    simulations,
    batch,
    queueing,
    timeout: 1000 * flags.timeout,
    exploration,
    k,
    epsilon,
    temperature:
      temperature === undefined ? DEFAULT_SEARCH.temperature : { from: temperature, to: temperature, plies: 0 },
    unvisited,
    backup,
    virtual: flags.virtualCount,
    virtualLoss: flags.virtualLoss === true,
    final,
    seed,
  };
}

async function report(
  terminal: Terminal,
  { tree, end, fault }: SearchReport,
  model: string,
  ms: number,
  flags: SearchFlags,
): Promise<number> {
  const text =
    flags.json === true ? `${JSON.stringify(jsonOf(tree, model, end))}\n` : searchText(tree, model, terminal.style);
  await terminal.print(text);
  terminal.note(`${tree.simulations} simulations, ${tree.size} nodes, ${(ms / 1000).toFixed(1)} s`);
  if (end === 'stopped') terminal.note('interrupted');
  if (end === 'closed')
    terminal.note('every way from the root is closed: the model hallucinated at each, or the game is over');
  if (end === 'faults') terminal.note(`the model gave no answers any more: ${fault}`);
  return end === 'done' || end === 'closed' ? EXIT.ok : EXIT.incomplete;
}

function jsonOf(tree: SearchTree, model: string, end: string) {
  const { root } = tree;
  const { actions, visits, total, prior, listed, closed } = root;
  return {
    schema: 1,
    model,
    end,
    simulations: tree.simulations,
    nodes: tree.size,
    best: actions[tree.finalEdge()] ?? null,
    line: tree.principalVariation().map(({ parent, edge }) => parent?.actions[edge]),
    actions: actions.map((action, i) => ({
      action,
      visits: visits[i],
      value: visits[i] > 0 ? total[i] / visits[i] : null,
      prior: prior[i],
      listed: listed[i],
      ...(closed[i] === 1 && { closed: root.children[i]?.reason ?? true }),
    })),
  };
}
