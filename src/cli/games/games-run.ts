import { plural } from '../../core/base/text/counts.ts';
import { type GameDivision, GameSplitter } from '../../core/datasets/game-split.ts';
import {
  type GameStatistics,
  GameStats,
  type StatGroup,
  statisticsGroups,
  statisticsRows,
  statisticsSummary,
} from '../../core/datasets/game-stats.ts';
import type { StratumFigures } from '../../core/datasets/sampler.ts';
import { escape, type Markup, paragraph, section, svg } from '../../core/evaluation/report/html/markup.ts';
import { STYLE } from '../../core/evaluation/report/html/style.ts';
import { CliError, EXIT, packageVersion } from '../command.ts';
import { displayPath, writeText } from '../io/files.ts';
import { columns, type Terminal } from '../io/terminal.ts';
import { DEFAULT_COMMANDS, parseCommands } from '../mav/sources.ts';
import { parsePlyPlan } from '../options.ts';
import { type ChoiceCounts, ChosenGames, type Reading } from './chosen-games.ts';
import { type OutputPlan, Outputs } from './game-output.ts';
import { type Choice, parseStrata, type Task } from './games-options.ts';
import { type Manifest, ManifestRecord } from './manifest.ts';

/** Policy of the page, which may load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const BAR = { width: 320, height: 14 } as const;

const OWN_STYLE = `
table{width:100%;max-width:46rem;table-layout:fixed}
th:first-child{width:12rem;white-space:normal}
th:nth-child(n+2):nth-child(-n+3){width:5.5rem}
td svg{display:block;width:100%;height:14px}
td rect{fill:var(--c0)}
`.trim();

/** Source of the games: their files, and the expression that chose them. */
interface StatsSource {
  readonly files: readonly string[];
  readonly where: string | undefined;
}

/**
 * Returns statistics as one HTML file without scripts and external resources, for light and dark pages and for paper.
 */
function statsHtml(statistics: GameStatistics, { files, where }: StatsSource): string {
  const source = `${files.length <= 3 ? files.join(', ') : plural(files.length, 'file')}${where === undefined ? '' : `, ${where}`}`;
  const parts = statisticsGroups(statistics).map(({ id, title, groups }) =>
    section(id, title, groupTable(title, groups, statistics.games)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>StateLens games</title>
<style>
${STYLE}
${OWN_STYLE}
</style>
</head>
<body>
<header>
<h1>${escape(statisticsSummary(statistics))}</h1>
<p class="quiet">${escape(source)}</p>
</header>
<main>
${parts.join('\n')}
</main>
<footer>${paragraph(`statelens ${packageVersion()}`)}</footer>
</body>
</html>
`;
}

function groupTable(title: string, groups: readonly StatGroup[], games: number): Markup {
  const most = Math.max(1, ...groups.map((group) => group.games));
  const rows = groups.map(({ name, games: own }) => {
    const width = (BAR.width * own) / most;
    const bar = svg('rect', { x: 0, y: 0, width: own > 0 ? Math.max(1, width) : 0, height: BAR.height, rx: 2 });
    const view = { viewBox: `0 0 ${BAR.width} ${BAR.height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' };
    const share = `${((100 * own) / Math.max(1, games)).toFixed(1)} %`;
    return `<tr><th scope="row">${escape(name)}</th><td>${own.toLocaleString('en-US')}</td><td>${share}</td><td>${svg('svg', view, bar)}</td></tr>`;
  });
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escape(title)}"><table>` +
    `<thead><tr><th scope="col">${escape(title)}</th><th scope="col">games</th><th scope="col">share</th><td aria-hidden="true"></td></tr></thead>` +
    `<tbody>${rows.join('\n')}</tbody></table></div>`
  );
}

/**
 * Executes a call; returns the exit status.
 *
 * @param expected manifest of the outputs to reproduce
 */
export async function runGames(
  terminal: Terminal,
  task: Task,
  expected: Manifest | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { files, choice, flags } = task;
  const { count = false, stats = false, manifest = false, out } = flags;
  // A sample that is drawn first need not be stored.
  const drawing = new ChosenGames(terminal, files, choice, signal);
  const drawn = files.includes('-') ? undefined : await drawing.draw();
  const division = await divide(terminal, task, { drawn, isFirst: drawn === undefined }, signal);
  const isFirst = drawn === undefined && division === undefined;
  const chosen = new ChosenGames(terminal, files, choice, signal, { isFirst, drawn });
  const statistics = stats ? new GameStats() : undefined;
  const isWritten = !count && !stats && !signal.aborted;
  const record =
    manifest && isWritten && out !== undefined ? await ManifestRecord.begin(terminal, out, task) : undefined;
  const outputs = isWritten ? await Outputs.open(terminal, outputPlan(task, division)) : undefined;
  try {
    for await (const group of chosen.groups()) {
      for (const game of group) {
        statistics?.add(game.facts);
        outputs?.add(game);
      }
      await outputs?.flush();
    }
    outputs?.end();
    await outputs?.flush();
    if (signal.aborted) {
      outputs?.discard();
      record?.forget();
      terminal.note(
        `interrupted${out === undefined ? '' : `; ${outputs?.files.map(({ file }) => file).join(', ')} not written`}`,
      );
      return EXIT.incomplete;
    }
    outputs?.commit();
  } catch (error) {
    keepWhole(terminal, outputs, record, error);
    throw error;
  }
  if (count) await terminal.print(`${chosen.counts.sampled}\n`);
  else if (statistics !== undefined) await giveStatistics(terminal, statistics.statistics(), task);
  noteCounts(terminal, chosen, division, count || stats);
  const strata = flags.by === undefined ? undefined : (drawing.strata ?? chosen.strata);
  record?.complete({ counts: chosen.counts, parts: division?.figures, strata }, outputs?.files ?? []);
  if (!chosen.isWhole || !isExpected(terminal, expected, outputs)) return EXIT.incomplete;
  return isWholeSample(terminal, choice, chosen.counts, strata) ? EXIT.ok : EXIT.findings;
}

