import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import type { StateTask } from '../../../src/models/model.ts';
import {
  DEFAULT_TEMPLATE,
  movetext,
  type PromptTemplate,
  promptVariables,
  renderPrompt,
} from '../../../src/models/prompts/prompt.ts';
import { templateNamed } from '../../../src/models/prompts/templates.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const BARE = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *';
const ANNOTATED = `[Event "The answer is in here"]
[White "Secret, A"]
[Black "Secret, B"]
[Result "1-0"]

{ [%pfen gpt-4o rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1] } 1. e4! {secret [%eval 0.3] [%clk 1:00:00]} (1. d4 d5) 1... e5
{ [%pfen o3-mini ?] } 2. Nf3 $1 Nc6 $10 {[%pfen a@b#2 8/8/8/8/8/8/8/8 w - - 0 1]} 3. Bb5 a6 { secret } 4. Ba4 Nf6 5. O-O 1-0`;

/** The task that a file names at a ply of its first game's main line. */
const taskOf = (pgn: string, ply: number): StateTask => {
  const game = parsePgn(pgn)[0];
  assert.ok(game);
  const moves = Array.from(game.moves.mainline(), ({ san }) => san).slice(0, ply);
  const start = startingPosition(game.headers).unwrap();
  return { kind: 'state', variant: 'chess', startFen: makeFen(start.toSetup()), moves, sample: 0 };
};

describe('the default prompt', () => {
  it('asks for one FEN after the moves', () => {
    const [system, user] = renderPrompt(DEFAULT_TEMPLATE, taskOf(BARE, 4));
    assert.equal(system?.role, 'system');
    assert.match(system?.content ?? '', /one FEN/);
    assert.equal(user?.role, 'user');
    assert.ok(user?.content.endsWith('\n\n1. e4 e5 2. Nf3 Nc6'));
  });

  it('is the same for an annotated and a bare game, at every ply', () => {
    for (let ply = 0; ply <= 8; ply++) {
      assert.deepEqual(
        renderPrompt(DEFAULT_TEMPLATE, taskOf(ANNOTATED, ply)),
        renderPrompt(DEFAULT_TEMPLATE, taskOf(BARE, ply)),
      );
    }
  });

  it('tells neither tags, comments, results nor later moves', () => {
    const prompt = JSON.stringify(renderPrompt(DEFAULT_TEMPLATE, taskOf(ANNOTATED, 4)));
    for (const leak of ['ecret', 'The answer', 'pfen', 'eval', '1-0', '*', 'Bb5', 'd4', '$', '!', 'START']) {
      assert.ok(!prompt.includes(leak), leak);
    }
  });

  it('drops what is glued to a move', () => {
    const task: StateTask = {
      kind: 'state',
      variant: 'chess',
      startFen: START,
      moves: ['e4!?', 'e5{secret}', ' Nf3$1 '],
      sample: 0,
    };
    assert.equal(promptVariables(task).movetext, '1. e4 e5 2. Nf3');
  });

  it('tells a start position and the variant where they are not the standard ones', () => {
    const startFen = 'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1';
    const text = renderPrompt(DEFAULT_TEMPLATE, {
      kind: 'state',
      variant: 'chess960',
      startFen,
      moves: ['e4'],
      sample: 0,
    })[1]?.content;
    assert.ok(text?.endsWith(`\n\n[Variant "Chess960"]\n[FEN "${startFen}"]\n\n1. e4`));
    const standard = renderPrompt(DEFAULT_TEMPLATE, {
      kind: 'state',
      variant: 'chess',
      startFen: START,
      moves: ['e4'],
      sample: 0,
    });
    assert.ok(!standard[1]?.content.includes('['));
  });

  it('does not depend on the number of the sample', () => {
    const task = taskOf(BARE, 3);
    assert.deepEqual(renderPrompt(DEFAULT_TEMPLATE, task), renderPrompt(DEFAULT_TEMPLATE, { ...task, sample: 5 }));
  });

  it('leaves out an example whose answer is the one asked for, also behind other moves', () => {
    const fewShot = templateNamed('few-shot');
    assert.ok(fewShot);
    const asked = (moves: string) => renderPrompt(fewShot, taskOf(moves, 99));
    const all = fewShot.messages.length;
    assert.equal(asked('1. e4 c5 2. Nf3 d6 *').length, all);
    for (const moves of [
      '1. e4 c5 2. Nf3 *',
      '1. Nf3 c5 2. e4 *',
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *',
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O a6 5. Ba4 *',
    ]) {
      const left = asked(moves);
      assert.deepEqual([left.length, left[0]?.role, left.at(-1)?.role], [all - 2, 'system', 'user'], moves);
      assert.ok(left.at(-1)?.content.endsWith(moves.slice(0, -2)));
      assert.equal(left.filter(({ role }) => role === 'assistant').length, 1);
    }
  });

  it('says so when there is no move yet', () => {
    assert.ok(renderPrompt(DEFAULT_TEMPLATE, taskOf(BARE, 0))[1]?.content.endsWith('\n\nNo move has been played yet.'));
  });
});

describe('movetext', () => {
  it('goes on with the number and side of the start', () => {
    assert.equal(movetext('4k3/8/8/8/8/8/8/4K2R b K - 4 31', ['Kd7', 'O-O', 'Kc6']), '31... Kd7 32. O-O Kc6');
    assert.equal(movetext('4k3/8/8/8/8/8/8/4K2R w K - 4 31', ['O-O', 'Kd7']), '31. O-O Kd7');
  });
  it('counts from 1 where the start says nothing', () => {
    assert.equal(movetext('nonsense', ['e4', 'e5', 'Nf3']), '1. e4 e5 2. Nf3');
    assert.equal(movetext(START, []), '');
  });
});

it('a template is filled in as it is written, and knows no other variables', () => {
  const template: PromptTemplate = {
    id: 't',
    title: 'T',
    task: 'state',
    messages: [{ role: 'user', content: '{{{movetext}}} $& {{movetext}} {{{later}}}|{{{movetext}}}' }],
  };
  assert.equal(renderPrompt(template, taskOf(BARE, 1))[0]?.content, '1. e4 $& {{movetext}} |1. e4');
});
