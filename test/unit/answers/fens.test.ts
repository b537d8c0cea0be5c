import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAnswer } from '../../../src/core/answers/read-answer.ts';
import { extractAnswer } from '../../support/extraction.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 b - - 4 9';
const EARLIER = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
const BOARD = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1';

const fenOf = (answer: string): string | undefined => extractAnswer(answer)?.fen;

describe('a whole FEN is found', () => {
  const wrapped: Record<string, string> = {
    bare: FEN,
    'with white space around': `\n  ${FEN}\t\r\n`,
    'in a fence': `\`\`\`\n${FEN}\n\`\`\``,
    'in a fence with a language': `Sure:\n\n\`\`\`fen\n${FEN}\n\`\`\`\nGood luck!`,
    'in inline code': `The FEN is \`${FEN}\`.`,
    'in bold': `The FEN is **${FEN}**`,
    'in JSON under any key': `{"resulting_position": "${FEN}", "confidence": 0.9}`,
    'in JSON without spaces': `{"fen":"${FEN}"}`,
    'in JSON with escaped slashes': `{"fen": "${FEN.replaceAll('/', '\\/')}"}`,
    'in fenced JSON inside an array': `\`\`\`json\n[{"a": {"b": ["${FEN}"]}}]\n\`\`\``,
    'in a PGN tag': `[SetUp "1"]\n[FEN "${FEN}"]\n\n1... Re8 *`,
    'in an escaped PGN tag': `\\[FEN "${FEN}"\\]`,
    'in a tag without its end': `[FEN "${FEN}`,
    'inside prose': `After 9. Bd3 the position is ${FEN}, with equal chances.`,
    'before a full stop': `The FEN is ${FEN}.`,
    'behind a colon': `FEN:${FEN}`,
    'between XML tags': `<fen>${FEN}</fen>`,
    'in a table': `| 9 | ${FEN} |`,
    'behind a stray rank': `8 ${FEN}`,
    'behind a list number': `8. ${FEN}`,
    'with typographic dashes': FEN.replaceAll(' -', ' –'),
    'with spaces around slashes': FEN.replaceAll('/', ' / '),
    'a rank a line': FEN.replaceAll('/', '/\n'),
    'with empty squares as dots': FEN.replace(/[1-8]/g, (n, at) => (at < BOARD.length ? '.'.repeat(Number(n)) : n)),
    'with zero-width spaces': FEN.replaceAll('/', '/\u200b'),
    'with its fields in code spans': FEN.split(' ')
      .map((field) => `\`${field}\``)
      .join(' '),
    'as an EPD with counters': `${FEN.split(' ').slice(0, 4).join(' ')} bm Re8; hmvc 4; fmvn 9;`,
    'with white-space runs': FEN.replaceAll(' ', '  \t'),
    'wrapped after the placement': FEN.replace(' b', '\nb'),
    'in a link with underscores': `https://lichess.org/analysis/standard/${FEN.replaceAll(' ', '_')}`,
    'in a link with escapes': `https://example.org/board?fen=${FEN.replaceAll(' ', '%20')}&color=white`,
    'in a link with plus signs': `https://example.org/editor?fen=${FEN.replaceAll(' ', '+')}`,
  };
  for (const [name, answer] of Object.entries(wrapped)) {
    it(name, () => {
      const found = extractAnswer(answer);
      assert.equal(found?.fen, FEN);
      assert.equal(found?.form, 'complete');
      assert.equal(found?.fields, 6);
    });
  }

  it('with the letter of the side in capitals, where the fields after it show that it is one', () => {
    const capital = FEN.replace(' b ', ' B ');
    assert.deepEqual(extractAnswer(capital), {
      fen: FEN,
      form: 'complete',
      fields: 6,
      range: { start: 0, end: FEN.length },
      candidates: 1,
    });
    assert.equal(fenOf(`The board is ${BOARD} W KQkq - for me`), `${BOARD} w KQkq -`);
    for (const words of ['B is better', 'W', 'B KQ is odd']) assert.equal(fenOf(`${BOARD} ${words}`), BOARD, words);
  });

  it('with Chess960 rights by file', () => {
    const fen = 'nrkrbbqn/pppppppp/8/8/4P3/8/PPPP1PPP/NRKRBBQN b DBdb - 0 1';
    assert.deepEqual(extractAnswer(fen), {
      fen,
      form: 'complete',
      fields: 6,
      range: { start: 0, end: fen.length },
      candidates: 1,
    });
  });

  it('and the range says what was cut away', () => {
    const answer = `Final answer: \`${FEN}\` (Black to move)`;
    const range = extractAnswer(answer)?.range;
    assert.ok(range);
    assert.equal(answer.slice(0, range.start), 'Final answer: `');
    assert.equal(answer.slice(range.start, range.end), FEN);
    assert.equal(answer.slice(range.end), '` (Black to move)');
  });
});

