import type { StateResult } from '../../src/protocol/state.ts';
import { longGame } from './long-game.ts';
import { LspSession } from './lsp-session.ts';
import { pause, type Times, timesOf } from './scenarios.ts';

/** How the server follows a cursor through a long game. */
export interface StateTimes {
  /** From the first request of a game that is read, to the whole line with all predictions compared as text. */
  readonly cold: Times;
  /** Answers to other requests meanwhile. */
  readonly waiting: Times;
  /** The message, in MB. */
  readonly megabytes: number;
  /** A cursor that moves on while all is scored, and afterwards. */
  readonly scoring: Times;
  readonly warm: Times;
  /** From the first answer to the last score, in milliseconds. */
  readonly scored: number;
}

const URI = 'file:///state.pgn';
const PLIES = 300;

/** A game of 300 plies that six models were asked about at each. */
export async function stateTimes(rounds: number): Promise<StateTimes> {
  const text = longGame(PLIES);
  const cold: number[] = [];
  const waiting: number[] = [];
  let last: StateResult | null = null;
  let session: LspSession | undefined;
  for (let round = 0; round < rounds; round++) {
    await session?.end();
    session = await LspSession.start();
    const read = session.published(1);
    await session.open(URI, text);
    await read;
    const started = performance.now();
    const done = { is: false };
    const asked = state(session, 4).then((found) => {
      done.is = true;
      cold.push(performance.now() - started);
      last = found;
    });
    while (!done.is) waiting.push(await other(session));
    await asked;
  }
  if (session === undefined || last === null) throw new Error('the server has no state');
  const { line, lineId } = last as StateResult;
  const cursors = (line?.cursors ?? []).map((cursor) => cursor?.line ?? 0);
  const follow = await followed(session, cursors, lineId);
  await session.end();
  return {
    cold: timesOf(cold),
    waiting: timesOf(waiting),
    megabytes: JSON.stringify(last).length / 1e6,
    ...follow,
  };
}

/** Walks through the line while its scores come, and again when they are there. */
async function followed(session: LspSession, cursors: readonly number[], first: string) {
  const started = performance.now();
  let known = first;
  let hasNews = false;
  let isComplete = false;
  session.connection.onNotification('statelens/stateChanged', () => {
    hasNews = true;
  });
  const scoring: number[] = [];
  for (let i = 0; !isComplete; i++) {
    const asked = hasNews ? undefined : known;
    hasNews = false;
    const from = performance.now();
    const found = await state(session, cursors[i % cursors.length] ?? 0, asked);
    // a line that is new is sent as a whole: that is not a step
    if (found?.line === null) scoring.push(performance.now() - from);
    known = found?.lineId ?? known;
    const rows = found?.line?.rows ?? [];
    isComplete = rows.length > 0 && rows.every(({ cells }) => cells.every((cell) => cell === null || cell.p !== null));
    await pause(10);
  }
  const scored = performance.now() - started;
  const warm: number[] = [];
  for (const cursor of cursors) {
    const from = performance.now();
    await state(session, cursor, known);
    warm.push(performance.now() - from);
  }
  return { scoring: timesOf(scoring), warm: timesOf(warm), scored };
}

const state = (session: LspSession, line: number, known?: string): Promise<StateResult | null> =>
  session.connection.sendRequest('statelens/state', {
    uri: URI,
    position: { line, character: 100 },
    ...(known !== undefined && { known }),
  });

async function other(session: LspSession): Promise<number> {
  const asked = performance.now();
  await session.connection.sendRequest('textDocument/hover', {
    textDocument: { uri: 'file:///other.pgn' },
    position: { line: 0, character: 0 },
  });
  return performance.now() - asked;
}
