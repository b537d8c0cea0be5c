import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeMav } from '../../../src/core/mav/features/completion.ts';
import { mavGame } from '../../../src/core/mav/games.ts';
import { looksLikeMav } from '../../../src/core/mav/lexer.ts';
import { lastMavStart, readMav } from '../../../src/core/mav/read-mav.ts';
import { tallyAnswers } from '../../../src/core/mav/stats/judge-answers.ts';
import { type MavDialect, PUBLISHED_DIALECT, parseDialect } from '../../../src/core/mav/syntax.ts';
import { flipBucket, toBucket } from '../../../src/core/mav/values.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { printExample } from '../../../src/core/mav/write/example-draft.ts';
import { DEFAULT_SETTINGS, readSettings } from '../../../src/protocol/settings.ts';
import { findings } from './mav-law.ts';

const dialect = (words: string): MavDialect => {
  const found = parseDialect(words);
  assert.ok(found.ok, words);
  return found.value;
};
const codes = (text: string, words = ''): string[] =>
  findings(text, dialect(words)).flatMap((found) => found.map(({ code }) => code));
const messages = (text: string, words = ''): string[] =>
  findings(text, dialect(words)).flatMap((found) => found.map(({ message }) => message));

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

describe('the words of a dialect', () => {
  it('change what they name and leave the rest', () => {
    assert.deepEqual(dialect(''), PUBLISHED_DIALECT);
    assert.deepEqual(dialect('base0, VAL round'), { ...PUBLISHED_DIALECT, base: 0, token: 'val', rounding: 'round' });
    const both = parseDialect('digit1', dialect('base0'));
    assert.deepEqual(both.ok && both.value, { ...PUBLISHED_DIALECT, base: 0, discs: 'digit1' });
  });

  it('are refused by name where they are none', () => {
    const found = parseDialect('base0,base2');
    assert.match(found.ok ? '' : found.error, /^unknown dialect word base2; expected one of base1, base0, /);
  });
});

describe('the settings of a dialect', () => {
  it('are read one by one, nested or with dots', () => {
    const { mavDialect } = readSettings({
      mav: { dialect: 'base0', values: 'val', connectFour: 'digit1', header: 'nonsense' },
      'mav.strictMeta': true,
    });
    assert.deepEqual(mavDialect, { ...PUBLISHED_DIALECT, base: 0, token: 'val', discs: 'digit1', strictMeta: true });
  });

  it('are the same value when they are equal', () => {
    assert.deepEqual(
      readSettings({ mav: { values: 'val' } }).mavDialect,
      readSettings({ 'mav.values': 'val' }).mavDialect,
    );
    assert.deepEqual(readSettings(undefined).mavDialect, DEFAULT_SETTINGS.mavDialect);
  });
});

describe('values', () => {
  it('are read in both forms, whatever is written', () => {
    const text = `<mav game=chess> %FEN %top_2 </mav>\n[%FEN ${START}]\n[%top_2 e2e4:<val_33> d2d4:<ctrl64>]\n`;
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text, 'base0'), ['MAV_BUCKET']);
  });

  it('are 63 - b from the other side where they count from 0, and round(63 p) where that is asked for', () => {
    const zero = dialect('base0,round');
    for (let b = 0; b < 64; b++) assert.equal(flipBucket(b, zero), 63 - b);
    assert.deepEqual(
      [0, 0.25, 0.5, 0.75, 1].map((p) => toBucket(p, zero)),
      [0, 16, 32, 47, 63],
    );
  });

  it('are offered in the form that is written', () => {
    const text = `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${START}]\n[%top_1 e2e4:`;
    const offered = completeMav(mavView(text), text.length, dialect('val,base0'));
    assert.deepEqual([offered.length, offered[0].text, offered[63].text], [64, '<val_0>', '<val_63>']);
  });
});

describe('headers as a token', () => {
  const text = `<|chess|> %FEN %top_1 %best_action\n[%FEN ${START}]\n[%top_1 e2e4:<ctrl33>]\n[%best_action e2e4]\n`;
  it('start an example, closed or not', () => {
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text.replace('\n', ' </mav>\n')), []);
    assert.deepEqual(codes(text.replace('%top_1 %best', '%best')), ['MAV_COMMAND_ORDER']);
    assert.deepEqual(codes(text.replace('chess', 'checkers')), ['MAV_UNKNOWN_GAME']);
    assert.ok(looksLikeMav(text));
  });

  it('are no headers where nothing says so', () => {
    const [only, ...others] = readMav('<|im_start|>assistant\n');
    assert.equal(only.section.item, undefined);
    assert.deepEqual(others, []);
    assert.ok(!looksLikeMav('<|endoftext|>'));
  });

  it('divide a text, and it is cut there', () => {
    const two = text + text.replace('chess', 'chess960');
    assert.deepEqual(
      readMav(two).map(({ offset }) => offset),
      [0, text.length],
    );
    assert.equal(lastMavStart(two), text.length);
    const trace = `Minimax breadth=2 depth=1\nEvaluation for node: <root>\n${text}Decision for node: <root>\nSelecting: e2e4 : "<ctrl33>"\nPlaying e2e4!\n`;
    assert.equal(readMav(trace).length, 1);
    assert.equal(lastMavStart(trace + text), trace.length);
  });

  it('are written where the dialect has them', () => {
    const draft = {
      game: 'chess',
      inputs: 1,
      lines: [
        { command: 'FEN', state: START },
        { command: 'top', k: 1, list: [{ action: 'e2e4', bucket: 33 }] },
        { command: 'best_action', action: 'e2e4' },
      ],
    } as const;
    assert.equal(printExample(draft, dialect('header')), text);
  });
});

