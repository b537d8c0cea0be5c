import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LspSession } from './lsp-session.ts';

/** Times in milliseconds, sorted. */
export interface Times {
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

export function timesOf(values: readonly number[]): Times {
  const sorted = values.slice().sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}

/** From opening a file with 50 predictions to lenses that all have their scores. */
export interface LensTimes {
  /** Without and with the results of an earlier session. */
  readonly cold: Times;
  readonly warm: Times;
}

export async function lensTimes(rounds: number): Promise<LensTimes> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  const text = withPredictions(50);
  const cold: number[] = [];
  const warm: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const cache = path.join(folder, String(round));
      for (const times of [cold, warm]) {
        const session = await LspSession.start(cache);
        const started = performance.now();
        await session.open('file:///lenses.pgn', text);
        await session.scoredLenses('file:///lenses.pgn');
        times.push(performance.now() - started);
        await session.end();
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return { cold: timesOf(cold), warm: timesOf(warm) };
}

/** Games of a fixture with at least so many predictions in all. */
function withPredictions(count: number): string {
  const games = fs.readFileSync('test/fixtures/pgn2fen/cuts.pgn', 'utf8').split(/\n(?=\[Event )/);
  let text = '';
  for (const game of games) {
    text += `${game}\n`;
    if (text.split('[%pfen').length > count) break;
  }
  return text;
}

export interface TypingTimes {
  readonly megabytes: number;
  /** From an edit to its diagnostics. */
  readonly typing: Times;
  /** From opening to all diagnostics. */
  readonly opened: number;
  /** Answers to requests that were sent while the file was read and checked. */
  readonly waiting: Times;
  /** Of the server, in MB. */
  readonly memory: number;
}

/** A game with a fault: its diagnostic is there when all games are checked. */
export const FAULTY = '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n';

/** Typing at many places of a PGN of 5 MB: letter by letter a move, then it is taken out again. */
export async function typingTimes(keystrokes: number): Promise<TypingTimes> {
  const excerpt = `${fs.readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8').trim()}\n\n`;
  const text = excerpt.repeat(Math.ceil(5e6 / excerpt.length)) + FAULTY;
  const lines = text.split('\n');
  const movetext = lines.flatMap((line, i) => (line.startsWith('1. ') ? [i] : []));
  const session = await LspSession.start();
  const uri = 'file:///typing.pgn';
  const started = performance.now();
  const done = { at: 0 };
  await session.open(uri, text);
  const checked = session.published(1, lines.length - 3).then(() => {
    done.at = performance.now() - started;
  });
  const waiting: number[] = [];
  while (done.at === 0) {
    const asked = performance.now();
    await session.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: 'file:///other.pgn' },
      position: { line: 0, character: 0 },
    });
    waiting.push(performance.now() - asked);
    await pause(5);
  }
  await checked;
  const typing: number[] = [];
  let version = 1;
  for (let key = 0; key < keystrokes; ) {
    const line = movetext[Math.floor((key / keystrokes) * movetext.length)] ?? 0;
    for (const [i, letter] of Array.from('Nf3 ').entries()) {
      typing.push(await session.edit(uri, ++version, line, 3 + i, 0, letter));
      key++;
      await pause(10);
    }
    typing.push(await session.edit(uri, ++version, line, 3, 4, ''));
    key++;
  }
  const memory = session.memory();
  await session.end();
  return { megabytes: text.length / 1e6, typing: timesOf(typing), opened: done.at, waiting: timesOf(waiting), memory };
}

/** Memory of the server with all samples open and scored, in MB. */
export async function sampleMemory(): Promise<number> {
  const session = await LspSession.start();
  const files = fs.readdirSync('samples').filter((file) => /\.(?:pgn|fen)$/.test(file));
  for (const file of files) await session.open(`file:///${file}`, fs.readFileSync(path.join('samples', file), 'utf8'));
  for (const file of files) await session.scoredLenses(`file:///${file}`);
  const memory = session.memory();
  await session.end();
  return memory;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
