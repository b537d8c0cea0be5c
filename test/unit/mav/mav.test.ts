import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkMav } from '../../../src/core/mav/check-mav.ts';
import { looksLikeMav } from '../../../src/core/mav/lexer.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { CODES, type Code } from '../../../src/core/notation/diagnostic-codes.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const PUBLISHED_TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
/** The published trace without its slip. */
const TRACE = PUBLISHED_TRACE.replace('g3g5', 'g3g6');

const check = (text: string): Diagnostic[] => readMav(text).flatMap(({ section }) => checkMav(mavView(text, section)));
const serious = (text: string): Diagnostic[] => check(text).filter(({ severity }) => severity !== 'info');

/** A mutation of a correct text, the codes that it is to give (info left out), and the text that the first is to stand at. */
type Case = readonly [from: string | RegExp, to: string, code: Code, at: string, ...more: Code[]];

function cases(base: string, all: readonly Case[]): void {
  for (const [from, to, code, at, ...more] of all)
    it(`${code}: ${to === '' ? `without ${from}` : to}`, () => {
      const text = base.replace(from, to);
      assert.notEqual(text, base);
      const found = check(text).filter((d) => d.severity !== 'info' || d.code === code);
      assert.deepEqual(
        found.map((d) => d.code).sort(),
        [code, ...more].sort(),
        found.map((d) => `${d.code}: ${d.message}`).join('\n'),
      );
      const own = found.find((d) => d.code === code);
      assert.ok(own !== undefined && own.severity === CODES[code].severity);
      assert.equal(text.slice(own.range.start, own.range.end), at);
    });
}

