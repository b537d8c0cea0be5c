import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { auditText, TranscriptAudit } from '../../../src/core/audit/audit.ts';
import { LineIndex } from '../../../src/core/base/text/lines.ts';
import { auditCensus } from '../../support/audit-census.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const RUY = '1. e4 e5 2. Nf3 Nc6 3. Bb5';
const AFTER_RUY = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const STALE_BISHOP = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3';

/** Codes with the text that they are about. */
const found = (text: string): string[] =>
  auditText(text).map(({ code, range }) => `${code.replace('AUDIT_', '')} ${text.slice(range.start, range.end)}`);

describe('a state that is far from the game', () => {
  const FAR = '8/5k2/8/8/8/2K5/8/8 b - - 3 3';
  const judged = (before: string): readonly string[] => {
    const record = [
      { role: 'user', content: `${RUY}\nWhat is the FEN now?` },
      { role: 'assistant', content: `${before}${FAR}` },
    ];
    return auditText(JSON.stringify(record), 'json').map(({ code }) => code);
  };

  it('is wrong where it is the answer, beside at most forty characters', () => {
    assert.deepEqual(judged('The position is this: '), ['AUDIT_WRONG_STATE']);
    assert.deepEqual(judged('The FEN that I have here, after that, is '.slice(-40)), ['AUDIT_WRONG_STATE']);
  });

  it('belongs to no known game where more text stands beside it', () => {
    assert.deepEqual(judged('The FEN that I have here, after that, is '), []);
  });
});

