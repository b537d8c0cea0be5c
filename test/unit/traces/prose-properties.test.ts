import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { afterMove, legalMoves } from '../../../src/core/games/chess/chess.ts';
import { moveName } from '../../../src/core/games/chess/moves.ts';
import { printSan } from '../../../src/core/games/chess/san-print.ts';
import { type ChessState, INITIAL_FEN, parseChess } from '../../../src/core/games/chess/state.ts';
import { buildTraceTree } from '../../../src/core/traces/build-tree.ts';
import { readProse } from '../../../src/core/traces/prose/read-prose.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { annotatedProse, pathOf, readAnnotated } from '../../support/prose-traces.ts';

function named(name: string) {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  return world.value;
}

function position(fen: string): ChessState {
  const state = parseChess(fen, false);
  if (!state.ok) throw new Error(state.error);
  return state.value;
}

const CHESS = named('chess');
const STARTS = [
  INITIAL_FEN,
  'r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4',
  'r1bq1rk1/pp1n1ppp/2pbpn2/3p4/2PP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8',
];

/** A line of random legal moves: their SAN, and their names. */
function randomLine(start: ChessState, choices: readonly number[]) {
  let state = start;
  const sans: string[] = [];
  const names: string[] = [];
  for (const choice of choices) {
    const moves = legalMoves(state);
    const move = moves[choice % Math.max(1, moves.length)];
    if (move === undefined) break;
    sans.push(printSan(state.words, 0, move));
    names.push(moveName(move));
    state = afterMove(state, move);
  }
  return { sans, names };
}

const BEGINNINGS = [
  'Consider ',
  'Let me try ',
  'Alternatively, ',
  'What about ',
  '**Candidate:** ',
  '- Option: ',
  'Another idea is ',
];
const STEPS = [' ', ' then ', ', then ', ' followed by ', ' → ', ' and then '];
const ENDS = ['.', ', which looks fine.', ' and the position is equal.', '!'];

describe('a search in prose', () => {
  const choices = fc.array(fc.nat(200), { minLength: 1, maxLength: 8 });
  const lines = fc.array(fc.record({ choices, words: fc.array(fc.nat(60), { minLength: 10, maxLength: 10 }) }), {
    minLength: 1,
    maxLength: 6,
  });

  it('gives the lines that are written with words between their moves', () => {
    fc.assert(
      fc.property(fc.nat(STARTS.length - 1), lines, (at, drafts) => {
        const fen = STARTS[at] ?? INITIAL_FEN;
        const wanted = new Set<string>();
        const paragraphs = drafts.map(({ choices: drawn, words }) => {
          const { sans, names } = randomLine(position(fen), drawn);
          for (let n = 1; n <= names.length; n++) wanted.add(names.slice(0, n).join(' '));
          const [begin = 0, end = 0, ...steps] = words;
          const between = sans.map((san, i) => (i === 0 ? '' : (STEPS[(steps[i] ?? 0) % STEPS.length] ?? ' ')) + san);
          return `${BEGINNINGS[begin % BEGINNINGS.length]}${between.join('')}${ENDS[end % ENDS.length]}`;
        });
        const text = paragraphs.join('\n\n');
        const reading = readProse(text, { world: CHESS, start: fen });
        assert.deepEqual(new Set(reading.nodes.slice(1).map(pathOf)), wanted, text);
        assert.deepEqual(reading.unplaced, [], text);
      }),
      { numRuns: 600 },
    );
  });

  it('gives the tree of lines with move numbers, whatever branches from where', () => {
    const branches = fc.array(fc.record({ from: fc.nat(7), choices }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.nat(STARTS.length - 1), branches, (at, drafts) => {
        const fen = STARTS[at] ?? INITIAL_FEN;
        const start = position(fen);
        const [, side, , , , first] = fen.split(' ');
        const offset = (Number(first) - 1) * 2 + (side === 'w' ? 0 : 1);
        const wanted = new Set<string>();
        let line: readonly number[] = [];
        const sentences = drafts.map(({ from, choices: drawn }) => {
          const kept = Math.min(from, line.length);
          line = [...line.slice(0, kept), ...drawn];
          const { sans, names } = randomLine(start, line);
          for (let n = 1; n <= names.length; n++) wanted.add(names.slice(0, n).join(' '));
          const shown = Math.min(kept, Math.max(0, sans.length - 1));
          const written = sans.slice(shown).map((san, i) => {
            const ply = offset + shown + i;
            const number = Math.floor(ply / 2) + 1;
            return ply % 2 === 0 ? `${number}.${san}` : i === 0 ? `${number}...${san}` : san;
          });
          return `After ${written.join(' ')} the game goes on.`;
        });
        const text = sentences.join(' ');
        const reading = readProse(text, { world: CHESS, start: fen });
        assert.deepEqual(new Set(reading.nodes.slice(1).map(pathOf)), wanted, text);
      }),
      { numRuns: 600 },
    );
  });

  const texts = [...annotatedProse('dev'), ...annotatedProse('held')];

  it('becomes a tree of the same nodes without a fault', () => {
    for (const annotated of texts) {
      const { trace, nodes } = readAnnotated(annotated);
      const tree = buildTraceTree(trace, { world: named(annotated.world) });
      assert.equal(tree.nodes.length, nodes.length, annotated.name);
      assert.deepEqual(
        tree.nodes.map(({ illegal, isUnlinked }) => ({ illegal, isUnlinked })),
        nodes.map(() => ({ illegal: undefined, isUnlinked: false })),
        annotated.name,
      );
      assert.deepEqual(tree.faults, [], annotated.name);
    }
  });

  it('loses no word: each is in an event or among what is unread', () => {
    for (const annotated of texts) {
      const { trace } = readAnnotated(annotated);
      const isRead = new Uint8Array(annotated.text.length);
      for (const { start, end } of [...trace.events.map(({ range }) => range), ...trace.unread])
        isRead.fill(1, start, end);
      const lost = Array.from(annotated.text).filter((c, i) => isRead[i] === 0 && /[A-Za-z]/.test(c));
      assert.deepEqual(lost, [], annotated.name);
    }
  });

  it('is read whatever its text is, without an exception, and with ranges inside it', () => {
    const samples = texts.map(({ text }) => text);
    const edit = fc.record({ at: fc.nat(5000), length: fc.nat(40), text: fc.string({ maxLength: 12 }) });
    fc.assert(
      fc.property(fc.nat(samples.length - 1), fc.array(edit, { maxLength: 6 }), (i, edits) => {
        let text = samples[i] ?? '';
        for (const { at, length, text: inserted } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + inserted + text.slice(from + length);
        }
        const { trace } = readProse(text, { world: named(texts[i]?.world ?? 'chess') });
        for (const { range } of trace.events)
          assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is read in work that grows in proportion to its length', () => {
    const line = '12.Nf3 Nc6 e4 e5, then Bb5 or Bc4. What about Nxe5? If Qh5, Nf6 (threatening Nxe4) and O-O. ';
    const bad = 'Qa7 Nb8 Kf5 e4 d5 Nf3 or Bb5, instead Ra3. ';
    for (const piece of [line, bad, 'Nf3 Nf6 Ng1 Ng8 ', '(', 'e4 (e5 ', 'c3 or '])
      for (const start of [INITIAL_FEN]) {
        const works = [200, 800].map((count) => readProse(piece.repeat(count), { world: CHESS, start }).work);
        assert.ok((works[1] ?? 0) <= 5 * (works[0] ?? 0) + 1000, `${piece}: ${works.join(' ')}`);
      }
  });
});
