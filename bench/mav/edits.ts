import { figure, type Table } from '../harness/table.ts';
import { LspSession } from '../server/lsp-session.ts';
import { pause, type Times, timesOf } from '../server/scenarios.ts';
import { chessExamples } from './examples.ts';

/** How the server takes edits of a MAV file with many examples. */
export interface MavTimes {
  readonly examples: number;
  readonly megabytes: number;
  /** From opening to all lenses. */
  readonly lenses: number;
  /** From an edit to its diagnostics, the lenses and the tokens of the screen: to the last of them. */
  readonly edits: Times;
  /** CPU time of the server for an edit on average, in milliseconds: the same on a busy machine. */
  readonly cpuMs: number;
  /** Most memory of the server, in MB. */
  readonly memory: number;
}

const URI = 'file:///examples.mav';
/** Lines above and below the one that is edited. */
const HALF_A_SCREEN = 25;

/** Writes an action into lists all over a file of different examples, and takes it out again. */
export async function mavTimes(count: number, edits: number): Promise<MavTimes> {
  const examples = chessExamples((written) => written >= count);
  const text = examples.join('');
  const lines = text.split('\n');
  const lists = lines.flatMap((line, i) => (line.startsWith('[%top') ? [i] : []));
  const session = await LspSession.start();
  const started = performance.now();
  await session.open(URI, text);
  await session.look(URI, 0, 2 * HALF_A_SCREEN);
  await session.lenses(URI);
  const lenses = performance.now() - started;
  const times: number[] = [];
  const cpu = session.cpuMs;
  for (let i = 0; i < edits; i++) {
    const line = lists[Math.floor((i / edits) * lists.length)] ?? 0;
    const top = Math.max(0, line - HALF_A_SCREEN);
    await session.look(URI, top, 2 * HALF_A_SCREEN);
    await pause(10);
    const at = (lines[line] ?? '').indexOf(' ') + 1;
    const [length, added] = i % 2 === 0 ? [0, 'a1a1:<ctrl1> '] : [4, 'h8h8'];
    const from = performance.now();
    const edited = session.edit(URI, i + 2, line, at, length, added);
    await Promise.all([edited, session.lenses(URI), session.tokens(URI, top, 2 * HALF_A_SCREEN)]);
    times.push(performance.now() - from);
  }
  const cpuMs = (session.cpuMs - cpu) / edits;
  const memory = session.memory('most');
  await session.end();
  return { examples: examples.length, megabytes: text.length / 1e6, lenses, edits: timesOf(times), cpuMs, memory };
}

export const editsTable = ({ examples, megabytes, lenses, edits, cpuMs, memory }: MavTimes): Table => {
  const single = (what: string, value: number): string[] => [what, figure(value), '', '', ''];
  return {
    title: 'A MAV file in the language server',
    columns: ['', 'median', 'p95', 'most', 'target'],
    rows: [
      single(`${examples} examples, ${figure(megabytes)} MB, opened: all lenses (ms)`, lenses),
      [
        'an edit: diagnostics, lenses, tokens of the screen (ms)',
        ...[edits.median, edits.p95, edits.most].map(figure),
        'p95 30',
      ],
      single('CPU time of the server for an edit, mean (ms)', cpuMs),
      single('most memory of the server (MB)', memory),
    ],
    notes: [
      'Times are seen by the client: they include JSON, pipes and both processes. CPU time is of all threads of the server.',
    ],
  };
};
