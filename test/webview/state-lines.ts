import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { makeSquare } from 'chessops/util';
import { type LineAnswer, stateLine } from '../../src/core/evaluation/game-trace/timeline.ts';
import { INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import type { HistoryPly } from '../../src/core/metrics/placement.ts';
import type { ComparisonResult } from '../../src/protocol/lsp.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';
import { type ShowAt, type ShowLine, STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { lineOf } from '../support/line.ts';
import { readingAt } from '../support/readings.ts';

/** The game of the samples whose bishop GPT-4o puts on b4, as it was answered, and a few moves more. */
export const GAME = lineOf(
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8 Kxd8',
);
const GPT = 'r1bqkb1r/pppp1ppp/2n5/4p3/1B2n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 1 5';
const GEMINI = 'r1bqkb1r/pppp1ppp/2n5/1B2p3/4n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 2 5';

const comparer = new PairComparer('chess');

/** An answer with its scores. */
function scored(line: readonly HistoryPly[], label: string, at: number, fen: string | null): LineAnswer {
  const input = { trueFen: line[at]?.fen ?? '', predictedFen: fen ?? undefined };
  const result = comparer.compare(input, { affordance: { m: 2 }, conditional: false });
  if (!result.ok) throw new Error(result.error);
  const { m, p, r, vacuous } = result.value;
  return { label, at, fen, scores: { m, p, r, vacuous, samples: null, standardError: null, conditional: null } };
}

const fenAt = (line: readonly HistoryPly[], at: number): string => line[at]?.fen ?? '';

/** What four labels answered along `GAME`: one loses it, one loses and finds it, one writes no state, one is a baseline. */
function answersOf(line: readonly HistoryPly[]): LineAnswer[] {
  const answers: LineAnswer[] = [];
  for (const at of line.keys()) {
    if (at === 0) continue;
    if (at <= 12) answers.push(scored(line, 'gpt-4o', at, at < 6 ? fenAt(line, at) : at === 8 ? GPT : fenAt(line, 5)));
    answers.push(scored(line, 'o3-mini', at, at === 9 || at === 10 ? fenAt(line, 8) : fenAt(line, at)));
    if (at % 2 === 0)
      answers.push(scored(line, 'gemini-2.0-flash', at, at === 8 ? GEMINI : at === 10 ? null : fenAt(line, at)));
    if (at % 4 === 0) answers.push(scored(line, 'baseline:start-position', at, INITIAL_FEN));
  }
  return answers;
}

const TITLE = 'Nepomniachtchi – Riazantsev, 2011';

/** The message of a line. */
export const lineMessage = (line: ShowLine['line'], lineId = 'line 1'): ShowLine => ({
  version: STATE_VERSION,
  type: 'line',
  lineId,
  line,
  accepts: true,
  predicts: true,
  orientation: 'white',
  asks: 'builtin:mav-small',
});

/** The line of `GAME` with all answers. */
export const traced = (): ShowLine =>
  lineMessage(stateLine(GAME, answersOf(GAME), { title: TITLE, variant: 'chess', m: 2 }));

/** The same line without any. */
export const bare = (): ShowLine => lineMessage(stateLine(GAME, [], { title: TITLE, variant: 'chess', m: 4 }), 'bare');

/** Where the cursor is. */
export const atMessage = (at: number, more: Partial<ShowAt> = {}): ShowAt => ({
  version: STATE_VERSION,
  type: 'at',
  lineId: 'line 1',
  at,
  label: null,
  board: null,
  instead: [],
  after: 0,
  place: { uri: 'file:///game.pgn', position: { line: 3, character: at } },
  ...more,
});

/** Everything about GPT-4o's answer at a step of `GAME`, as the server gives it. */
export function resultAt({ line }: ShowLine, at: number): ComparisonResult {
  const cell = line.rows.find(({ label }) => label === 'gpt-4o')?.cells[at] ?? null;
  const history = GAME.slice(0, at + 1);
  const trueFen = fenAt(GAME, at);
  const point = { line: 0, character: 0 };
  const input = { trueFen, predictedFen: cell?.fen ?? undefined, history };
  const compared = comparer.compare(input, { affordance: { m: 2 }, moves: true, setBased: true });
  if (!compared.ok) throw new Error(compared.error);
  const prediction = {
    label: 'gpt-4o',
    fen: cell?.fen ?? null,
    range: { start: point, end: point },
    comparison: compared.value,
    text: comparer.text(input),
    moveRanges: history.map(() => null),
  };
  return {
    title: 'a game',
    trueFen,
    history,
    lastMove: null,
    variant: 'chess',
    predictions: cell === null ? [] : [prediction],
    labels: 'models',
    lists: [],
  };
}

/** What GPT-4o wrote behind 4...Nxe4. */
export const ANSWER: StoredAnswer = {
  label: 'gpt-4o',
  prompt: 'user: What is the FEN after 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4?',
  raw: `After 4...Nxe4 the position is:\n${GPT}\n<b>White</b> is to move.`,
  reasoning: null,
  reading: readingAt(32, GPT),
  drafts: [],
  finishReason: 'stop',
  tokens: { prompt: 312, completion: 41 },
  seconds: 1.2,
  attempts: 2,
  at: '2026-11-20T09:30:00Z',
  fault: null,
  source: 'predictions.run.jsonl',
  otherMoves: false,
};

/** A game of so many plies of which two models answered all, made by rule: knights and rooks go up and down. */
export function longLine(plies: number, labels = ['gpt-4o', 'o3-mini', 'baseline:last-move']): ShowLine {
  const position = Chess.default();
  const line: HistoryPly[] = [{ ply: 0, fen: makeFen(position.toSetup()) }];
  for (let i = 1; i <= plies; i++) {
    const moves = [...position.allDests()].flatMap(([from, to]) => [...to].map((square) => ({ from, to: square })));
    const quiet = moves.filter(({ from }) => position.board.get(from)?.role !== 'pawn' || i < 40);
    const move = quiet[(i * 7919) % Math.max(1, quiet.length)] ?? moves[0];
    if (move === undefined) break;
    const san = makeSanAndPlay(position, move);
    line.push({ ply: i, san, fen: makeFen(position.toSetup()) });
  }
  const answers = labels.flatMap((label, n) =>
    line.flatMap((_, at): LineAnswer[] => {
      if (at === 0 || (n === 2 && at % 3 !== 0)) return [];
      const isWrong = n === 2 || (n === 0 ? at > plies / 3 : at % 50 > 42);
      const share = isWrong ? Math.max(0, 1 - (at % 50) / 60) * (n === 2 ? 0 : 0.8) : 1;
      const fen = fenAt(line, isWrong ? at - 1 - (at % 3) : at);
      const scores = { m: 4, p: [1, 1, 1, share], r: [1, 1, 1, share], samples: null, standardError: null };
      return [{ label, at, fen, scores: { ...scores, conditional: null, vacuous: { p: false, r: false } } }];
    }),
  );
  return lineMessage(stateLine(line, answers, { title: 'A long game', variant: 'chess', m: 4 }), 'line 1');
}

/** What the extension knows of a position of chess besides its line. */
export function boardHere(fen: string): NonNullable<ShowAt['board']> {
  const position = parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap();
  const legal = [...position.allDests()].flatMap(([from, to]) =>
    [...to].flatMap((square) => {
      const promotes = position.board.get(from)?.role === 'pawn' && (square < 8 || square > 55);
      const name = makeSquare(from) + makeSquare(square);
      return promotes ? ['q', 'r', 'b', 'n'].map((piece) => name + piece) : [name];
    }),
  );
  const steps = { first: null, previous: null, next: null, last: null, up: null, down: null };
  const situation = `${position.turn === 'white' ? 'White' : 'Black'} to move, ${legal.length} legal moves`;
  return { check: position.isCheck(), situation, legal, glyphs: '', comment: '', shapes: [], steps, stuckAt: null };
}
