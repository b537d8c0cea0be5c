import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { parseSquare } from 'chessops/util';
import fc from 'fast-check';
import type { Completion } from '../../../src/core/notation/language.ts';
import { completePgn } from '../../../src/core/notation/pgn/authoring/complete-pgn.ts';
import { knownValues } from '../../../src/core/notation/pgn/authoring/complete-tags.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';
import { pgnText } from '../pgn/arbitrary.ts';

/** Completions at the `|` of a text. */
const at = (marked: string, known?: ReturnType<typeof knownValues>): Completion[] =>
  completePgn(readGame(marked.replace('|', '')), marked.indexOf('|'), known);
const labels = (marked: string) => at(marked).map(({ label }) => label);
const moves = (marked: string) =>
  at(marked)
    .filter(({ kind }) => kind === 'move')
    .map(({ label }) => label);
/** The text with the completion of a label put in. */
const taken = (marked: string, label: string): string => {
  const item = at(marked).find((found) => found.label === label);
  assert.ok(item, `${label} at ${marked}`);
  const text = marked.replace('|', '');
  return text.slice(0, item.range.start) + item.text + text.slice(item.range.end);
};

/** SAN of all legal moves, by chessops. */
function legalSans(pos: Chess): string[] {
  const sans: string[] = [];
  for (const [from, targets] of chessgroundDests(pos)) {
    for (const to of targets) {
      const [source, target] = [parseSquare(from), parseSquare(to)];
      const isPawn = pos.board.get(source)?.role === 'pawn';
      const isLast = to.endsWith('8') || to.endsWith('1');
      for (const promotion of isPawn && isLast ? (['queen', 'rook', 'bishop', 'knight'] as const) : [undefined])
        sans.push(makeSanAndPlay(pos.clone(), { from: source, to: target, ...(promotion && { promotion }) }));
    }
  }
  // castling is there as the king's two squares and as king takes rook
  return [...new Set(sans)].sort();
}

/** A line of random moves, some with variations in them; the places for a next move, each with its position. */
function randomGame(choices: readonly number[]): { text: string; places: { offset: number; pos: Chess }[] } {
  const places: { offset: number; pos: Chess }[] = [];
  let text = '';
  let pos = Chess.default();
  const lines: Chess[] = [];
  let before: Chess | undefined;
  for (const choice of choices) {
    places.push({ offset: text.length, pos: pos.clone() });
    if (choice % 7 === 0 && before !== undefined) {
      text += '( ';
      lines.push(pos);
      pos = before.clone();
      before = undefined;
    } else if (choice % 7 === 1 && lines.length > 0 && before !== undefined) {
      text += ') ';
      pos = lines.pop() ?? pos;
      before = undefined;
    } else {
      const sans = legalSans(pos);
      if (sans.length === 0) break;
      const san = sans[choice % sans.length];
      before = pos.clone();
      const move = parseSan(pos, san);
      assert.ok(move);
      pos.play(move);
      text += `${san} `;
    }
  }
  places.push({ offset: text.length, pos });
  return { text, places };
}

