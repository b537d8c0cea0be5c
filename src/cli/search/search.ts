import type { Command } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../core/games/connect-four/connect-four.ts';
import { emptyHex, hex } from '../../core/games/hex/hex.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { mavGame } from '../../core/mav/games.ts';
import { backedUpValue } from '../../core/search/backup.ts';
import type { SearchRoot, SearchTree } from '../../core/search/mcts.ts';
import { rulesForGame } from '../../core/search/rule-models.ts';
import { MAX_ATTEMPTS, runSearch, type SearchReport } from '../../core/search/run-search.ts';
import type { SearchSettings } from '../../core/search/settings.ts';
import type { SearchNode } from '../../core/search/tree.ts';
import { SearchRecorder } from '../../core/search/tree-file.ts';
import { GameStates } from '../../core/search/view/game-states.ts';
import { type TrueSearchJson, trueSearchJson } from '../../core/search/view/search-text.ts';
import { type ScoringTally, tallyText, type WorldModel } from '../../core/search/world-model.ts';
import { othello } from '../../core/worlds/othello.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD } from '../../models/world-models.ts';
import { type Act, CliError, EXIT, usageError } from '../command.ts';
import { checkOutput } from '../io/output.ts';
import { columns, type Style, type Terminal } from '../io/terminal.ts';
import { openTree, resumedSearch, withWorldModel } from './open-search.ts';
import { addSearchOptions, checkModelFlags, type SearchFlags, treeSettings } from './search-options.ts';

const AFTER_HELP = `
STATE is a FEN, or for Connect Four, Hex and Othello side || cells ||; the default is the start of the game. The model is the reference (the
rules, with values from an engine, a solver or playouts), rollouts (random games), or any model of predict, which gets MAV prompts:
with --world-model rules for values only, with --world-model model for states and legal actions, too, with --world-model states for states only. With -M 0 nothing is searched: the model is
asked for the position once, and its best action is played. -o writes the tree to a .mcts.jsonl file, and --resume continues such a file,
up to -M simulations in total. --template is mav, or mav-raw without instructions.

Example:
  $ statelens search "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3" -M 200 -o mate.mcts.jsonl
  $ statelens search --resume mate.mcts.jsonl -M 1000
  $ statelens search --game connect_four --model rollouts -M 2000`;

export function define(command: Command, act: Act): void {
  const isGiven: IsGiven = (option) => command.getOptionValueSource(option) === 'cli';
  command
    .description('Search a position by MCTS over a world model (Schultz et al., section 3).')
    .argument('[state]', 'the position');
  addSearchOptions(command)
    .addHelpText('after', AFTER_HELP)
    .action(act((terminal, state: string | undefined, flags: SearchFlags) => search(terminal, state, flags, isGiven)));
}

/** Returns true if the user wrote an option. */
type IsGiven = (option: string) => boolean;

/** Start positions. Chess960 uses that of chess. */
const STARTS: Readonly<Record<MavGameName, () => string>> = {
  chess: () => INITIAL_FEN,
  chess960: () => INITIAL_FEN,
  connect_four: () => connectFour.print(EMPTY_CONNECT_FOUR),
  hex: () => hex.print(emptyHex()),
  othello: () => othello.automaton.print(othello.start),
};

async function search(
  terminal: Terminal,
  given: string | undefined,
  flags: SearchFlags,
  isGiven: IsGiven,
): Promise<number> {
  const { resume } = flags;
  if (resume === undefined) {
    checkModelFlags(terminal, asksModel(flags), isGiven);
    return run(terminal, begun(given, flags), flags);
  }
  const { header, tree, total, kept, done, ...resumed } = resumedSearch(resume, given, flags, isGiven);
  checkModelFlags(terminal, asksModel(resumed.flags), isGiven);
  const settings = { ...header.settings, simulations: total, timeout: flags.evaluationTimeout };
  if (!isGiven('evaluationTimeout')) settings.timeout = header.settings.timeout;
  return run(
    terminal,
    { root: header, settings, out: resume, before: { tree, kept, done, model: header.model } },
    resumed.flags,
  );
}

/** Returns true if the search sends prompts to a model. */
const asksModel = ({ model = REFERENCE_WORLD }: SearchFlags): boolean =>
  model !== REFERENCE_WORLD && model !== ROLLOUTS_WORLD;

/** A search to run. */
interface Search {
  readonly root: SearchRoot;
  readonly settings: SearchSettings;
  readonly out: string | undefined;
  /** Saved part of a resumed search, which must have the same model. */
  readonly before?: { readonly tree: SearchTree; readonly kept: string; readonly done: number; readonly model: string };
}

function begun(given: string | undefined, flags: SearchFlags): Search {
  checkOutput(flags.out, { kind: 'tree', inputs: [], overwrite: flags.overwrite });
  const game = mavGame(flags.game);
  const parsed = game?.automaton.parse(given ?? STARTS[flags.game]());
  if (game === undefined || parsed === undefined) throw usageError(`unknown game ${flags.game}`);
  if (!parsed.ok) throw usageError(`the state cannot be read: ${parsed.error}`);
  const state = game.automaton.print(parsed.value);
  return { root: { game: flags.game, state, played: flags.played }, settings: searchSettings(flags), out: flags.out };
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
        throw usageError(`${out} cannot be resumed: it was searched with ${before.model}, not with ${model.label}`);
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
          ...(flags.worldModel !== 'rules' && { rules: rulesForGame(game) }),
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
        return await printReport(terminal, done.value, { game, model, settings }, terminal.clock.now() - began, flags);
      } finally {
        file?.close();
      }
    }),
  );
}