describe('an audit', () => {
  it('names the move that a wrong state missed, with p and r', () => {
    const text = `The game: ${RUY}.\n\nSo the position is \`${STALE_BISHOP}\`, Black to move.\n`;
    const [finding, ...others] = auditText(text);
    assert.deepEqual(others, []);
    assert.equal(finding.code, 'AUDIT_WRONG_STATE');
    assert.equal(text.slice(finding.range.start, finding.range.end), STALE_BISHOP);
    assert.match(
      finding.message,
      /not the position after 3\.Bb5: thinks the bishop is still on f1: missed 3\.Bb5 \(p₄ 0\.\d+, r₄ 0\.\d+\)/,
    );
    assert.equal(finding.ply, 5);
  });

  const clean: [what: string, text: string][] = [
    ['a right state', `${RUY}. So the position is ${AFTER_RUY}, Black to move. Black has not castled.`],
    ['a state with four fields', `${RUY}. The position: ${AFTER_RUY.replace(' 3 3', '')}`],
    ['a variation in parentheses', `${RUY} (3. Bc4 Bc5) 3... a6 4. Ba4 Nf6`],
    ['a comment', '1. e4 {best by test} e5 {solid} 2. Nf3'],
    [
      'an earlier position that is called so',
      `${RUY}. Before the last move it was ${STALE_BISHOP.replace('b KQkq - 3', 'w KQkq - 2')}.`,
    ],
    ['a list of candidates', `${RUY} a6. Candidate moves:\n1. Ba4\n2. Bxc6\n3. Bc4\n`],
    ['legal moves', `${RUY}. Legal moves: a7a6 g8f6 f8c5 d7d6`],
    ['a move that is said to be illegal', `${RUY}. Here 3... Bb4 5. O-O is fun, but 3... Nb4 4. Kd5 is not legal.`],
    ['a plan', `${RUY}. If Black plays a6, White could retreat and the bishop on a4 would be safe.`],
    ['another game', `${RUY}. A puzzle: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1, White to move: 1. Rd8#`],
    ['a game from a position', '[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 21"]\n\n21. Rd8# 1-0'],
    ['paths and versions', 'See a/b/c/d/e/f/g/h, src/b1/n2, version 3.4 and 1. Be careful.'],
    ['UCI', 'position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5\nbestmove a7a6'],
    [
      'a game that is played in a dialogue',
      'User: I play e4.\n\nAssistant: …e5 A good reply.\n\nUser: Nf3\n\nAssistant: My reply: **Nc6**\n\nUser: 3. Bb5\n\nAssistant: The position is ' +
        AFTER_RUY,
    ],
    [
      'a move that is taken back',
      'Human: I play e4.\n\nAI: e5\n\nHuman: I play Bc4.\n\nHuman: Sorry, let me take that back. Instead I play Nf3.\n\nAI: I play Nc6. The position is r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    ],
    [
      'a square at the start of a sentence',
      '1. e4 c5 2. Nf3 Nc6 3. d4\n\nc5 is occupied by a black pawn.\na3 is empty.',
    ],
    ['what somebody has said', `${RUY}. You said that the knight on f6 is pinned.`],
    ['letters of pieces in French', `1. e4 e5 2. Cf3 Cc6 3. Fb5. The position is ${AFTER_RUY}`],
    ['German notation', `1. e4 e5 2. Sf3 Sc6 3. Lb5. The position is ${AFTER_RUY}`],
    ['numbered alternatives with comments', '1. e4 (0.20)\n2. d4 (0.18)\n3. Nf3 (0.15)\n'],
    ['lists of candidates in JSON', '{"role":"assistant","moves":["e4","d4","Nf3","c4"]}'],
    ['a puzzle whose position is not in the text', 'White wins: 1. Qh7+ Kf8 2. Qh8+ Ke7 3. Qxg7'],
  ];
  for (const [what, text] of clean)
    it(`finds nothing in ${what}`, () => {
      assert.deepEqual(found(text), []);
    });

  const faulty: [what: string, text: string, wanted: string[]][] = [
    [
      'the wrong side',
      `${RUY}. Now: ${AFTER_RUY.replace(' b ', ' w ')}`,
      [`WRONG_STATE ${AFTER_RUY.replace(' b ', ' w ')}`],
    ],
    [
      'wrong castling rights',
      `${RUY}. Now: ${AFTER_RUY.replace('KQkq', 'Qkq')}`,
      [`WRONG_STATE ${AFTER_RUY.replace('KQkq', 'Qkq')}`],
    ],
    ['counters', `${RUY}. Now: ${AFTER_RUY.replace('3 3', '0 1')}`, [`COUNTERS ${AFTER_RUY.replace('3 3', '0 1')}`]],
    ['an illegal move', `${RUY} a6 4. Bd6 Nf6`, ['ILLEGAL_MOVE Bd6']],
    ['a piece that is another', '1. d4 d5 2. c4 e6 3. Nd3 Nc6', ['MISNAMED_MOVE Nd3']],
    ['a check that is none', '1. e4 e5 2. Nf3+ Nc6', ['MISNAMED_MOVE Nf3+']],
    ['a missing move', '1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6', ['MISSING_MOVE Ba4']],
    ['an illegal move in UCI', 'Moves: e2e4 e7e5 g1f3 b8c6 f1b6', ['ILLEGAL_MOVE f1b6']],
    ['an announced move', `${RUY}. I play Nh2.`, ['ILLEGAL_MOVE Nh2']],
    ['a false turn', `${RUY}. White is to move.`, ['FALSE_CLAIM White is to move']],
    [
      'an impossible FEN',
      'Take rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 2.',
      ['IMPOSSIBLE_STATE rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 2'],
    ],
  ];
  const others: typeof faulty = [
    ['an illegal move in a dialogue', 'User: I play e4.\n\nAssistant: e5\n\nUser: I play Nd3.\n', ['ILLEGAL_MOVE Nd3']],
    [
      'a fault behind a comment on the first move',
      '1. e4 { [%clk 0:04:17] } e5 2. Nf3 Nc6 3. Bb5 Nd3',
      ['ILLEGAL_MOVE Nd3'],
    ],
    ['faults in long algebraic notation', '1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b6 a7-a6', ['ILLEGAL_MOVE Bf1-b6']],
    [
      'a fault in a table of moves',
      '| No. | White | Black |\n|---|---|---|\n| 1 | f4 | e6 |\n| 2 | e4 | Bc5 |\n| 3 | d4 | Bb3 |\n',
      ['ILLEGAL_MOVE Bb3'],
    ],
    [
      'a fault in a session of python-chess',
      '>>> board.push_san("e4")\n>>> board.push_san("e5")\n>>> board.push_san("Nd3")\n',
      ['ILLEGAL_MOVE Nd3'],
    ],
    ['a fault in a list of moves in JSON', '{"moves":["e4","e5","Nd3"]}', ['ILLEGAL_MOVE Nd3']],
    ['a move in a tag', `The position is ${AFTER_RUY}\n<move>Rh6</move>`, ['ILLEGAL_MOVE Rh6']],
    ['a false check', `${RUY}. The white king is in check.`, ['FALSE_CLAIM white king is in check']],
  ];
  for (const [what, text, wanted] of [...faulty, ...others])
    it(`finds ${what}`, () => {
      assert.deepEqual(found(text), wanted);
    });

  it('reports what follows from a wrong state once', () => {
    const drifted = STALE_BISHOP.replace('b KQkq - 3 3', 'w KQkq - 0 4').replace('pppp1ppp/2n5', '1ppp1ppp/p1n5');
    const text = `${RUY}. Now: ${STALE_BISHOP}. Then 3... a6. Now: ${drifted}. The bishop on f1 waits.`;
    assert.deepEqual(found(text), [`WRONG_STATE ${STALE_BISHOP}`]);
  });

  it('reads drawings of boards', () => {
    const board = (bishop: string, home: string): string =>
      [
        'r . b q k b n r',
        'p p p p . p p p',
        '. . n . . . . .',
        `. ${bishop} . . p . . .`,
        '. . . . P . . .',
        '. . . . . N . .',
        'P P P P . P P P',
        `R N B Q K ${home} . R`,
      ].join('\n');
    assert.deepEqual(found(`${RUY}. The board is now:\n\n\`\`\`\n${board('B', '.')}\n\`\`\`\n`), []);
    assert.deepEqual(found(`${RUY}. The board is now:\n\n\`\`\`\n${board('.', 'B')}\n\`\`\`\n`), [
      `WRONG_STATE ${board('.', 'B')}`,
    ]);
    const figurines = board('.', 'B').replace(/[prnbqkPRNBQK]/g, (c) =>
      '♔♕♖♗♘♙♚♛♜♝♞♟'.charAt('KQRBNPkqrbnp'.indexOf(c)),
    );
    assert.equal(found(`${RUY}. The board is now:\n\n${figurines}\n`).length, 1);
  });

  it('takes tools at their word, and holds an assistant to them', () => {
    const line = (role: string, content: string): string => JSON.stringify({ role, content });
    const tool = line('tool', `{"fen":"${AFTER_RUY}"}`);
    assert.deepEqual(found([line('user', RUY.slice(0, 19)), tool].join('\n')), []);
    assert.equal(found([tool, line('assistant', `We are at ${STALE_BISHOP}.`)].join('\n')).length, 1);
    assert.deepEqual(found([line('assistant', `We are at ${STALE_BISHOP}.`), tool].join('\n')), []);
  });

  it('places findings of escaped strings in the file', () => {
    const text = JSON.stringify({ role: 'assistant', content: `"Well"\n\n${RUY}.\nNow:\n${STALE_BISHOP}` });
    const [finding] = auditText(text);
    assert.equal(text.slice(finding.range.start, finding.range.end), STALE_BISHOP);
  });

  it('never fails, and gives the same places in whatever pieces a text arrives', () => {
    const pieces = [
      '1. e4 e5 ',
      '2. Nf3 ',
      'Bb6 ',
      `${STALE_BISHOP} `,
      'White is to move. ',
      '\n',
      '"',
      '{"role":"user","content":"',
      '\\n',
      '(',
      ')',
      '{',
      '}',
      '```',
      '8 | r n b q k b n r |',
      '\u0000\u001b[31m',
      '\uD800',
      'O-O',
      'e2e4 ',
      '\r\n',
      'Assistant: ',
      'the knight on f6 is pinned. ',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, count) => {
          const text = parts.join('');
          const whole = auditText(text);
          const index = new LineIndex(text);
          for (const { range, start, end } of whole) {
            assert.ok(range.start <= range.end && range.end <= text.length);
            assert.deepEqual([start, end], [index.positionAt(range.start), index.positionAt(range.end)]);
          }
          const audit = new TranscriptAudit();
          const size = Math.ceil(text.length / count) || 1;
          const cut = [];
          for (let at = 0; at < text.length; at += size) cut.push(...audit.push(text.slice(at, at + size)));
          cut.push(...audit.end());
          assert.deepEqual(
            cut.map(({ message, start }) => [message, start]),
            whole.map(({ message, start }) => [message, start]),
          );
        },
      ),
    );
  });

  itLong('finds wrong states in drawn transcripts, most moves that are wrong, and nothing in clean ones', () => {
    const counts = auditCensus(thoroughly(60, 6), 5);
    for (const { fault, transcripts, found: right, others } of counts) {
      assert.equal(others, 0, JSON.stringify(counts));
      const isState = /state|square|side|castling/.test(fault);
      // the first moves of a game that nothing shows are not judged
      if (fault !== 'none') assert.ok(right >= (isState ? 0.99 : 0.5) * transcripts, JSON.stringify(counts));
    }
  });
});
