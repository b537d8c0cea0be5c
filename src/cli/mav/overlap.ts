import { type Command, Option } from 'commander';
import { MIN_CLUSTERS } from '../../core/base/stats/confidence-interval.ts';
import { plural } from '../../core/base/text/counts.ts';
import { textLines } from '../../core/languages/positions.ts';
import { SeenIds } from '../../core/mav/author/dataset-split.ts';
import { gameLineKeys } from '../../core/mav/author/game-line.ts';
import { knownGame, moveNumber, positionId } from '../../core/mav/author/prompt-position.ts';
import type { SourceLine } from '../../core/mav/author/source-lines.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/game-names.ts';
import { CasesByLine, IndependentGames } from '../../core/mav/stats/independent-games.ts';
import type { KeyedLine } from '../../core/notation/game-clusters.ts';
import { type Act, EXIT } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { displayPath, expandPaths } from '../io/files.ts';
import { columns, type Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, readDocument, readText } from '../io/text-source.ts';
import { type PlyPlan, pliesOption } from '../options.ts';
import { linePrompt } from './dataset-files.ts';
import { stateLineLanguage } from './sources.ts';

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 1;

const AFTER_HELP = `
Positions are equal if they have the same future: counters are ignored. Files can be PGN (every position of the main lines, or those
of --plies), FEN, EPD, MAV, or datasets (.jsonl); with --game connect_four, hex or othello one state per line.
Intervals count the independent games of the test, not positions; with fewer than ten games there are none.

Example:
  $ statelens mav overlap train.jsonl puzzles.fen`;

interface OverlapFlags {
  readonly json?: boolean;
  readonly listPositions?: boolean;
  readonly plies: PlyPlan;
  readonly game?: MavGameName;
}

/** Adds `overlap` to `mav`. */
export function addOverlap(mav: Command, act: Act): void {
  mav
    .command('overlap')
    .summary('count test positions in a training set, by move number')
    .description('Count the test positions that occur in a training set, by move number (Figure 8 of the paper).')
    .argument('<train>', 'a file or folder')
    .argument('<test>', 'a file or folder')
    .addOption(jsonOption())
    .option('--list-positions', 'also print each test position that the training set has, and where both have it')
    .addOption(pliesOption('every:1'))
    .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES))
    .addHelpText('after', AFTER_HELP)
    .action(act(overlap));
}

/** Counts of test positions with a move number, or of all. */
interface Row {
  readonly name: string;
  n: number;
  /** Number of those in the training set. */
  known: number;
  /** The same by the line that they belong to. */
  readonly cases: CasesByLine;
}

const emptyRow = (name: string): Row => ({ name, n: 0, known: 0, cases: new CasesByLine() });

/** A row for display: the share, and its interval over independent games. */
interface Shares {
  readonly n: number;
  readonly known: number;
  /** Number of independent games. */
  readonly clusters: number;
  readonly rate: number | null;
  /** Null, like `high`, for fewer than ten independent games. */
  readonly low: number | null;
  readonly high: number | null;
}

async function overlap(terminal: Terminal, train: string, test: string, flags: OverlapFlags): Promise<number> {
  const seen = new SeenIds();
  const found = flags.listPositions === true ? new Map<string, Place>() : undefined;
  const known: Known[] = [];
  let trained = 0;
  for await (const { places, placeOf } of lines(terminal, train, flags))
    for (const { id, ply } of places) {
      if (!seen.isNew(id)) continue;
      trained++;
      found?.set(id, placeOf(ply));
    }
  const games = new IndependentGames();
  const all = emptyRow('all');
  const byMove = new Map<number, Row>();
  for await (const { keyed, places, placeOf, stateAt } of lines(terminal, test, flags)) {
    const line = games.add(keyed);
    for (const { id, move, ply } of places) {
      const row = byMove.get(move) ?? emptyRow(String(move));
      byMove.set(move, row);
      const isKnown = seen.has(id) ? 1 : 0;
      for (const item of [row, all]) {
        item.n++;
        item.known += isKnown;
        item.cases.add(line, 1, isKnown);
      }
      const trained = found?.get(id);
      if (trained !== undefined) known.push({ ...placeOf(ply), move, state: stateAt(ply), trained });
    }
  }
  const shares = ({ n, known, cases }: Row): Shares => {
    const { clusters, interval } = cases.interval(games, true);
    const { low = null, high = null } = interval ?? {};
    return { n, known, clusters, rate: n === 0 ? null : known / n, low, high };
  };
  const moves = [...byMove].sort(([a], [b]) => a - b);
  const total = shares(all);
  if (flags.json === true) {
    const rows = moves.map(([move, row]) => ({ move, ...shares(row) }));
    const shown = { schema: SCHEMA, trained, all: total, byMove: rows, ...(found !== undefined && { known }) };
    await terminal.print(`${JSON.stringify(shown, undefined, 2)}\n`);
  } else {
    const table = [
      ['move', 'positions', 'games', 'in training', 'share'],
      ...moves.map(([, row]) => cells(row.name, shares(row))),
      cells(all.name, total),
    ];
    await terminal.print(`${columns(table, ['right', 'right', 'right', 'right', 'left']).join('\n')}\n`);
    for (const { state, trained, ...place } of known)
      await terminal.print(`${placeText(place)}: ${state} (also ${placeText(trained)})\n`);
    if (found === undefined && all.known > 0)
      terminal.note(`${plural(all.known, 'position')} of the test in the training set; --list-positions prints them`);
  }
  terminal.note(`${plural(trained, 'position')} in the training set`);
  const few = total.clusters < MIN_CLUSTERS ? '; fewer than ten give no interval' : '';
  terminal.note(`${plural(total.clusters, 'independent game')} in the test set${few}`);
  return EXIT.ok;
}