/** Saves whole games and the manifest after a failure of the machine, such as a full disk; nothing after any other. */
function keepWhole(
  terminal: Terminal,
  outputs: Outputs | undefined,
  record: ManifestRecord | undefined,
  error: unknown,
): void {
  const isOfMachine = error instanceof CliError && error.status === EXIT.incomplete;
  const kept = isOfMachine ? (outputs?.keep() ?? []) : [];
  if (kept.length === 0) {
    outputs?.discard();
    record?.forget();
    return;
  }
  for (const { file, games } of kept) terminal.note(`${plural(games, 'whole game')} kept in ${file}`);
  if (record !== undefined)
    terminal.note(`to repeat all: statelens games --from ${record.partial} --out ${record.out}`);
}

function outputPlan({ format, flags, parts, splitBy, check }: Task, division: GameDivision | undefined): OutputPlan {
  const names = parts?.map(({ name }) => name) ?? [];
  const partRule: OutputPlan['partRule'] =
    division !== undefined
      ? (_, index) => [names[division.partOf[index] ?? 0] ?? '']
      : splitBy !== undefined
        ? ({ facts }, index) => splitBy(facts, index)
        : undefined;
  const checkPart = splitBy === undefined ? (): void => undefined : check;
  return {
    format,
    rows: flags.rows,
    at: flags.plies === undefined ? undefined : parsePlyPlan(flags.plies),
    commands: parseCommands(flags.commands ?? DEFAULT_COMMANDS),
    out: flags.out,
    parts: names,
    ...(partRule !== undefined && { partRule }),
    check: checkPart,
  };
}

/** Divides the games, with another reading of them; undefined if they are not divided. */
async function divide(
  terminal: Terminal,
  { files, choice, flags, parts, clusterBy }: Task,
  reading: Reading,
  signal: AbortSignal,
): Promise<GameDivision | undefined> {
  if (parts === undefined) return undefined;
  const { openingPlies, openingLines } = flags;
  const stratumRule = flags.stratify === undefined ? undefined : parseStrata(flags.stratify);
  const splitter = new GameSplitter({ openingPlies, openingLines }, clusterBy, stratumRule);
  for await (const group of new ChosenGames(terminal, files, choice, signal, reading).groups())
    for (const { facts } of group) splitter.add(facts);
  return splitter.divide(parts, choice.seed);
}

/** Limit of the strata named individually. */
const MAX_NAMED_STRATA = 12;

/** Reports the distribution of the sample; returns true if there were as many games as requested. */
function isWholeSample(
  terminal: Terminal,
  { sample }: Choice,
  { sampled }: ChoiceCounts,
  strata: readonly StratumFigures[] | undefined,
): boolean {
  if (strata !== undefined && strata.length <= MAX_NAMED_STRATA)
    for (const { name, size, sampled: own } of strata)
      terminal.note(`stratum ${name}: ${own.toLocaleString('en-US')} of ${plural(size, 'game')}`);
  else if (strata !== undefined) {
    const drawn = strata.filter((stratum) => stratum.sampled > 0).length;
    terminal.note(`${plural(strata.length, 'stratum', 'strata')}, games drawn from ${drawn.toLocaleString('en-US')}`);
  }
  if (sample === undefined || 'share' in sample || sampled >= sample.games) return true;
  terminal.note(`only ${plural(sampled, 'game')} for a sample of ${sample.games.toLocaleString('en-US')}`);
  return false;
}

function noteCounts(
  terminal: Terminal,
  { counts, missingTags }: ChosenGames,
  division: GameDivision | undefined,
  isPrinted: boolean,
): void {
  const { read, sampled } = counts;
  if (!isPrinted) terminal.note(`${sampled.toLocaleString('en-US')} of ${plural(read, 'game')} chosen`);
  for (const { name, games, clusters, positions, known } of division?.figures ?? []) {
    const share = positions === 0 ? 0 : (100 * known) / positions;
    const shared = known === 0 ? '' : `; ${share.toFixed(1)} % of their positions are openings of the first part`;
    terminal.note(`${name}: ${plural(games, 'game')} in ${plural(clusters, 'cluster')}${shared}`);
  }
  if (missingTags.length > 0)
    terminal.note(`no game has the tag ${missingTags.join(', ')}; an absent tag fits no comparison`);
}

/** Returns true if the outputs have the bytes of a manifest; a note names those that do not. */
function isExpected(terminal: Terminal, expected: Manifest | undefined, outputs: Outputs | undefined): boolean {
  if (expected === undefined || outputs === undefined) return true;
  const others = expected.outputs.filter(({ sha256 }, i) => outputs.files[i]?.sha256 !== sha256);
  for (const { file } of others)
    terminal.note(`the output differs from ${file} of the manifest, which version ${expected.version} wrote`);
  return others.length === 0;
}

/** Prints statistics, or writes them as a page. */
async function giveStatistics(terminal: Terminal, statistics: GameStatistics, { files, flags }: Task): Promise<void> {
  const { json = false, html, where } = flags;
  if (html !== undefined) writeText(html, statsHtml(statistics, { files: files.map(displayPath), where }));
  if (html !== undefined && !json) return;
  const table = columns(statisticsRows(statistics), ['left', 'right', 'right', 'left']);
  const text = json ? JSON.stringify(statistics, undefined, 2) : [statisticsSummary(statistics), ...table].join('\n');
  await terminal.print(`${text}\n`);
}
