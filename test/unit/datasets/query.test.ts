import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { compileQuery } from '../../../src/core/datasets/query/compile.ts';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';
import { faultLines } from '../../../src/core/datasets/query/syntax.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';

const factsOf = (pgn: string): GameFacts => new GameFacts(pgn, readChunk(pgn, 0), 0);

/** A game with tags and moves. */
const game = (tags: Readonly<Record<string, string>>, moves = '*'): GameFacts =>
  factsOf(
    `${Object.entries(tags)
      .map(([name, value]) => `[${name} "${value}"]\n`)
      .join('')}\n${moves}\n`,
  );

const test = (expression: string) => {
  const query = parseQuery(expression);
  assert.ok(query.ok, query.ok ? '' : `${expression}: ${query.error.message}`);
  return compileQuery(query.value);
};

const fits = (expression: string, one: GameFacts): boolean => test(expression).test(one);

/** Which of the expressions are true of a game. */
const chosen = (one: GameFacts, expressions: readonly string[]): string[] =>
  expressions.filter((expression) => fits(expression, one));

/** The fault of an expression, with carets below its place. */
const faultOf = (expression: string): string => {
  const query = parseQuery(expression);
  assert.ok(!query.ok, `${expression} is an expression`);
  return [query.error.message, ...faultLines(expression, query.error)].join('\n');
};

const TRUE = (one: GameFacts, ...expressions: string[]) => assert.deepEqual(chosen(one, expressions), expressions);
const FALSE = (one: GameFacts, ...expressions: string[]) => assert.deepEqual(chosen(one, expressions), []);