describe('actions of Connect Four', () => {
  const cells = '. '.repeat(42).trim();
  const after = `${cells.slice(0, -8)}x . . .`;
  const example = (
    action: string,
    replies: readonly string[],
    best: string,
  ) => `<mav game=connect_four> %prev_state %prev_action %state %top_all %best_action %state </mav>
[%prev_state x || ${cells} ||]
[%prev_action ${action}]
[%state o || ${after} ||]
[%top_all ${replies.map((name) => `${name}:<ctrl30>`).join(' ')}]
[%best_action ${best}]
[%state x || ${cells.slice(0, -8)}x o . . ||]
`;
  const PLAYER = ['o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6'];
  const ZERO = ['0', '1', '2', '3', '4', '5', '6'];
  const ONE = ['1', '2', '3', '4', '5', '6', '7'];

  it('name player and column from 0 on in every dialect', () => {
    for (const words of ['', 'digit0', 'digit1']) assert.deepEqual(codes(example('x3', PLAYER, 'o4'), words), []);
    assert.deepEqual(codes(example('x3', PLAYER, 'x4')).slice(0, 1), ['MAV_BEST_ILLEGAL']);
  });

  it('are a column alone, from 0 on unless the dialect says 1', () => {
    for (const words of ['', 'digit0']) assert.deepEqual(codes(example('3', ZERO, '4'), words), []);
    assert.deepEqual(codes(example('4', ONE, '5'), 'digit1'), []);
    assert.ok(codes(example('4', ONE, '5')).includes('MAV_ILLEGAL_ACTION'));
    assert.ok(codes(example('3', ZERO, '4'), 'digit1').includes('MAV_ILLEGAL_ACTION'));
  });

  it('are named, offered and written as the dialect has them', () => {
    assert.deepEqual(
      messages(example('4', ONE.slice(1), '5'), 'digit1').map((text) => text.replace(/\(.*/, '')),
      ['1 legal action is missing: 1 '],
    );
    const text = example('4', ONE, '').replace(/\]\n\[%state x[^]*/, '');
    const view = mavView(text, undefined, dialect('digit1'));
    assert.deepEqual(
      completeMav(view, text.length, dialect('digit1')).map((one) => one.text),
      ONE,
    );
    assert.equal(mavGame('connect_four', dialect('digit1'))?.spell('x6'), '7');
    assert.equal(mavGame('connect_four', dialect('digit0'))?.spell('o6'), '6');
  });

  it('are told apart in a trace by whose turn it is', () => {
    const dropped = (column: number) =>
      Array.from({ length: 42 }, (_, cell) => (cell === 35 + column ? 'x' : '.')).join(' ');
    const node = (column: number) => `Evaluation for node: <root ${column}>
<mav game=connect_four> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || ${cells} ||]
[%prev_action ${column}]
[%state o || ${dropped(column)} ||]
[%top_1 0:<ctrl30>]
[%best_action 0]
Decision for node: <root ${column}>
Selecting: 0 : "<ctrl30>"
`;
    const trace = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=connect_four> %state %top_2 %best_action </mav>
[%state x || ${cells} ||]
[%top_2 2:<ctrl33> 3:<ctrl35>]
[%best_action 3]
Expand from node <root>: <root 2> <root 3>
${node(2)}${node(3)}Decision for node: <root>
2 : "<ctrl35>"
3 : "<ctrl35>"
Selecting: 3 : "<ctrl35>"
Playing 3!
`;
    assert.deepEqual(messages(trace, 'digit0'), []);
    assert.deepEqual(codes(trace.replace('<root 3>\nEval', '<root 3> <root x4>\nEval')), [
      'TRACE_EXPANSION_COUNT',
      'TRACE_NOT_EVALUATED',
      'TRACE_DECISION_LIST',
    ]);
    assert.deepEqual(codes(trace.replaceAll('[%prev_action 3]', '[%prev_action x3]')), []);
  });
});

describe('what a state may write in two ways', () => {
  const after = (game: string, before: string, action: string, state: string): string =>
    `<mav game=${game}> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${before}]\n[%prev_action ${action}]\n[%FEN ${state}]\n`;
  const E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq';
  const CASTLED = 'r3k2r/8/8/8/8/8/8/R4RK1 b';

  it('is the square behind a double step, with or without a pawn that can capture there', () => {
    for (const square of ['-', 'e3']) {
      const text = after('chess', START, 'e2e4', `${E4} ${square} 0 1`);
      assert.deepEqual(codes(text), []);
      assert.deepEqual(tallyAnswers(text, PUBLISHED_DIALECT)['chess']?.tally.updated, { right: 1, n: 1 });
    }
    assert.deepEqual(codes(after('chess', START, 'e2e4', `${E4} d3 0 1`)), ['MAV_WRONG_FIELD']);
    const answered = 'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq';
    assert.deepEqual(codes(after('chess', `${E4} e3 0 1`, 'd7d6', `${answered} - 0 2`)), []);
    assert.deepEqual(codes(after('chess', `${E4} e3 0 1`, 'd7d6', `${answered} e3 0 2`)), ['MAV_WRONG_FIELD']);
  });

  it('is the same right to castle by its rook or its side, in any order', () => {
    const before = 'r3k2r/8/8/8/8/8/8/R3K2R w';
    assert.deepEqual(codes(after('chess960', `${before} HAha - 0 1`, 'e1h1', `${CASTLED} ha - 1 1`)), []);
    assert.deepEqual(codes(after('chess960', `${before} KQkq - 0 1`, 'e1h1', `${CASTLED} ha - 1 1`)), []);
    assert.deepEqual(codes(after('chess', `${before} QKqk - 0 1`, 'e1g1', `${CASTLED} qk - 1 1`)), []);
    assert.deepEqual(codes(after('chess960', `${before} HAha - 0 1`, 'e1h1', `${CASTLED} h - 1 1`)), [
      'MAV_WRONG_FIELD',
    ]);
  });
});

describe('a position that is drawn by a rule which legal moves do not show', () => {
  const over = (fen: string, result: string): string[] =>
    codes(`<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${fen}]\n[%top_1 invalid : "${result}"]\n`);

  it('may be called a draw, and nothing else', () => {
    for (const fen of [
      '7k/8/8/8/8/8/8/K7 w - - 0 1',
      '7k/8/8/8/8/8/8/KN6 b - - 3 70',
      'r6k/8/8/8/8/8/8/KR6 w - - 100 90',
    ]) {
      assert.deepEqual(over(fen, '1/2-1/2'), []);
      assert.deepEqual(over(fen, '1-0'), ['MAV_NOT_TERMINAL']);
    }
    assert.deepEqual(over('r6k/8/8/8/8/8/8/KR6 w - - 99 90', '1/2-1/2'), ['MAV_NOT_TERMINAL']);
  });
});

describe('the digits behind a native state', () => {
  const chess = mavGame('chess');
  const native = (fen: string): string => {
    const parsed = chess?.automaton.parse(fen);
    return parsed?.ok === true ? (chess?.write(parsed.value, 'native') ?? '') : '';
  };
  const example = (state: string) =>
    `<mav game=chess> %prev_FEN %prev_action %state </mav>\n[%prev_FEN ${START}]\n[%prev_action e2e4]\n[%state ${state}]\n`;
  const right = native(AFTER);

  it('are all compared where they are strict or name rights in the form of this project, else the last three alone', () => {
    assert.match(right, /\|11110000001\|\|$/);
    for (const words of ['', 'strict-meta']) assert.deepEqual(codes(example(right), words), []);
    const wrong = right.replace('|1111', '|0111');
    for (const words of ['', 'strict-meta'])
      assert.deepEqual(messages(example(wrong), words), [
        'after e2e4: castling rights Qkq, true KQkq (the format of the digits is assumed)',
      ]);
    assert.deepEqual(codes(example(right.replace('001||', '002||'))), ['MAV_WRONG_FIELD']);
    assert.deepEqual(codes(example(right.replace('0000001||', '0007001||')), 'strict-meta'), ['MAV_WRONG_FIELD']);
    assert.deepEqual(codes(example(right.replace('|11110000', '|11119900')), 'strict-meta'), ['MAV_WRONG_FIELD']);
    assert.deepEqual(codes(example(right.replace('|11110000', '|11119900'))), []);
  });

  it('say what is legal where they are strict', () => {
    const text = `<mav game=chess> %state %top_1 </mav>\n[%state ${native('r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1')}]\n[%top_1 e1g1:<ctrl32>]\n`;
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text, 'strict-meta'), ['MAV_ILLEGAL_ACTION']);
  });

  it('disagree with a FEN beside them as a warning', () => {
    const text = `<mav game=chess> %FEN %state </mav>\n[%FEN ${AFTER}]\n[%state ${right.replace('|1111', '|1011')}]\n`;
    const found = findings(text, dialect('strict-meta')).flat();
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [['MAV_STATES_DIFFER', 'warning']],
    );
  });
});
