import fs from 'node:fs';
import { ZipWriter } from '../../src/models/export/node-zip-writer.ts';
import { mainLines } from '../../src/models/predict/main-lines.ts';
import { games } from '../../test/support/pgn2fen.ts';
import { runChild } from '../check/child.ts';
import { CLI } from '../check/contestants.ts';
import { figure, type Table } from '../harness/table.ts';

/** How an import of a large log went. */
export interface LogResult {
  readonly log: string;
  readonly samples: number;
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly peakMb: number | undefined;
  readonly status: number | null;
}

/** What no import of 200,000 samples may pass. */
export const MAX_SECONDS = 60;
export const MAX_MB = 500;

/** Of a second, as Linux counts times. */
const TICKS = 100;

interface Asked {
  readonly moves: string;
  readonly fen: string;
}

/** Positions of real games: each at several lengths. */
function positions(): Asked[] {
  return [...mainLines(games('world-cup'))].flatMap((line) =>
    [0.25, 0.5, 0.75, 1].flatMap((share) => {
      const ply = Math.floor(share * line.moves.length);
      return ply === 0 ? [] : [{ moves: line.moves.slice(0, ply).join(' '), fen: line.fenAt(ply) }];
    }),
  );
}

const HEADER = {
  version: 2,
  status: 'success',
  eval: { model: 'openai/gpt-4o', created: '2026-03-01T10:00:00+00:00', task: 'state', dataset: {}, config: {} },
  plan: { name: 'plan', steps: [] },
};

/** A sample as Inspect writes one: the request twice, the answer twice, usage, scores, metadata, an event. */
function sample({ moves, fen }: Asked, i: number): object {
  const prompt = `You follow chess games exactly. The moves of game ${i}:\n\n${moves}\n\nAnswer with the FEN alone.`;
  const answer = i % 3 === 0 ? fen : fen.replace(/[PN]/, '1');
  const message = { role: 'assistant', content: answer, source: 'generate', model: 'gpt-4o' };
  const usage = { input_tokens: 300, output_tokens: 40, total_tokens: 340 };
  return {
    id: i,
    epoch: 1,
    input: prompt,
    target: fen,
    messages: [{ role: 'user', content: prompt, source: 'input' }, message],
    output: { model: 'gpt-4o', choices: [{ message, stop_reason: 'stop' }], usage, time: 1.5 },
    scores: { match: { value: answer === fen ? 'C' : 'I', answer, explanation: answer } },
    metadata: { game: i, plies: moves.split(' ').length },
    store: {},
    events: [{ event: 'sample_init', timestamp: '2026-03-01T10:00:01+00:00' }],
    model_usage: { 'openai/gpt-4o': usage },
    attachments: {},
  };
}

/** Writes a log in both forms; the names of the files. */
function writeLogs(folder: string, count: number): readonly string[] {
  const asked = positions();
  const [zipFile, jsonFile] = [`${folder}/log.eval`, `${folder}/log.json`];
  const [zipped, json] = [fs.openSync(zipFile, 'w'), fs.openSync(jsonFile, 'w')];
  const zip = new ZipWriter((bytes) => void fs.writeSync(zipped, bytes));
  zip.add('_journal/start.json', JSON.stringify(HEADER));
  fs.writeSync(json, `${JSON.stringify(HEADER).slice(0, -1)},"samples":[`);
  for (let i = 0; i < count; i++) {
    const text = JSON.stringify(sample(asked[i % asked.length], i), null, 2);
    zip.add(`samples/${i}_epoch_1.json`, text);
    fs.writeSync(json, i === 0 ? text : `,\n${text}`);
  }
  zip.add('header.json', JSON.stringify(HEADER));
  zip.end();
  fs.writeSync(json, ']}');
  fs.closeSync(zipped);
  fs.closeSync(json);
  return [zipFile, jsonFile];
}

/** Bytes of the largest files: more than a string of Node or one read may have. */
const HUGE = 2.2e9;
const FILLER =
  'I read the file, ran the tests and fixed the import; two of them still fail because the fixture is missing. ';

/** Writes a JSON log of two gigabytes, most of which are events; how many samples it has. */
function writeHugeLog(file: string): number {
  const asked = positions();
  const events = [{ event: 'info', data: FILLER.repeat(1800) }];
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, `${JSON.stringify(HEADER).slice(0, -1)},"samples":[`);
  let samples = 0;
  for (let bytes = 0; bytes < HUGE; samples++)
    bytes += fs.writeSync(
      out,
      `${samples === 0 ? '' : ',\n'}${JSON.stringify({ ...sample(asked[samples % asked.length], samples), events })}`,
    );
  fs.writeSync(out, ']}');
  fs.closeSync(out);
  return samples;
}

/** Writes two gigabytes of messages of a chat, one in 500 of which is about chess; how many messages. */
function writeHugeChat(file: string): number {
  const asked = positions();
  const out = fs.openSync(file, 'w');
  let messages = 0;
  for (let bytes = 0; bytes < HUGE; messages++) {
    const about = messages % 500 === 0 ? asked[(messages / 500) % asked.length] : undefined;
    const content = about === undefined ? FILLER.repeat(40) : `After ${about.moves} the FEN is ${about.fen}`;
    const role = messages % 2 === 0 ? 'user' : 'assistant';
    bytes += fs.writeSync(out, `${JSON.stringify({ role, content })}\n`);
  }
  fs.closeSync(out);
  return messages;
}

/** Imports a large Inspect log in both forms, and one of two gigabytes; audits a chat of two gigabytes. */
export async function runLogs(folder: string, quick: boolean, progress: (line: string) => void): Promise<LogResult[]> {
  const samples = quick ? 20_000 : 200_000;
  progress(`writing ${samples} samples`);
  const results: LogResult[] = [];
  const measure = async (file: string, count: number, args: readonly string[]): Promise<void> => {
    progress(file);
    const before = childSeconds();
    const { status, peakMb } = await runChild(process.execPath, [CLI, ...args]);
    const cpuSeconds = childSeconds() - before;
    const megabytes = fs.statSync(file).size / 1e6;
    results.push({ log: file.slice(folder.length + 1), samples: count, megabytes, cpuSeconds, peakMb, status });
    fs.rmSync(file);
  };
  const imported = (file: string) => ['import', file, '--out', `${folder}/out.run.jsonl`, '--overwrite'];
  for (const file of writeLogs(folder, samples)) await measure(file, samples, imported(file));
  if (quick) return results;
  const [log, chat] = [`${folder}/huge.json`, `${folder}/huge-chat.jsonl`];
  await measure(log, writeHugeLog(log), imported(log));
  await measure(chat, writeHugeChat(chat), ['audit', chat]);
  return results;
}

/** The processor's time of all children that ended so far, in seconds, as the kernel counts it (Linux; 0 elsewhere). */
function childSeconds(): number {
  try {
    const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ').pop()?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

export const logTable = (results: readonly LogResult[]): Table => ({
  title: 'Import of Inspect logs, and the audit of a chat',
  columns: ['log', 'samples or messages', 'MB', 'CPU s', 'most MB', 'may take s', 'may have MB'],
  rows: results.map(({ log, samples, megabytes, cpuSeconds, peakMb }) => [
    `\`${log}\``,
    String(samples),
    figure(megabytes),
    figure(cpuSeconds),
    peakMb === undefined ? '?' : figure(peakMb),
    String(MAX_SECONDS),
    String(MAX_MB),
  ]),
  notes: [
    'CPU time (user and system) of whole processes, the run file written; the most that was resident, by the kernel.',
  ],
});