describe('an answer that is one FEN and nothing else', () => {
  it('is read without a search as it is read with one', () => {
    const rank = fc.constantFrom('8', 'pppppppp', '4P3', '44', '7', 'rnbqkbn', '3k4', 'PPPPPPPPP', '9', 'x7');
    const board = fc.oneof(
      fc.constant(BOARD),
      fc.array(rank, { minLength: 7, maxLength: 8 }).map((all) => all.join('/')),
    );
    const fields = fc.constantFrom(
      'w KQkq - 0 1',
      'b - e3 12 40',
      'w KQkq - 0',
      'b',
      '',
      'B - - 0 1',
      'w HAha - 0 1',
      'w - e9 0 1',
    );
    const space = fc.constantFrom('', ' ', '\n', '\t\r\n');
    const start = fc.constantFrom('', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    fc.assert(
      fc.property(board, fields, space, space, start, (placement, rest, before, after, whole) => {
        const answer = `${before}${whole === '' ? `${placement} ${rest}` : whole}${after}`;
        // a question is looked through for what the answer repeats
        assert.deepEqual(readAnswer(answer), readAnswer(answer, { prompt: 'Which position is it?' }));
      }),
    );
  });
});

describe('text that runs into the last field is cut off', () => {
  for (const behind of [
    'B:',
    'Human 2 A: Quote: Human 0 wrote:',
    '\nUser 3 A: 2kr3r',
    'st move',
    ',',
    '"',
    '"]',
    ')',
    '}',
    '<|endoftext|>',
    '<|im_end|>',
    '</s>',
    '[/INST]',
    '###',
    ';D',
    'é',
    '\n2. e4 e5',
    '\\n2. e4',
    ` B: ${BOARD} b - -`,
    `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`,
    `1. e4 e5`,
  ]) {
    it(JSON.stringify(behind), () => {
      const spaced = behind.startsWith('1.') ? ` ${behind}` : behind;
      const found = extractAnswer(FEN + spaced);
      assert.deepEqual([found?.fen, found?.form], [FEN, 'complete']);
      assert.deepEqual(found?.range, { start: 0, end: FEN.length });
    });
  }
  it('behind a FEN with an unreadable field, or without a board, too', () => {
    assert.equal(fenOf(`${BOARD} w KQo - 0 1B:`), `${BOARD} w KQo - 0 1`);
    assert.equal(fenOf(`${BOARD.slice(1)} w KQkq - 0 1B:`), `${BOARD.slice(1)} w KQkq - 0 1`);
  });
  it('but a number of five digits, a number without a clock before it, and the first rank of a board are no last field', () => {
    assert.equal(fenOf(`${BOARD} b - - 4 12345`), `${BOARD} b - - 4`);
    assert.equal(fenOf(`${BOARD} b - - 1st`), `${BOARD} b - -`);
    for (const space of [' ', '\n']) {
      const found = extractAnswer(`${BOARD} b - - 4${space}1r1k2nr/8/8/8/8/8/8/4K3`);
      assert.deepEqual([found?.fen, found?.fields], [`${BOARD} b - - 4`, 5]);
      assert.equal(fenOf(`${BOARD} b - - 4${space}8/8/8/8/8/8/8/4K3`), `${BOARD} b - - 4`);
    }
  });
});

describe('of several', () => {
  it('the last is taken', () => {
    const found = extractAnswer(`Start: ${EARLIER}\nSo the answer is ${FEN}\n`);
    assert.equal(found?.fen, FEN);
    assert.equal(found?.candidates, 2);
  });
  it('a whole one is taken before a later one that breaks off', () => {
    assert.equal(fenOf(`${FEN}\n\nFEN: ${EARLIER.slice(0, 45)}`), FEN);
    assert.equal(fenOf(`${FEN}\n\nFEN: ${BOARD} b`), FEN);
  });
  it('boards on lines of their own stay apart', () => {
    assert.equal(fenOf(`${BOARD}\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR`), EARLIER.split(' ')[0]);
  });
  it('an impossible one at the end is what the model said', () => {
    const noKing = '8/8/8/8/8/8/8/8 w - - 0 1';
    assert.equal(fenOf(`From ${EARLIER} we come to ${noKing}`), noKing);
  });
});

describe('part of a FEN is kept as partial', () => {
  const partial: Record<string, [answer: string, fen: string, fields: number]> = {
    'board only': [`\`\`\`\n ${BOARD}\n\`\`\``, BOARD, 1],
    'board and side': [`${BOARD} b`, `${BOARD} b`, 2],
    'four fields': [`${BOARD} w KQkq -`, `${BOARD} w KQkq -`, 4],
    'one "-" missing': [`${BOARD} b - 4 9`, `${BOARD} b - 4 9`, 5],
    'no fullmove number': [`${BOARD} b - - 4`, `${BOARD} b - - 4`, 5],
    'no halfmove clock': [`${BOARD} w KQkq g6 3`, `${BOARD} w KQkq g6 3`, 5],
    'no side': [`${BOARD} KQkq - 0 1`, `${BOARD} KQkq - 0 1`, 5],
    'unreadable castling': [`${BOARD} w KQo - 0 1`, `${BOARD} w KQo - 0 1`, 6],
    'unreadable en passant': [`${BOARD} w KQkq e9 0 1`, `${BOARD} w KQkq e9 0 1`, 6],
  };
  for (const [name, [answer, fen, fields]] of Object.entries(partial)) {
    it(name, () => {
      const found = extractAnswer(answer);
      assert.deepEqual([found?.fen, found?.form, found?.fields], [fen, 'partial', fields]);
    });
  }

  it('spaces between squares are no part of it', () => {
    const spaced = 'b r n k r b q n / p p p p p p p p / 8 / 8 / 8 / 8 / P P P P P P P P / B R N K R B Q N w KQkq - 3 3';
    assert.equal(fenOf(spaced), 'brnkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BRNKRBQN w KQkq - 3 3');
    const mixed = 'r b k r n q n b/pppppppp/8/8/8/8/PPPPPPPP/B R K R N Q N B b KQkq - 0 1';
    assert.deepEqual(
      [fenOf(`The FEN: ${mixed}`), extractAnswer(mixed)?.fields],
      ['rbkrnqnb/pppppppp/8/8/8/8/PPPPPPPP/BRKRNQNB b KQkq - 0 1', 6],
    );
  });
  it('prose after a board states the side to move, and nothing else', () => {
    assert.equal(fenOf(`${BOARD} and Black is to move`), `${BOARD} b ? ? ? ?`);
    assert.equal(fenOf(`${BOARD}\n\nWhite to move`), `${BOARD} w ? ? ? ?`);
    assert.equal(fenOf(`${BOARD} - a good position`), BOARD);
    assert.equal(fenOf(`${BOARD} 12 moves later`), BOARD);
    assert.equal(fenOf(`${BOARD} b a nice one`), `${BOARD} b`);
  });
});

describe('what is meant as a FEN but holds no board is kept as malformed', () => {
  for (const fen of [
    '8nk/1p6/p2pp2p/3pPp2/3P1B1q/1PbQ4/R1P3PP/6NK b - - 0 26',
    'rnbqkbnr/pppppppp/8/8/2c4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 3',
    'rnbqkbnr/pp0ppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQq - 0 1',
    'rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1',
    'rnbqk2r/ppp1ppbp/2n1pnp1/1b1p4/2qP1B2/2N1Q3/PP.P1PPP/R3K2R w KQkq - 0 16',
  ]) {
    it(fen, () => {
      const found = extractAnswer(fen);
      assert.deepEqual([found?.fen, found?.form], [fen, 'malformed']);
    });
  }
  it('a rank too many, or letters that run into the board, are not cut off to make it right', () => {
    const nine = '8/bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1';
    assert.equal(fenOf(nine), nine);
    const letter = 'rnb1qe1r/p1kbp2p/np1p2pn/5p2/1PPP1P2/1P2P1N1/P1QBK1PP/1R5R b - - 2 13';
    assert.equal(fenOf(letter), letter);
  });
});

describe('no state', () => {
  for (const answer of [
    '',
    '?',
    '[ERROR GENERATING FEN]',
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1/2-1/2',
    'I cannot do that.',
    'https://example.org/a/b/c/d/e/f/g/h/i',
    'On 1/2/2023 and/or 3/4/2024 w/o a board 1/8',
    '```\n r2q1k1r/pp1b1nbp/p1p3pP\n```',
    'rnbqkbnr/pppppppp/8/8',
    'r n b q k b n r\np p p p p p p p\n. . . . . . . .',
  ]) {
    it(JSON.stringify(answer.slice(0, 40)), () => assert.equal(extractAnswer(answer), undefined));
  }
});

describe('whatever comes', () => {
  const piece = fc.constantFrom(
    '/',
    ' ',
    '8',
    'p',
    'R',
    'w',
    '-',
    '\n',
    '\\',
    '"',
    '_',
    '%20',
    FEN,
    BOARD,
    'é',
    '\ud800',
  );
  const soup = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

  it('it never fails, and the range lies in the answer', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ maxLength: 200 })), (answer) => {
        const found = extractAnswer(answer);
        if (found === undefined) return;
        assert.ok(found.range.start >= 0 && found.range.start < found.range.end && found.range.end <= answer.length);
        assert.ok((found.fields ?? 0) >= 1 && (found.fields ?? 7) <= 6 && found.candidates >= 1);
        const squeeze = (text: string): string => text.replace(/\\\/|_|%20|\+|\s/g, (c) => (c === '\\/' ? '/' : ''));
        assert.equal(squeeze(found.fen), squeeze(answer.slice(found.range.start, found.range.end)));
      }),
    );
  });

  it('a FEN between words is found', () => {
    const words = fc.stringMatching(/^[^/]{0,40}$/);
    fc.assert(fc.property(words, words, (before, after) => assert.equal(fenOf(`${before}\n${FEN}\n${after}`), FEN)));
  });

  itLong('an answer of 1 MB is read in one pass, however it is made', () => {
    const board = '8/8/8/8/8/8/8/8';
    const hostile: readonly (readonly [
      start: string,
      unit: string,
      candidates: (units: number) => number | undefined,
    ])[] = [
      ['', '/', () => undefined],
      ['', '8/', () => undefined],
      ['', '8 / ', () => undefined],
      ['', '\\/', () => undefined],
      ['', 'p', () => undefined],
      ['', 'r ', () => undefined],
      [board, ' ', () => 1],
      ['', `${board}${' '.repeat(50)}`, (units) => units],
      ['', `${board} w `, (units) => units],
      [`${board} w - - 0 `, '1', () => 1],
    ];
    for (const [start, unit, candidates] of hostile)
      assertLinearText(250_000, unit, (text) =>
        assert.equal(extractAnswer(start + text)?.candidates, candidates(text.length / unit.length)),
      );
  });
});
