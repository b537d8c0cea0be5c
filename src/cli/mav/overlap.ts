import { type Command, Option } from 'commander';
import { wilsonInterval } from '../../core/base/stats/wilson.ts';
import { moveNumber, positionId } from '../../core/mav/author/position.ts';
import { SeenIds } from '../../core/mav/author/seen.ts';
import { type SourceLine, textLines } from '../../core/mav/author/text-lines.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import { type Act, EXIT } from '../command.ts';
import { columns } from '../io/columns.ts';
import { expandPaths, readDocument, readText } from '../io/files.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { type PlyPlan, parsePlyPlan } from '../options.ts';
import { promptOfLine } from './dataset-files.ts';

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 1;

const AFTER_HELP = `
Positions are equal if they have the same future: counters are ignored. Files can be PGN (every position of the main lines, or those
of --plies), FEN, EPD, MAV, or datasets (.jsonl); with --game connect_four or hex one state per line.

Example:
  $ statelens mav overlap train.jsonl puzzles.fen`;

interface OverlapFlags {
  readonly json?: boolean;
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
    .option('--json', 'print one JSON object')
    .addOption(
      new Option('--plies <plies>', 'plies of games: ends, every:K, or ply:N,M,…')
        .argParser(parsePlyPlan)
        .default(parsePlyPlan('every:1'), 'every:1'),
    )
    .addOption(new Option('--game <name>', 'game of FEN records, or of lines with states').choices(MAV_GAMES))
    .addHelpText('after', AFTER_HELP)
    .action(act(overlap));
}

/** Test positions with a move number, and the number of them in the training set. */
interface Row {
  readonly move: number;
  n: number;
  known: number;
}

async function overlap(terminal: Terminal, train: string, test: string, flags: OverlapFlags): Promise<number> {
  const seen = new SeenIds();
  let trained = 0;
  for await (const { id } of positions(terminal, train, flags)) if (seen.isNew(id)) trained++;
  const rows = new Map<number, Row>();
  for await (const { id, move } of positions(terminal, test, flags)) {
    const row = rows.get(move) ?? { move, n: 0, known: 0 };
    rows.set(move, row);
    row.n++;
    if (seen.has(id)) row.known++;
  }
  const moves = [...rows.values()].sort((a, b) => a.move - b.move);
  const all = moves.reduce((sum, { n, known }) => ({ n: sum.n + n, known: sum.known + known }), { n: 0, known: 0 });
  const shares = (row: Omit<Row, 'move'>) => ({ n: row.n, known: row.known, ...wilsonInterval(row.known, row.n) });
  if (flags.json === true) {
    const byMove = moves.map((row) => ({ move: row.move, ...shares(row) }));
    await terminal.print(`${JSON.stringify({ schema: SCHEMA, trained, all: shares(all), byMove }, undefined, 2)}\n`);
  } else {
    const cells = (name: string, row: Omit<Row, 'move'>): string[] => {
      const { rate = 0, low = 0, high = 0 } = wilsonInterval(row.known, row.n) ?? {};
      return [
        name,
        String(row.n),
        String(row.known),
        row.n === 0 ? '-' : `${rate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      ];
    };
    const table = [
      ['move', 'positions', 'in training', 'share'],
      ...moves.map((row) => cells(String(row.move), row)),
      cells('all', all),
    ];
    await terminal.print(`${columns(table, ['right', 'right', 'right', 'left']).join('\n')}\n`);
  }
  terminal.note(`${plural(trained, 'position')} in the training set`);
  return EXIT.ok;
}

/** The positions of a file or folder. */
async function* positions(
  terminal: Terminal,
  source: string,
  { plies, game }: OverlapFlags,
): AsyncGenerator<{ readonly id: string; readonly move: number }> {
  const progress = terminal.progress(`reading ${source}`);
  const skipped = new Map<string, number>();
  for (const file of expandPaths([source]))
    for await (const one of fileLines(terminal, file, game)) {
      if ('skipped' in one) {
        skipped.set(one.skipped, (skipped.get(one.skipped) ?? 0) + 1);
        continue;
      }
      const { line, isRecord } = one;
      const last = line.actions.length;
      for (const ply of isRecord ? [last] : plies(last)) {
        yield { id: positionId(line.game, line.states[ply]), move: moveNumber(line.game, line.states[ply]) };
        progress.step();
      }
    }
  progress.end();
  for (const [why, count] of skipped) terminal.note(`${source}: ${plural(count, 'position')} left out: ${why}`);
}

/** The games, records, examples, or prompts of a dataset in a file. */
async function* fileLines(terminal: Terminal, file: string, game: MavGameName | undefined): AsyncGenerator<SourceLine> {
  if (!file.toLowerCase().endsWith('.jsonl')) {
    const { text, language } = await readDocument(
      terminal,
      file,
      game === 'connect_four' || game === 'hex' ? 'fen' : undefined,
    );
    yield* textLines(text, language, game);
    return;
  }
  const { text } = await readText(terminal, file);
  for (let at = 0, index = 0; at < text.length; index++) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end + 1;
    if (line.trim() === '') continue;
    const prompt = promptOfLine(line);
    if (prompt === undefined) yield { index, skipped: 'not an example of a dataset' };
    else yield* textLines(prompt, 'mav');
  }
}
