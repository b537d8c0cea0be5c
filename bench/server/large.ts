import { LspSession } from './lsp-session.ts';
import { FAULTY, pause, type Times, timesOf } from './scenarios.ts';

/** How the server takes a file that is nearly too large for an editor. */
export interface LargeTimes {
  readonly megabytes: number;
  /** From opening to the diagnostics of what is on the screen. */
  readonly shown: number;
  /** From opening to all diagnostics. */
  readonly checked: number;
  /** From an edit to its diagnostics: on the screen while the rest is read and checked, and anywhere afterwards. */
  readonly during: Times;
  readonly after: Times;
  /** Most memory of the server, in MB. */
  readonly memory: number;
}

const URI = 'file:///large.pgn';
const SCREEN = 60;

/** Opens a PGN and types a letter in one game after another. */
export async function largeTimes(games: string, edits: number): Promise<LargeTimes> {
  const text = FAULTY + games + FAULTY;
  const lines = text.split('\n');
  const session = await LspSession.start();
  const started = performance.now();
  const shown = session.published(1);
  await session.open(URI, text);
  await session.look(URI, 0, SCREEN);
  await shown;
  const shownAt = performance.now() - started;
  const movetext = lines.flatMap((line, i) => (line.startsWith('1. ') ? [i] : []));
  const onScreen = movetext.filter((line) => line < SCREEN);
  const during: number[] = [];
  for (let i = 0; i < edits; i++) {
    during.push(await session.edit(URI, i + 2, onScreen[i % onScreen.length] ?? 0, 3, 0, 'N'));
    await pause(10);
  }
  await session.end();

  const other = await LspSession.start();
  const again = performance.now();
  const checked = other.published(1, lines.length - 3);
  await other.open(URI, text);
  await other.look(URI, 0, SCREEN);
  await checked;
  const checkedAt = performance.now() - again;
  const after: number[] = [];
  for (let i = 0; i < edits; i++) {
    const line = movetext[Math.floor((i / edits) * movetext.length)] ?? 0;
    after.push(await other.edit(URI, i + 2, line, 3, 0, 'N'));
    await pause(10);
  }
  const memory = other.memory('most');
  await other.end();
  return {
    megabytes: text.length / 1e6,
    shown: shownAt,
    checked: checkedAt,
    during: timesOf(during),
    after: timesOf(after),
    memory,
  };
}

/** From an edit of one very long game to its diagnostics; a quiet time of 100 ms is part of it. */
export async function longGameTimes(megabytes: number, edits: number): Promise<Times> {
  const round = '1. Nf3 Nf6 2. Ng1 Ng8\n';
  const text = `[Event "x"]\n[Result "*"]\n\n${round.repeat(Math.ceil((megabytes * 1e6) / round.length))}*\n`;
  const session = await LspSession.start();
  const opened = session.published(1);
  await session.open(URI, text);
  await opened;
  const times: number[] = [];
  for (let i = 0; i < edits; i++) times.push(await session.edit(URI, i + 2, 3, 0, 0, ' '));
  await session.end();
  return timesOf(times);
}