describe('the published example', () => {
  it('is without a fault', () => assert.deepEqual(check(EXAMPLE), []));

  it('may have a state that starts with a digit, which is no part of the command', () => {
    const fen = '8/5k2/8/8/8/8/4K3/7R';
    const lines = [`[%FEN ${fen} w - - 0 1]`, `[%state ${fen} w]`, '[%top_1 h1h8:<ctrl64>]', '[%best_action h1h8]'];
    const text = `<mav game=chess> %FEN %state %top_1 %best_action </mav>\n${lines.join('\n')}\n`;
    assert.deepEqual(check(text), []);
    assert.equal(check(text.replace('%top_1 h', '%top 1 h'))[0]?.code, 'MAV_LOOSE_COMMAND');
  });

  const STATE = 'b || R . . . . R K . P P P . B . P P';
  cases(EXAMPLE, [
    ['game=chess', 'game=checkers', 'MAV_UNKNOWN_GAME', 'checkers'],
    ['<mav game=chess>', '<mav>', 'MAV_UNKNOWN_GAME', EXAMPLE.split('\n')[0].replace(' game=chess', '')],
    ['%top_5 %best', '%top_5 %worst_action %best', 'MAV_UNKNOWN_COMMAND', '%worst_action'],
    [' </mav>', '', 'MAV_UNCLOSED_HEADER', EXAMPLE.split('\n')[0].replace(' </mav>', '')],
    ['chess>', 'chess', 'MAV_HEADER_BRACKET', '<mav game=chess'],
    ['%top_5 %best', '%top 5 %best', 'MAV_LOOSE_COMMAND', '%top 5'],
    ['%prev_FEN', '%prev FEN', 'MAV_LOOSE_COMMAND', '%prev FEN'],
    ['[%best_action f6f5]', '[%best_action f6f5', 'MAV_UNCLOSED_LINE', '[%best_action f6f5'],
    ['[%best_action f6f5]', '[%best_action f6f5 now]', 'MAV_STRAY_TEXT', 'now'],
    ['[%best_action f6f5]', '[best_action f6f5]', 'MAV_LOOSE_COMMAND', 'best_action'],
    ['%top_5 %best_action %FEN', '%top_5 %FEN %best_action', 'MAV_COMMAND_ORDER', '%best_action'],
    [/\[%FEN r1b1nr2\/pp1np1bk\/2ppP1p1.*\]/, '', 'MAV_MISSING_OUTPUT', '%FEN'],
    ['%prev_FEN %prev_action', '%prev_FEN', 'MAV_COMMAND_ORDER', '%prev_action'],
    [/[^]*/, '<mav game=chess> %top_1 </mav>\n', 'MAV_NO_INPUT', '%top_1'],
    ['%top_5 %best', '%best', 'MAV_COMMAND_ORDER', '%top_5'],
    [/%top_5 (%best[^]*)\[%top_5 .*\n/, '$1', 'MAV_BEST_WITHOUT_LIST', '%best_action'],
    ['[%prev_action e5e6]', '[%prev_action]', 'MAV_NO_ARGUMENT', '[%prev_action]'],
    [
      STATE,
      STATE.replace(' R K', ' R'),
      'MAV_BAD_STATE',
      (EXAMPLE.match(/b \|\| R .*\|\|/)?.[0] ?? '').replace(' R K', ' R'),
    ],
    [
      'w - - 0 14',
      'w - - 0 14 7',
      'MAV_BAD_FEN',
      'r1b1nr2/pp1np1bk/2ppP1p1/q4p2/3P1P2/2NQB3/PPP1B1PP/R4RK1 w - - 0 14 7',
    ],
    [
      STATE,
      STATE.replace('R .', '. R'),
      'MAV_WRONG_STATE',
      (EXAMPLE.match(/b \|\| R .*\|\|/)?.[0] ?? '').replace('R .', '. R'),
    ],
    ['e5e6', 'e5e7', 'MAV_PREVIOUS_ACTION', 'e5e7'],
    [
      'b - - 0 13',
      'b - - 4 13',
      'MAV_WRONG_FIELD',
      'r1b1nr2/pp1np1bk/2ppPpp1/q7/3P1P2/2NQB3/PPP1B1PP/R4RK1 b - - 4 13',
    ],
    [
      '/q4p2/',
      '/q5p1/',
      'MAV_WRONG_FINAL_STATE',
      'r1b1nr2/pp1np1bk/2ppP1p1/q5p1/3P1P2/2NQB3/PPP1B1PP/R4RK1 w - - 0 14',
    ],
    ['d7c5', 'd7c4', 'MAV_ILLEGAL_ACTION', 'd7c4'],
    ['d7c5', 'd7b6', 'MAV_DUPLICATE_ACTION', 'd7b6'],
    [' a5f5:<ctrl29>', '', 'MAV_ACTION_COUNT', '[%top_5 d7b6:<ctrl28> f6f5:<ctrl33> d7c5:<ctrl28> f8h8:<ctrl29>]'],
    [
      /top_5/g,
      'top_all',
      'MAV_MISSING_ACTIONS',
      '[%top_all d7b6:<ctrl28> f6f5:<ctrl33> d7c5:<ctrl28> f8h8:<ctrl29> a5f5:<ctrl29>]',
    ],
    [/top_5/, 'top_0', 'MAV_TOP_ZERO', '%top_0', 'MAV_COMMAND_ORDER'],
    ['d7c5:<ctrl28>', 'd7c5:<ctrl65>', 'MAV_BUCKET', '<ctrl65>'],
    ['d7c5:<ctrl28>', 'd7c5:<ctrl0>', 'MAV_BUCKET', '<ctrl0>'],
    ['d7c5:<ctrl28>', 'd7c5', 'MAV_NO_VALUE', 'd7c5'],
    [/\[%top_5.*\]/, '[%top_5 invalid : "1-0"]', 'MAV_NOT_TERMINAL', '[%top_5 invalid : "1-0"]'],
    ['[%best_action f6f5]', '[%best_action f6f4]', 'MAV_BEST_ILLEGAL', 'f6f4'],
    ['[%best_action f6f5]', '[%best_action d7c5]', 'MAV_BEST_NOT_HIGHEST', 'd7c5', 'MAV_WRONG_FINAL_STATE'],
  ]);

  it('measures its best action by legal actions with a bucket alone', () => {
    for (const [from, to, codes] of [
      ['d7c5:<ctrl28>', 'd7c5:<ctrl65>', ['MAV_BUCKET']],
      ['d7c5:<ctrl28>', 'd7c4:<ctrl60>', ['MAV_ILLEGAL_ACTION']],
      ['d7c5:<ctrl28>', 'd7c5:<ctrl60>', ['MAV_BEST_NOT_HIGHEST']],
    ] as const)
      assert.deepEqual(
        check(EXAMPLE.replace(from, to)).map(({ code }) => code),
        codes,
        to,
      );
  });

  it('is repaired by its fixes', () => {
    for (const [from, to] of [
      ['chess>', 'chess'],
      [' </mav>', ''],
      ['%top_5 %best', '%top 5 %best'],
      ['f6f5]', 'f6f5'],
    ]) {
      const text = EXAMPLE.replace(from, to);
      const [fault] = serious(text);
      assert.deepEqual(serious(applyEdits(text, fault.fixes?.[0]?.edits ?? [])), []);
    }
  });

  it('says whose fault it is: what follows from a wrong board is related to that', () => {
    // The knight is forgotten, and the list never moves it.
    const wrong = EXAMPLE.replace('r1b1nr2/pp1np1bk/2ppPpp1/q7', 'r1b1nr2/pp2p1bk/2ppPpp1/q7')
      .replace(/\[%state.*\]\n/, '')
      .replace(' %state', '');
    const illegal = wrong.replace('d7b6', 'c8d7').replace('d7c5', 'a5d8');
    const [state, ...others] = serious(illegal);
    assert.deepEqual([state.code, others], ['MAV_WRONG_STATE', []]);
    assert.deepEqual(
      state.related?.map(({ message }) => message),
      ["c8d7 is not legal here: Black's own knight on d7 is in the way; legal on the printed board"],
    );
  });
});

describe('a line', () => {
  it('goes to its bracket over line ends of any kind, up to an empty line or the next step', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      assert.deepEqual(check(EXAMPLE.replace(' d7c5', `${end}d7c5`).replace('f6f5]', `f6f5${end}]`)), []);
      const cut = EXAMPLE.replace('[%best_action f6f5]\n', `[%best_action f6f5${end}${end}]`);
      assert.ok(serious(cut).some(({ code }) => code === 'MAV_UNCLOSED_LINE'));
    }
  });
});

