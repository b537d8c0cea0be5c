import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { EnginePlayers } from '../../../src/engine/engine-player.ts';
import { type Script, scripted } from './scripted-engine.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const never = new AbortController().signal;
const TURN = { fen: START, moves: ['e2e4'], chess960: false };
const LIMIT = { movetime: 10 };

/** An engine with levels; `go` says what it does at a search. */
const engine =
  (go: Script): Script =>
  (line, voice) => {
    if (line === 'uci')
      voice.say('id name Leveled 1', 'option name Skill Level type spin default 20 min 0 max 20', 'uciok');
    else if (line === 'isready') voice.say('readyok');
    else if (line.startsWith('go ')) go(line, voice);
  };
const plays = engine((_, voice) => voice.say('info depth 1 score cp 0 pv e7e5', 'bestmove e7e5 ponder g1f3'));

const playersOf = (script: Script) => {
  const program = scripted(script);
  return { program, players: new EnginePlayers({ program, clock: systemClock }) };
};

describe('an engine that plays', () => {
  it('is told the level once, the moves of the game and its time, and is used again after the game', async () => {
    const { program, players } = playersOf(plays);
    const facts = await players.facts();
    assert.deepEqual(facts, { ok: true, value: { name: 'Leveled 1', maxLevel: 20, knowsChess960: false } });
    const game = players.sit({ level: 3, limit: LIMIT });
    assert.deepEqual(await game.move(TURN, never), { ok: true, value: 'e7e5' });
    assert.deepEqual(await game.move({ ...TURN, moves: ['e2e4', 'e7e5', 'g1f3'] }, never), { ok: true, value: 'e7e5' });
    game.leave();
    const next = players.sit({ level: undefined, limit: { nodes: 5 } });
    await next.move({ ...TURN, moves: [] }, never);
    assert.equal(program.starts, 1);
    assert.deepEqual(
      program.sent.filter((line) => /^(?:setoption name Skill|ucinewgame|position|go)/.test(line)),
      [
        'setoption name Skill Level value 3',
        'ucinewgame',
        `position fen ${START} moves e2e4`,
        'go movetime 10',
        `position fen ${START} moves e2e4 e7e5 g1f3`,
        'go movetime 10',
        'setoption name Skill Level value 20',
        'ucinewgame',
        `position fen ${START}`,
        'go nodes 5',
      ],
    );
    await players.dispose();
    assert.equal(program.running, 0);
  });

  it('is started again once a move if it dies, and continues from the position', async () => {
    const { program, players } = playersOf(
      engine((_, voice) => {
        if (voice.start === 1) voice.die('ended with status 3');
        else voice.say('bestmove e7e5');
      }),
    );
    const game = players.sit({ level: 0, limit: LIMIT });
    assert.deepEqual(await game.move(TURN, never), { ok: true, value: 'e7e5' });
    assert.equal(program.starts, 2);
    await players.dispose();
    const always = playersOf(engine((_, voice) => voice.die('ended with status 3')));
    const lost = await always.players.sit({ level: 0, limit: LIMIT }).move(TURN, never);
    assert.deepEqual(lost, { ok: false, error: { message: 'Scripted ended with status 3', isFinal: false } });
    assert.equal(always.program.starts, 2);
    await always.players.dispose();
  });

  it('cannot play at all where there is no such program', async () => {
    const { players } = playersOf((_, voice) => voice.die('was not found', true));
    assert.deepEqual(await players.facts(), { ok: false, error: 'Scripted was not found' });
    const move = await players.sit({ level: 0, limit: LIMIT }).move(TURN, never);
    assert.deepEqual(move, { ok: false, error: { message: 'Scripted was not found', isFinal: true } });
  });

  it('is stopped by an abort and is idle afterwards', async () => {
    const controller = new AbortController();
    const { program, players } = playersOf((line, voice) => {
      if (line === 'stop') voice.say('bestmove e7e5');
      engine(() => setImmediate(() => controller.abort()))(line, voice);
    });
    const game = players.sit({ level: 0, limit: LIMIT });
    const move = await game.move(TURN, controller.signal);
    assert.ok(!move.ok);
    assert.equal(program.sent.at(-1), 'stop');
    await players.dispose();
  });
});