describe('tags in expressions', () => {
  const one = game({
    Event: 'Rated Blitz game',
    Date: '2019.05.??',
    White: 'Carlsen, Magnus',
    Black: 'So, W',
    Result: '1/2-1/2',
    WhiteElo: '2850',
    BlackElo: '1900',
    ECO: 'B90',
    Round: '3',
    TimeControl: '180+2',
    Annotator: 'x "y" z',
  });

  it('are compared with each other', () => {
    TRUE(one, 'white.elo > black.elo', 'elo.mean >= black.elo', 'result != tag.White', 'White != tag.Black');
    FALSE(one, 'white.elo < black.elo', 'white.elo = elo.min', 'White = tag.Black', 'elo.gap >= black.elo');
    FALSE(game({ WhiteElo: '2000' }), 'white.elo > black.elo', 'white.elo != black.elo');
    TRUE(game({ White: 'So, W', Black: 'SO, W' }), 'White = tag.Black');
    // a text may be any word: without its prefix a name is one
    TRUE(game({ White: 'Black', Black: 'x' }), 'White = Black');
    FALSE(game({ White: 'Black', Black: 'x' }), 'White = tag.Black', 'White = "tag.Black"');
    const mated = game({ Result: '1-0', PlyCount: '4' }, '1. f3 e5 2. g4 Qh4#');
    TRUE(mated, 'result != board.result', 'plies = PlyCount', 'elo < plies or plies <= PlyCount');
    assert.match(faultOf('elo < result'), /expected a number for elo/);
  });

  it('ratings are of both sides, of either, the mean or one', () => {
    TRUE(one, 'elo >= 1900', 'elo in 1900..2850', 'elo.either > 2800', 'elo.mean = 2375', 'elo.max = 2850');
    TRUE(one, 'white.elo = 2850', 'WHITEELO > 2000', 'elo.min < 1901', 'elo.gap = 950', 'elo', 'elo in 1900..');
    FALSE(one, 'elo >= 1901', 'elo < 2000', 'black.elo > 1900', 'elo in (1900, 1901)', 'elo != 1900 and elo = 3');
    FALSE(game({ WhiteElo: '2000' }), 'elo >= 1000', 'elo', 'elo.mean > 0', 'elo != 3');
    TRUE(game({ WhiteElo: '1500?', BlackElo: '1500' }), 'elo = 1500');
  });

  it('texts are equal whatever their letter case, contain parts and match regular expressions', () => {
    TRUE(one, 'white = "carlsen, magnus"', 'White contains CARLSEN', 'player ~ /^So/', 'player contains magnus');
    TRUE(one, 'event ~ /blitz|bullet/i', 'Annotator = \'x "y" z\'', 'eco in B20..B99', 'eco in (A00, B90)');
    FALSE(one, 'white = carlsen', 'event ~ /bullet/', 'eco in C00..C99', 'player != "so, w"');
  });

  it('regular expressions that can take forever are refused, and others are not', () => {
    const longest = `${'a'.repeat(40)}!`;
    for (const bad of [
      '(a+)+$',
      '(a|a)*$',
      '(a|ab)*$',
      '(?:a?){30}$',
      '((a*)b?)*$',
      '(\\w|\\d){2,}!$',
      '([a-z]+)*$',
      '(?<x>a*)+$',
    ])
      assert.match(faultOf(`white ~ /${bad}/`), /can take forever/, bad);
    for (const good of [
      '^a+b?c*$',
      '(blitz|rapid)+',
      '(?:Rated )?(blitz|bullet)',
      '(\\d{2}\\.)+',
      '[(+*]+',
      '\\(a+\\)+',
      '(a|b){1,3}',
      'a{2,}',
      '(.*)!',
    ]) {
      const started = performance.now();
      fits(`white ~ /${good}/`, game({ White: longest }));
      assert.ok(performance.now() - started < 500, good);
    }
  });

  it('ratings of 0 are unknown, and time controls have the seconds of their first period', () => {
    for (const none of ['0', '?', '-', '0000']) {
      const one = game({ WhiteElo: none, BlackElo: '900' });
      FALSE(one, 'elo < 1000', 'elo', 'elo.mean < 1000', 'white.elo', 'WhiteElo < 1000', 'elo.min < 900');
      TRUE(one, 'black.elo = 900', 'elo.either < 1000');
    }
    TRUE(game({ TimeControl: '40/7200:3600' }), 'timecontrol.base = 7200', 'timecontrol.increment = 0');
    TRUE(game({ TimeControl: '40/5400+30:1800+10' }), 'timecontrol.base = 5400', 'timecontrol.increment = 30');
    FALSE(game({ TimeControl: '*60' }), 'timecontrol.base');
  });

  it('dates may be partly unknown', () => {
    TRUE(one, 'date = 2019', 'date = 2019.05', 'date < 2020', 'date >= 2019-05', 'date in 2018..2019');
    FALSE(one, 'date = 2019.05.03', 'date > 2019', 'date > 2019.05.03', 'date < 2019.05.03', 'date in 2020..');
  });

  it('results, time controls and any other tag', () => {
    TRUE(one, 'result = 1/2-1/2', 'result != 1-0', 'timecontrol = 180+2', 'timecontrol.base < 300', 'Round = 3');
    TRUE(one, 'timecontrol.increment = 2', 'round > 2.5', 'tag.Round in 1..3');
    FALSE(one, 'result = *', 'round > 3', 'Round = 03.1');
    TRUE(game({}, '1. e4 1-0'), 'result = 1-0');
  });

  it('a tag that is absent or unknown fits no comparison, not even that with !=', () => {
    FALSE(one, 'Curator', 'Curator = x', 'Curator != x', 'Curator < 3', 'tag.curator', 'Curator ~ /./');
    TRUE(one, 'not Curator', 'not Curator = x');
    FALSE(
      game({ Event: '?', Date: '????.??.??', TimeControl: '-' }),
      'event',
      'event != x',
      'date > 1900',
      'timecontrol',
    );
    assert.deepEqual(test('Curator = x or elo > 3 or tag.elo').tags, ['Curator', 'elo']);
  });

  it('a variant is what is not played by the rules of standard chess', () => {
    TRUE(game({ Variant: 'Chess960' }), 'variant', 'variant = chess960');
    FALSE(game({ Variant: 'Standard' }), 'variant');
    TRUE(game({ Variant: 'From Position' }), 'not variant');
  });
});