describe('a terminal state', () => {
  const MATE = `<mav game=chess> %FEN %top_3 </mav>
[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3]
[%top_3 invalid : "0-1"]
`;
  it('is called invalid, with its result', () => assert.deepEqual(check(MATE), []));
  cases(MATE, [
    ['"0-1"', '"1-0"', 'MAV_WRONG_RESULT', '1-0'],
    ['invalid : "0-1"', 'e2e4:<ctrl1>', 'MAV_TERMINAL', '[%top_3 e2e4:<ctrl1>]'],
    [
      'KQkq - 1 3]',
      'KQkq - 1 3',
      'MAV_UNCLOSED_LINE',
      '[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
    ],
  ]);
});

describe('what a state does not say', () => {
  it('is not held against a list: castling and en passant are possible in a state of two fields', () => {
    const text = `<mav game=chess> %state %top_2 </mav>
[%state r3k2r/8/8/3pP3/8/8/8/R3K2R w]
[%top_2 e1g1:<ctrl32> e5d6:<ctrl30>]
`;
    assert.deepEqual(check(text), []);
    assert.deepEqual(
      check(text.replace('e1g1', 'e1e3')).map((d) => d.code),
      ['MAV_ILLEGAL_ACTION'],
    );
    assert.deepEqual(
      check(text.replace('R3K2R w', 'R3K2R w - - 0 1')).map((d) => d.code),
      ['MAV_ILLEGAL_ACTION', 'MAV_ILLEGAL_ACTION'],
    );
  });
});