const searchSettings = (flags: SearchFlags): SearchSettings => {
  const { simulations, seed } = flags;
  return { ...treeSettings(flags), simulations, seed };
};

async function printReport(
  terminal: Terminal,
  report: SearchReport,
  { game, ...of }: Searched & Pick<SearchRoot, 'game'>,
  ms: number,
  flags: SearchFlags,
): Promise<number> {
  const { tree, end, fault, lost, givenUp } = report;
  const { tally } = of.model;
  const states = trueSearchJson(tree.root, of.settings, new GameStates(game));
  const scoring = tally && scoringJson(tally, flags);
  const text =
    flags.json === true
      ? `${JSON.stringify({ ...searchJson(report, of, states), ...(scoring !== undefined && { scoring }) })}\n`
      : searchText(tree, of, states.sentence, terminal.style);
  await terminal.print(text);
  terminal.note(`${plural(tree.simulations, 'simulation')}, ${plural(tree.size, 'node')}, ${(ms / 1000).toFixed(1)} s`);
  const counts = tally === undefined ? '' : tallyText(tally);
  if (counts !== '') terminal.note(counts);
  if (lost > 0) terminal.note(`${plural(lost, 'simulation')} without an answer (the last: ${fault})`);
  if (givenUp.length > 0)
    terminal.note(
      `given up after ${MAX_ATTEMPTS} attempts each: ${givenUp.map((way) => actionsOn(tree, way).join(' ')).join(', ')}`,
    );
  if (end === 'stopped') terminal.note('interrupted');
  if (end === 'closed')
    terminal.note('all paths from the root are closed: the model hallucinated on each, or the game is over');
  if (end === 'faults') terminal.note(`the model stopped answering: ${fault}`);
  const isLost = lost > 0 && lost >= tree.simulations;
  return (end === 'done' || end === 'closed') && !isLost ? EXIT.ok : EXIT.incomplete;
}

/** Returns the actions of the root with their figures. */
function rootActions({ root }: SearchTree) {
  const { actions, visits, total, prior, listed, closed, children } = root;
  return actions.map((action, i) => {
    const n = visits[i] ?? 0;
    return {
      action,
      visits: n,
      value: n > 0 ? (total[i] ?? 0) / n : null,
      prior: prior[i] ?? 0,
      listed: listed[i] ?? 0,
      ...(closed[i] === 1 && { closed: children[i]?.reason ?? true }),
    };
  });
}

/** Model and settings of a search. */
interface Searched {
  readonly model: Pick<WorldModel, 'label' | 'tally'>;
  readonly settings: SearchSettings;
}

/** Returns the actions of a path from the root. */
function actionsOn({ root }: SearchTree, way: readonly number[]): readonly string[] {
  const actions: string[] = [];
  let node: SearchNode | undefined = root;
  for (const edge of way) {
    const action: string | undefined = node?.actions[edge];
    if (action !== undefined) actions.push(action);
    node = node?.isLeaf === true ? undefined : node?.children[edge];
  }
  return actions;
}

const searchJson = (
  { tree, end, lost, givenUp }: SearchReport,
  { model, settings }: Searched,
  states: TrueSearchJson,
) => ({
  schema: 1,
  model: model.label,
  end,
  simulations: tree.simulations,
  lost,
  givenUp: givenUp.map((way) => actionsOn(tree, way)),
  nodes: tree.size,
  best: tree.root.actions[tree.finalEdge()] ?? null,
  line: tree.principalVariation().map(({ parent, edge }) => parent?.actions[edge]),
  backup: settings.backup,
  value: backedUpValue(tree.root, settings),
  states,
  actions: rootActions(tree),
});

/** Returns how values were read in this search, or in this part of a resumed one. */
const scoringJson = ({ scored, written, meanMass, leastMass }: ScoringTally, { scoring, fallback }: SearchFlags) => ({
  method: scoring,
  fallback,
  values: scored,
  written,
  mass: meanMass === null ? null : { mean: meanMass, least: leastMass },
});

/** Limit of the rows in the table of actions. */
const MAX_ROWS = 12;

/**
 * Returns the result of a search: the chosen action, the expected line, and the actions of the root, the most visited first.
 */
function searchText(tree: SearchTree, { model, settings }: Searched, states: string, style: Style): string {
  const best = tree.root.actions[tree.finalEdge()];
  const actions = rootActions(tree).sort((a, b) => b.visits - a.visits || b.listed - a.listed);
  const rows = actions
    .slice(0, MAX_ROWS)
    .map(({ action, visits, value, prior, listed, closed }) => [
      action === best ? '>' : '',
      action,
      String(visits),
      value?.toFixed(3) ?? '-',
      prior.toFixed(3),
      listed.toFixed(3),
      closed === undefined ? '' : `hallucination: ${closed === true ? '' : closed}`,
    ]);
  const head = ['', 'action', 'N', 'Q', 'P', 'listed', ''];
  const table = columns([head, ...rows], ['left', 'left', 'right', 'right', 'right', 'right', 'left']);
  const line = tree.principalVariation().map(({ parent, edge }) => parent?.actions[edge] ?? '');
  return [
    best === undefined ? 'no action to play' : `${style.bold(best)}  ${style.dim(`by ${model.label}`)}`,
    ...(line.length === 0 ? [] : [`line    ${line.join(' ')}`]),
    `value   ${backedUpValue(tree.root, settings).toFixed(3)} for the side to move (${settings.backup})`,
    `states  ${states}`,
    '',
    ...table,
    ...(actions.length > rows.length ? [`and ${actions.length - rows.length} more`] : []),
    '',
  ].join('\n');
}