describe('moves and annotations in expressions', () => {
  const one = game(
    { Result: '1-0' },
    '1. e4 $1 {[%clk 0:03:00] [%eval 0.3]} e5 (1... c5 2. Nf3) 2. Nf3! {[%pfen m 8/8/8/8/8/8/8/8 w - - 0 1]} *',
  );

  it('are counted', () => {
    TRUE(one, 'plies = 3', 'comments = 2', 'variations = 1', 'nags = 2', 'clocks = 1', 'evals', 'predictions');
    FALSE(game({}, '1. e4 *'), 'comments', 'variations', 'nags', 'clocks', 'evals', 'predictions', 'plies > 1');
  });

  it('need no positions, and tags no moves', () => {
    assert.equal(test('elo > 3 and not white = x').need, 'tags');
    assert.equal(test('elo > 3 or clocks').need, 'moves');
    assert.equal(test('mate and plies > 3').need, 'positions');
    const asked = game({ WhiteElo: '1' }, '1. e4 *');
    FALSE(asked, 'mate and elo > 3', 'position "8/8/8/8/8/8/8/8" and plies > 3');
    TRUE(asked, 'legal or plies = 1');
    assert.equal(asked.isReplayed, false);
  });
});

describe('what was played, in expressions', () => {
  const FOOL = '1. f3 e5 2. g4 Qh4# 0-1';
  const CASTLED = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bc5 6. d4 Bxd4 7. Qxd4 Qxd4 8. Nxd4 *';
  const PASSANT = '1. e4 a6 2. e5 d5 3. exd6 *';

  it('is counted on the board', () => {
    TRUE(game({}, FOOL), 'mate', 'checks = 1', 'board.result = 0-1', 'legal', 'not castling', 'captures = 0');
    TRUE(game({}, CASTLED), 'castling = 1', 'captures = 6', 'not mate', 'not check', 'not enpassant');
    TRUE(game({}, PASSANT), 'enpassant', 'captures = 1', 'en-passant = 1');
    TRUE(game({ FEN: '8/P7/8/8/8/8/8/k1K5 w - - 0 1', SetUp: '1' }, '1. a8=Q+ *'), 'promotion', 'checks = 1');
  });

  it('tells a result that contradicts the board', () => {
    TRUE(game({ Result: '1-0' }, FOOL.replace('0-1', '1-0')), 'result.wrong');
    FALSE(game({}, FOOL), 'result.wrong');
    TRUE(game({ FEN: '7k/5Q2/8/8/8/8/8/K7 b - - 0 1' }, '1-0'), 'stalemate', 'result.wrong', 'board.result = 1/2-1/2');
    FALSE(game({}, '1. e4 e5 1-0'), 'result.wrong', 'board.result');
  });

  it('ends at a move that cannot be played', () => {
    FALSE(game({}, '1. e4 e4 2. Bxa6 *'), 'legal', 'captures');
    FALSE(game({ Variant: 'Bughouse' }, CASTLED), 'castling', 'captures = 0', 'legal', 'position "*/*/*/*/*/*/*/*"');
  });

  it('names the opening by the board where no tag does', () => {
    TRUE(game({}, '1. e4 c5 2. Nf3 *'), 'eco in B20..B99', 'opening contains sicilian');
    TRUE(game({ ECO: 'A00' }, '1. e4 c5 *'), 'eco = A00', 'opening ~ /^Sicilian/');
  });

  it('finds positions by pattern', () => {
    const one = game({}, CASTLED);
    TRUE(one, 'position "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w"');
    TRUE(one, 'position "*/*/*/*/*/*/*/*RK?"', 'position "????????/*/!*/*/*/*/*/*"');
    TRUE(one, 'position "*/*/a1*/*/*/*/*/*"', 'position "*/*/*/*/*3/*/A*/* b"');
    FALSE(one, 'position "*/*/*/*/*/*/*/7K"', 'position "8/*/*/*/*/*/*/*"');
    FALSE(one, 'position "*/*/A*/*/*/*/*/*"', 'position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b"');
  });

  it('finds material, on named sides or on either', () => {
    const one = game({ FEN: '4k3/8/8/8/8/8/PP6/Q3K2r w - - 0 1' });
    TRUE(one, 'material "QPP v r"', 'material "KQP+ v kr"', 'material "R v QP*"', 'material "r v QPP"');
    FALSE(one, 'material "QP v r"', 'material "R v qpp"', 'material "QPP v rr"', 'material "QPP v "');
    TRUE(game({ FEN: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' }), 'material "R v"', 'material "v R"', 'material "v R*"');
  });

  it('finds lines by their position, in whatever order they were played', () => {
    TRUE(game({}, '1. Nf3 Nc6 2. e4 e5 *'), 'line "1. e4 e5 2. Nf3 Nc6"', 'line "Nf3"');
    FALSE(game({}, '1. Nf3 Nc6 2. e4 e5 *'), 'line "1. d4"', 'line "1. e4 e5"');
  });
});

describe('joined tests', () => {
  const one = game({ WhiteElo: '1', BlackElo: '1' });

  it('bind and before or, not before both', () => {
    TRUE(one, 'elo = 1 or elo = 2 and elo = 3', 'not elo = 2 and elo = 1', 'not (elo = 2 or elo = 3)');
    FALSE(one, '(elo = 1 or elo = 2) and elo = 3', 'not elo = 1 or elo = 2', 'NOT NOT elo = 2');
    TRUE(one, 'elo = 1 AND Elo < 2', 'not not elo');
  });
});

describe('malformed expressions', () => {
  it('have the place of the fault and what is probably meant', () => {
    assert.equal(
      faultOf('plies > 3 and ello >= 1900'),
      'unknown field ello; did you mean elo?\nplies > 3 and ello >= 1900\n              ^^^^',
    );
    assert.equal(faultOf('elo => 3'), 'unknown sign =>; did you mean >=?\nelo => 3\n    ^^');
    assert.equal(faultOf('elo >= abc'), 'expected a number for elo\nelo >= abc\n       ^^^');
    assert.equal(faultOf('(elo > 3'), 'this parenthesis is not closed\n(elo > 3\n^');
    assert.equal(faultOf('line "e4 e5 Nf4"'), 'Nf4 is not legal there\nline "e4 e5 Nf4"\n            ^^^');
  });

  const FAULTS: Readonly<Record<string, RegExp>> = {
    '': /expected a field at the end/,
    'elo >=': /expected a value for elo/,
    'elo 1900': /expected a comparison after elo/,
    'elo >= 1900 adn plies > 3': /did you mean and\?/,
    'elo && plies': /did you mean and\?/,
    'elo or': /expected a field at the end/,
    'or elo': /expected a field such as/,
    '!mate': /did you mean not\?/,
    'mate = 1': /write mate or not mate/,
    'elo = 1900..2000': /a range needs in/,
    'elo in ..': /a value before or after/,
    'elo in (1, 2': /expected , or \)/,
    'elo in 2200..1900': /no value is in 2200\.\.1900; did you mean 1900\.\.2200\?/,
    'date > soon': /a date such as/,
    'result = 2-0': /expected a result/,
    'white ~ carlsen': /a regular expression such as/,
    'white ~ /(/': /invalid regular expression/,
    'white ~ /(a+)+$/': /a repeated group in which a part varies can take forever/,
    'white ~ /.*a.*b.*c.*d.*e.*/': /more than 5 repetitions/,
    'white ~ /a/g': /flags/,
    'white ~ /a': /no closing/,
    'white = "a': /not closed/,
    'elo contains 3': /contains compares texts/,
    'elo ~ /3/': /compares texts/,
    'elo > 3)': /closes nothing/,
    'curator = x': /a tag of that name is tag\.curator/,
    'position 3': /a text in quotation marks/,
    'position "8/8"': /2 ranks instead of 8/,
    'position "9/8/8/8/8/8/8/8"': /rank 8/,
    'position "x7/8/8/8/8/8/8/8"': /x is no piece/,
    'position "8/8/8/8/8/8/8/8 w - - 0 1"': /at most the side to move/,
    'material "QR"': /with v between/,
    'material "Qr v q"': /not both/,
    'material "X v q"': /no piece/,
    'line ""': /no move/,
    'line "e9"': /no move in SAN/,
  };

  for (const [expression, message] of Object.entries(FAULTS))
    it(`${expression === '' ? 'nothing' : expression} is refused`, () => assert.match(faultOf(expression), message));

  it('of hostile length or depth are refused at once', () => {
    assert.match(faultOf('('.repeat(9999)), /nested more than 100 deep/);
    assert.match(faultOf(`${'not '.repeat(2000)}elo`), /nested/);
    assert.match(faultOf('x'.repeat(10_001)), /longer than/);
  });
});