describe('Connect Four and Hex', () => {
  const cells = '.'.repeat(42).split('').join(' ');
  const FOUR = `<mav game=connect_four> %prev_state %prev_action %state %top_all </mav>
[%prev_state x || ${cells} ||]
[%prev_action x3]
[%state o || ${cells.slice(0, -8)}x . . . ||]
[%top_all o0:<ctrl30> o1:<ctrl30> o2:<ctrl30> o3:<ctrl31> o4:<ctrl30> o5:<ctrl30> o6:<ctrl30>]
`;
  it('are judged by their rules', () =>
    assert.deepEqual(
      check(FOUR).map((d) => d.message),
      [],
    ));
  cases(FOUR, [
    ['%prev_state', '%prev_FEN', 'MAV_FEN_GAME', '%prev_FEN', 'MAV_COMMAND_ORDER'],
    [
      ' o6:<ctrl30>',
      '',
      'MAV_MISSING_ACTIONS',
      '[%top_all o0:<ctrl30> o1:<ctrl30> o2:<ctrl30> o3:<ctrl31> o4:<ctrl30> o5:<ctrl30>]',
    ],
    ['x . . . ||', '. x . . ||', 'MAV_WRONG_STATE', `o || ${cells.slice(0, -8)}. x . . ||`],
  ]);

  it('have a winner that is told', () => {
    const text = `<mav game=hex> %state %top_1 </mav>
[%state o || x o x o ||]
[%top_1 invalid : 1-0]
`;
    assert.deepEqual(check(text), []);
    assert.deepEqual(
      check(text.replace('1-0', '0-1')).map((d) => d.code),
      ['MAV_WRONG_RESULT'],
    );
  });
});

describe('the published trace', () => {
  it('has one fault, in the decision of its root: the slip', () => {
    const found = serious(PUBLISHED_TRACE);
    assert.deepEqual(
      found.map((d) => d.code),
      ['TRACE_DECISION_LIST'],
    );
    assert.match(found[0].message, /g3g5 was never expanded from <root>; g3g6/);
    assert.ok(found[0].range.start > PUBLISHED_TRACE.lastIndexOf('Decision for node: <root>'));
    const repaired = applyEdits(PUBLISHED_TRACE, found[0].fixes?.[0]?.edits ?? []);
    assert.deepEqual(
      check(repaired).map((d) => d.code),
      ['TRACE_CHANGED'],
    );
  });

  cases(TRACE, [
    ['breadth=3', 'breadth=7', 'TRACE_EXPANSION_COUNT', 'breadth=7'],
    [' depth=1', '', 'TRACE_PARAMETER', 'Minimax breadth=3'],
    [
      'breadth=3 depth=1',
      'breadth=5 depth=3',
      'TRACE_SIZE',
      'Minimax breadth=5 depth=3',
      'TRACE_EXPANSION_COUNT',
      'TRACE_DEPTH',
    ],
    ['%prev_state %prev_action %state', '%state', 'TRACE_INPUTS', '<root g3d6>', 'MAV_COMMAND_ORDER'],
    ['[%prev_action g3g6]', '[%prev_action g3g5]', 'TRACE_NODE', 'g3g5'],
    [/prev_state 2r3k1\/p3p3/, 'prev_state 2r3k1/p7', 'TRACE_NODE', '2r3k1/p7/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b'],
    ['Evaluation for node: <root c2e2>', 'Evaluation for node: <root g3g6>', 'TRACE_NODE', '<root g3g6>'],
    [
      ' <root c2e2>',
      '',
      'TRACE_NOT_EVALUATED',
      TRACE.slice(
        TRACE.indexOf('Evaluation for node: <root c2e2>'),
        TRACE.indexOf('Decision for node: <root c2e2>') - 1,
      ),
    ],
    [
      '<ctrl33> . . . c2e2',
      '<ctrl33> g3g5:<ctrl34> c2e2',
      'TRACE_EXPANSION_CHOICE',
      'Expand from node <root>: <root g3d6> <root g3g6> <root c2e2>',
    ],
    ['depth=1', 'depth=2', 'TRACE_DEPTH', 'depth=2'],
    ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: d5d6 : "<ctrl31>"', 'TRACE_LEAF_DECISION', '<ctrl31>'],
    ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: d5b3 : "<ctrl23>"', 'TRACE_LEAF_CHOICE', 'd5b3 : "<ctrl23>"'],
    [
      'g3d6 : "<ctrl33>"\n',
      '',
      'TRACE_DECISION_LIST',
      'Decision for node: <root>\ng3g6 : "<ctrl43>"\nc2e2: "<ctrl33>"\nSelecting g3g6 : "<ctrl43>"',
    ],
    ['g3d6 : "<ctrl33>"', 'g3d6 : "<ctrl32>"', 'TRACE_DECISION_VALUE', '<ctrl32>'],
    ['Selecting g3g6 : "<ctrl43>"', 'Selecting g3d6 : "<ctrl33>"', 'TRACE_SELECTION', 'g3d6 : "<ctrl33>"'],
    ['Playing g3g6!', 'Playing g3d6!', 'TRACE_PLAYING', 'g3d6'],
    [/Decision for node: <root c2e2>\nSelecting: .*\n/, '', 'TRACE_UNDECIDED', '<root c2e2>'],
    ['Playing g3g6!', 'Playing g3g6!\nand more', 'MAV_TEXT_AROUND', 'and more'],
  ]);

  it('notes that the search changed the choice', () => {
    assert.deepEqual(
      check(TRACE).map((d) => [d.code, d.severity]),
      [['TRACE_CHANGED', 'info']],
    );
  });

  it('is read as far as it goes', () => {
    for (let end = 0; end < TRACE.length; end += 7) {
      const text = TRACE.slice(0, end);
      assert.equal(
        readMav(text).reduce((sum, { section }) => sum + section.length, 0),
        text.length,
      );
      for (const { range } of check(text)) assert.ok(range.start >= 0 && range.start <= range.end && range.end <= end);
    }
  });
});

