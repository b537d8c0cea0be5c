import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Lines } from '../../../src/engine/engine-program.ts';
import { parseBestMove, parseInfo, parseName, parseOption, parseRefusal } from '../../../src/engine/uci-lines.ts';

describe('lines of an engine', () => {
  it('give the value of a variation', () => {
    const line =
      'info depth 12 seldepth 17 multipv 3 score cp -31 upperbound wdl 120 500 380 nodes 1234 nps 5 hashfull 0 time 7 pv e7e8q f7e8';
    assert.deepEqual(parseInfo(line), {
      depth: 12,
      multipv: 3,
      score: { kind: 'cp', centipawns: -31 },
      bound: 'upper',
      wdl: [120, 500, 380],
      move: 'e7e8q',
    });
    assert.deepEqual(parseInfo('info depth 3 score mate -2 pv a1a2'), {
      depth: 3,
      multipv: 1,
      score: { kind: 'mate', moves: -2 },
      bound: 'exact',
      wdl: undefined,
      move: 'a1a2',
    });
  });

  it('without one say nothing', () => {
    for (const line of [
      'info depth 12 currmove e2e4 currmovenumber 1',
      'info string depth 3 score cp 3 pv e2e4',
      'info depth 3 score cp 3',
      'info depth 3 score cp 3 pv',
      'info depth three score cp 3 pv e2e4',
      'info depth 3 score cp 1e3 pv e2e4',
      'information depth 3 score cp 3 pv e2e4',
      'bestmove e2e4',
    ])
      assert.equal(parseInfo(line), undefined, line);
  });

  it('name the engine, its options, its choice and its refusal', () => {
    assert.equal(parseName('id name Stockfish 19 Lite WASM '), 'Stockfish 19 Lite WASM');
    assert.equal(parseName('id author somebody'), undefined);
    assert.deepEqual(parseOption('option name Skill Level type spin default 20 min -9 max 20'), {
      name: 'Skill Level',
      type: 'spin',
      min: -9,
      max: 20,
    });
    assert.deepEqual(parseOption('option name UCI_Chess960 type check default false'), {
      name: 'UCI_Chess960',
      type: 'check',
      min: undefined,
      max: undefined,
    });
    assert.equal(parseBestMove('bestmove e2e4 ponder e7e5'), 'e2e4');
    assert.equal(parseBestMove('bestmove (none)'), '(none)');
    assert.equal(parseBestMove('bestmove'), undefined);
    assert.equal(parseRefusal('info string CRITICAL ERROR: x failed. Reason: No king.'), 'No king.');
    assert.equal(parseRefusal('info string NNUE evaluation using x'), undefined);
  });

  it('may be any text', () => {
    const words = fc.constantFrom(
      'info',
      'depth',
      'score',
      'cp',
      'mate',
      'pv',
      'wdl',
      'option',
      'name',
      'type',
      '7',
      '',
    );
    const line = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(words, fc.string())).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(line, (text) => {
        for (const parse of [parseBestMove, parseName, parseRefusal]) {
          const found = parse(text);
          assert.ok(found === undefined || text.includes(found));
        }
        const info = parseInfo(text);
        if (info !== undefined) assert.ok(Number.isInteger(info.depth) && text.includes(info.move));
        const option = parseOption(text);
        if (option !== undefined) assert.ok(text.includes(option.name));
      }),
    );
  });

  it('come whole, in whatever pieces they arrive', () => {
    const text = fc.array(fc.constantFrom('\n', '\r\n', 'a', 'info depth', ' ', '\r', 'é')).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 })), (text, cuts) => {
        const heard: string[] = [];
        const lines = new Lines((line) => heard.push(line));
        let from = 0;
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          lines.push(text.slice(from, Math.max(from, cut)));
          from = Math.max(from, cut);
        }
        lines.push(text.slice(from));
        assert.deepEqual(
          heard,
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => line.replace(/\r$/, '')),
        );
      }),
    );
  });

  it('are cut where none ends', () => {
    const heard: string[] = [];
    const lines = new Lines((line) => heard.push(line));
    for (let i = 0; i < 100; i++) lines.push('x'.repeat(10_000));
    lines.push('\nuciok\n');
    assert.equal(heard.length, 2);
    assert.equal(heard[0].length, 1 << 16);
    assert.equal(heard[1], 'uciok');
  });
});