function cells(name: string, { n, known, clusters, rate, low, high }: Shares): string[] {
  const share = rate === null ? '-' : rate.toFixed(3);
  const range = low === null || high === null ? '' : ` [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  return [name, String(n), String(clusters), String(known), share + range];
}

/** Location of a position. */
interface Place {
  readonly file: string;
  /** Number of the game, record or example in its file, from 0. */
  readonly item: number;
  /** Plies from the start of the item. */
  readonly ply: number;
}

/** A position of the test set that the training set has, and its first location there. */
interface Known extends Place {
  readonly move: number;
  readonly state: string;
  readonly trained: Place;
}

const placeText = ({ file, item, ply }: Place): string => `${file}, item ${item}, ply ${ply}`;

/** A game, record or example, with its counted positions. */
interface Line {
  readonly keyed: KeyedLine;
  readonly places: readonly { readonly id: string; readonly move: number; readonly ply: number }[];
  readonly placeOf: (ply: number) => Place;
  readonly stateAt: (ply: number) => string;
}

/** Yields the games and records of a file or folder. */
async function* lines(terminal: Terminal, source: string, { plies, game }: OverlapFlags): AsyncGenerator<Line> {
  const progress = terminal.progress(`reading ${source}`);
  const skipped = new Map<string, number>();
  for (const file of expandPaths([source], READ_ENDINGS))
    for await (const entry of fileLines(terminal, file, game)) {
      if ('skipped' in entry) {
        skipped.set(entry.skipped, (skipped.get(entry.skipped) ?? 0) + 1);
        continue;
      }
      const { index: item, line, isRecord } = entry;
      const last = line.actions.length;
      const places = (isRecord ? [last] : plies(last)).map((ply) => ({
        id: positionId(line.game, line.states[ply]),
        move: moveNumber(line.game, line.states[ply]),
        ply,
      }));
      yield {
        keyed: gameLineKeys(line, isRecord),
        places,
        placeOf: (ply) => ({ file: displayPath(file), item, ply }),
        stateAt: (ply) => knownGame(line.game).automaton.print(line.states[ply]),
      };
      progress.add(places.length);
    }
  progress.end();
  for (const [reason, count] of skipped) terminal.note(`${source}: ${plural(count, 'position')} left out: ${reason}`);
}

/** Yields the games, records, examples, or prompts of a dataset in a file. */
async function* fileLines(terminal: Terminal, file: string, game: MavGameName | undefined): AsyncGenerator<SourceLine> {
  if (!file.toLowerCase().endsWith('.jsonl')) {
    const { text, language } = await readDocument(terminal, file, {
      language: stateLineLanguage(game),
      command: 'mav overlap',
      choices: [],
    });
    yield* textLines(text, language, { game });
    return;
  }
  const { text } = await readText(terminal, file);
  for (let at = 0, index = 0; at < text.length; index++) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end + 1;
    if (line.trim() === '') continue;
    const prompt = linePrompt(line);
    if (prompt === undefined) yield { index, skipped: 'not an example of a dataset' };
    else for (const item of textLines(prompt, 'mav')) yield { ...item, index };
  }
}