describe('a MAV file', () => {
  it('is known by its first line', () => {
    for (const line of ['<mav game=chess> %state', 'Minimax breadth=3 depth=1', '# a comment', '  <MAV game=hex>'])
      assert.equal(looksLikeMav(line), !line.startsWith('#'), line);
  });

  it('is a sequence of sections that tile it, each read by itself', () => {
    const text = `# first\n${EXAMPLE}\n${PUBLISHED_TRACE}\n# last\n${EXAMPLE}`;
    const sections = readMav(text);
    assert.deepEqual(
      sections.map(({ section }) => section.item?.kind),
      ['example', 'trace', 'example'],
    );
    for (const { offset, section } of sections) {
      const [alone] = readMav(text.slice(offset, offset + section.length));
      assert.equal(alone.section.length, section.length);
    }
  });

  it('of any kind is read and checked', () => {
    const pieces = [
      '<mav game=chess>',
      '%state',
      '%top_2',
      '%FEN',
      '</mav>',
      '[',
      ']',
      '[%state w ||',
      '[%top_1 e2e4:<ctrl3>',
      'invalid : "1-0"',
      'Minimax breadth=2 depth=1',
      'Evaluation for node: <root>',
      'Expand from node <root>:',
      '<root e2e4>',
      'Decision for node: <root>',
      'Selecting',
      'Playing',
      '...',
      '…',
      '# x',
      '\n',
      '"',
      ':',
      '<',
      '>',
      '%',
      'e2e4',
      '<ctrl64>',
      '8/8/8/8/8/8/8/K1k5 w - - 0 1',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(' ', '\n', '')), { maxLength: 40 }),
        (parts) => {
          const text = parts.flat().join('');
          let at = 0;
          for (const { offset, section } of readMav(text)) {
            assert.equal(offset, at);
            assert.ok(section.length > 0);
            at += section.length;
          }
          assert.equal(at, text.length);
          for (const { range, related = [] } of check(text))
            for (const { start, end } of [range, ...related.map((r) => r.range)])
              assert.ok(start >= 0 && start <= end && end <= text.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