describe('completion of moves', () => {
  it('offers all legal moves and no others, at every place of a game with variations', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 60 }), (choices) => {
        const { text, places } = randomGame(choices);
        const game = readGame(text);
        for (const { offset, pos } of places) {
          const found = completePgn(game, offset).filter(({ kind }) => kind === 'move');
          assert.deepEqual(found.map(({ label }) => label).sort(), legalSans(pos));
          for (const { range } of found) assert.deepEqual(range, { start: offset, end: offset });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('never throws, and replaces the text around the cursor on its line', () => {
    fc.assert(
      fc.property(pgnText(), fc.nat(), (text, n) => {
        const offset = n % (text.length + 1);
        for (const { range } of completePgn(readGame(text), offset)) {
          assert.ok(range.start <= offset && offset <= range.end && range.end <= text.length);
          assert.doesNotMatch(text.slice(range.start, range.end), /[\r\n]/);
        }
      }),
    );
  });

  it('keeps to what is typed, and replaces it', () => {
    assert.deepEqual(moves('1. N|'), ['Nf3', 'Nc3', 'Na3', 'Nh3'].sort());
    assert.deepEqual(moves('1. e4 e5 2. Nf3 Nc6 3. Bb|'), ['Bb5']);
    assert.deepEqual(moves('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O|'), ['O-O']);
    assert.equal(taken('1. e4 e5 2. N|', 'Nf3'), '1. e4 e5 2. Nf3');
    assert.equal(taken('1. e4 e|5 2. Nf3', 'e6'), '1. e4 e6 2. Nf3');
    assert.deepEqual(moves('1. g1|'), ['Nf3', 'Nh3']);
    assert.deepEqual(moves('1. e4 e5 2. b|').slice(0, 2), ['b3', 'b4']);
    assert.ok(moves('1. e4 e5 2. b|').includes('Bb5'));
  });

  it('takes the position before an unfinished move, and keeps the rest of the game', () => {
    assert.deepEqual(moves('1. e4 Nf|6 2. e5 Nd5 *'), ['Nf6']);
    assert.equal(moves('1. e4 e5 2. | Nc6 3. Bb5').length, 29);
    assert.equal(taken('1. e4 e5 (1... c5 2. N|) 2. Nf3', 'Nc3'), '1. e4 e5 (1... c5 2. Nc3) 2. Nf3');
  });

  it('writes the number where the place requires one', () => {
    assert.equal(taken('|', 'e4'), '1. e4');
    assert.equal(taken('1. |', 'e4'), '1. e4');
    assert.equal(taken('1. e4 |', 'e5'), '1. e4 e5');
    assert.equal(taken('1. e4 e5 |', 'Nf3'), '1. e4 e5 2. Nf3');
    assert.equal(taken('1. e4 e5 2|', '2. Nf3'), '1. e4 e5 2. Nf3');
    assert.equal(taken('1. e4 { best }|', 'e5'), '1. e4 { best } 1... e5');
    assert.equal(taken('1. e4 e5 (|)', 'c5'), '1. e4 e5 (1... c5)');
    assert.equal(taken('1. e4 e5 (1... c5) |', 'Nf3'), '1. e4 e5 (1... c5) 2. Nf3');
    assert.equal(taken('1. e4 $1 |', 'e5'), '1. e4 $1 e5');
    assert.equal(taken('1.e4 e5 |', 'Nf3'), '1.e4 e5 2.Nf3');
    assert.equal(taken('1.e4 e5 2.|', 'Nf3'), '1.e4 e5 2.Nf3');
  });

  it('puts mates and named moves first, and describes what a move does', () => {
    const [mate] = at('1. f3 e5 2. g4 |');
    assert.deepEqual([mate.label, mate.detail], ['Qh4#', "A00 Barnes Opening: Fool's Mate, mate"]);
    const first = at('1. e4 e5 2. Nf3 Nc6 3. |');
    assert.match(first.find(({ label }) => label === 'Bb5')?.detail ?? '', /^C60 Ruy Lopez$/);
    assert.ok(first.findIndex(({ label }) => label === 'Bb5') < first.findIndex(({ label }) => label === 'Nxe5'));
    const fen = '[SetUp "1"]\n[FEN "1n2k3/P7/8/4pP2/8/8/8/4K3 w - e6 0 9"]\n\n';
    const detail = (label: string) => at(`${fen}|`).find((item) => item.label === label)?.detail;
    assert.equal(detail('axb8=Q+'), 'check, captures a knight, promotes to a queen');
    assert.equal(detail('fxe6'), 'captures a pawn');
    assert.equal(detail('Kd1'), undefined);
  });

  it('has nothing where the position is not known, in comments and in escaped lines', () => {
    assert.deepEqual(moves('1. e4 Ke5 2. |'), []);
    assert.deepEqual(moves('[Variant "Atomic"]\n\n1. |'), []);
    for (const text of ['1. e4 { N| }', '1. e4 {|', '1. e4 ; N|', '%N|', '1. e4 [|', '1. e4 "|', '1. e4 *|'])
      assert.deepEqual(at(text), []);
  });

  it('offers results after the last move, starting with that of the board or the tag', () => {
    assert.ok(labels('1. e4 |').includes('*'));
    assert.ok(!labels('1. | e4').includes('*'));
    assert.ok(!labels('1. e4 (1. d4 |)').includes('*'));
    assert.deepEqual(labels('1. f3 e5 2. g4 Qh4# |'), ['0-1', '1-0', '1/2-1/2', '*']);
    assert.equal(labels('[Result "1/2-1/2"]\n\n1. e4 e5 |').slice(-4)[0], '1/2-1/2');
    assert.deepEqual(labels('1. e4 e5 1|'), ['1-0', '1/2-1/2']);
  });
});

describe('completion of annotations', () => {
  it('knows the glyphs with what they mean', () => {
    const all = at('1. e4 $|');
    assert.ok(all.length >= 140);
    assert.deepEqual([all[1].label, all[1].detail], ['$1', '! good move']);
    assert.equal(all.find(({ label }) => label === '$19')?.detail, '-+ Black has a decisive advantage');
    assert.equal(all.find(({ label }) => label === '$138')?.detail, '⊕ White has severe time control pressure');
    assert.equal(all.find(({ label }) => label === '$137')?.detail, 'Black has moderate time control pressure');
    assert.equal(taken('1. e4 $1| e5', '$14'), '1. e4 $14 e5');
    assert.deepEqual(labels('1. e4!|'), ['!', '!!', '!?']);
  });

  it('knows the commands of comments', () => {
    assert.deepEqual(labels('1. e4 { [%|'), ['[%clk', '[%emt', '[%eval', '[%csl', '[%cal', '[%pfen']);
    assert.deepEqual(labels('1. e4 { good [%c| }'), ['[%clk', '[%csl', '[%cal']);
    assert.equal(taken('1. e4 { [|] }', '[%clk'), '1. e4 { [%clk ${1:0:05:00}] }'); // biome-ignore lint: a snippet
    assert.deepEqual(labels('1. e4 { no [%clk 0:10:00]| }'), []);
  });
});

describe('completion of tags', () => {
  it('offers those that are missing, the roster first', () => {
    const all = labels('[Event "x"]\n[White "y"]\n[|');
    assert.deepEqual(all.slice(0, 6), ['missing roster tags', 'Site', 'Date', 'Round', 'Black', 'Result']);
    assert.ok(!all.includes('Event'));
    assert.deepEqual(labels('[Whi|]').slice(0, 2), ['White', 'WhiteElo']);
    // biome-ignore lint: a snippet
    assert.equal(taken('[Si|]', 'Site'), '[Site "${1:?}"]');
    assert.equal(taken('[Si| "x"]', 'Site'), '[Site "x"]');
  });

  it('offers the whole roster for a new game, and tags on a fresh line', () => {
    const roster = '[Event "${1:?}"]\n[Site "${2:?}"]\n[Date "${3:????.??.??}"]\n[Round "${4:?}"]\n'; // biome-ignore lint: a snippet
    assert.ok(taken('|', 'Seven Tag Roster').startsWith(roster));
    assert.equal(labels('[Event "x"]\n|')[0], 'missing roster tags');
    assert.equal(labels('1. e4 *\n\n|')[0], 'Seven Tag Roster');
    assert.deepEqual(labels('1. e4 * |'), []);
    assert.ok(moves('[Event "x"]\n\n|').length === 20);
  });

  it('offers values, and closes what is open', () => {
    assert.deepEqual(labels('[Result "|"]'), ['1-0', '0-1', '1/2-1/2', '*']);
    assert.equal(labels('[Result "|"]\n\n1. e4 0-1')[0], '0-1');
    assert.equal(taken('[Result "1|"]', '1-0'), '[Result "1-0"]');
    assert.equal(taken('[Result "|\n', '1-0'), '[Result "1-0"]\n');
    assert.equal(taken('[Result "|]', '*'), '[Result "*"]');
    const [eco] = at('[ECO "|"]\n\n1. e4 c6 *');
    assert.deepEqual([eco.label, eco.detail, eco.isLikely], ['B10', 'Caro-Kann Defense', true]);
    assert.equal(labels('[ECO "E9|"]').length, 10);
    assert.equal(labels('[PlyCount "|"]\n\n1. e4 (1. d4) e5 2. Nf3 *')[0], '3');
    assert.deepEqual(labels('[Date "|"]'), ['????.??.??']);
    assert.ok(labels('[Variant "|"]').includes('Chess960'));
  });

  it('offers the values of the games nearby, most frequent first', () => {
    const others = '[White "Bo \\"b\\" B"]\n[Black "Ann"]\n\n*\n\n[White "Ann"]\n[Black "?"]\n\n*\n\n';
    const text = `${others}[White "`;
    const known = knownValues(text, { start: others.length, end: text.length });
    assert.deepEqual(known('White'), ['Ann', 'Bo "b" B']);
    assert.deepEqual(known('Black'), ['Ann']);
    const found = at('[White "|"]', known);
    assert.deepEqual(
      found.map(({ text: inserted }) => inserted),
      ['Ann', 'Bo \\"b\\" B', '?'],
    );
  });
});
