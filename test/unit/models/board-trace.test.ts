import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT, pathKey, type Trace } from '../../../src/core/mav/syntax.ts';
import { flipBucket } from '../../../src/core/mav/values.ts';
import { answerBoard } from '../../../src/models/board/answer-board.ts';
import type { BoardView, Look } from '../../../src/models/board/board-network.ts';
import type { BoardModel } from '../../../src/models/onnx/model-server.ts';
import { loadBoard } from '../../support/loaded-model.ts';

let model: BoardModel;
before(async () => {
  model = await loadBoard('test/fixtures/board-tiny');
});

const prompt = (
  shape: string,
  root = `<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${INITIAL_FEN}]\n`,
): string => `Minimax ${shape}\nEvaluation for node: <root>\n${root}`;

const ask = (text: string) =>
  answerBoard({ prompt: text, dialect: PUBLISHED_DIALECT, settings: {} }, model.config, model.look);

async function refusal(text: string): Promise<string> {
  const said = await ask(text);
  assert.ok(!said.ok);
  return said.error.message;
}

/** The trace of an answer, which has no syntax errors. */
async function traceOf(text: string): Promise<Trace> {
  const said = await ask(text);
  assert.ok(said.ok, said.ok ? '' : said.error.message);
  const { item, faults } = readMavSection(text + said.value.text, 0);
  assert.deepEqual(faults, []);
  assert.ok(item?.kind === 'trace');
  return item;
}

describe('internal search by a board network', () => {
  it('evaluates and expands a tree of the breadth and depth that the prompt asks for', async () => {
    const { steps, playing } = await traceOf(prompt('breadth=2 depth=2'));
    const evaluated = steps.flatMap((step) =>
      step.kind === 'evaluation' ? [pathKey((step.node?.path ?? []).map(({ text }) => text))] : [],
    );
    assert.equal(evaluated.length, 1 + 2 + 4);
    assert.equal(new Set(evaluated).size, evaluated.length);
    assert.equal(steps.filter(({ kind }) => kind === 'expansion').length, 3);
    assert.ok(evaluated.includes(playing?.text ?? ''));
  });

  it('reads each state of a child as its own parent wrote it', async () => {
    const { steps } = await traceOf(prompt('breadth=3 depth=1'));
    for (const step of steps) {
      if (step.kind !== 'evaluation' || step.node?.path.length !== 1) continue;
      const [before, action] = step.example?.lines ?? [];
      assert.ok(before?.body.kind === 'state' && before.body.state.text === INITIAL_FEN);
      assert.ok(action?.body.kind === 'move' && action.body.move.text === step.node.path[0]?.text);
    }
  });

  it('counts the values of inner nodes from those below them, and plays the highest', async () => {
    const { steps, playing } = await traceOf(prompt('breadth=3 depth=2'));
    const selected = new Map<string, number>();
    let compared = 0;
    for (const step of steps) {
      if (step.kind !== 'decision' || step.selection?.kind !== 'action') continue;
      const path = (step.node?.path ?? []).map(({ text }) => text);
      const { bucket = 0, move } = step.selection.action;
      selected.set(pathKey(path), bucket);
      for (const { move: child, bucket: weighed = 0 } of step.actions) {
        const below = selected.get(pathKey([...path, child.text]));
        if (below === undefined) continue;
        assert.equal(weighed, flipBucket(below, PUBLISHED_DIALECT));
        assert.ok(weighed <= bucket);
        compared++;
      }
      if (path.length === 0) assert.equal(playing?.text, move.text);
    }
    assert.ok(compared > 0);
  });

  for (const form of ['state', 'FEN'])
    it(`values a mate as won by its side, where %${form} has a FEN`, async () => {
      const codes = new Uint8Array(64);
      for (const [square, code] of [
        [54, 5],
        [46, 6],
        [63, 12],
      ] as const)
        codes[square] = code;
      const none: BoardView = { found: [], next: new Float32Array() };
      const pair = (from: number, to: number) => [{ from, to, chance: 1, worth: new Float32Array(5 * 64) }];
      // Qg7: nothing is legal for Black then, and White, to move, takes the king
      const look: Look = (seen, action) => {
        if (action !== undefined) {
          const next = new Float32Array(64 * 16);
          codes.forEach((code, square) => {
            next[16 * square + code] = 1;
          });
          return Promise.resolve({ ...none, next });
        }
        const isRoot = seen[53] === 5;
        const isPassed = seen[54] === 5;
        return Promise.resolve({ ...none, found: isRoot ? pair(53, 54) : isPassed ? pair(54, 63) : [] });
      };
      const text = prompt(
        'breadth=2 depth=1',
        `<mav game=chess> %${form} %top_all %best_action </mav>\n[%${form} 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1]\n`,
      );
      const said = await answerBoard({ prompt: text, dialect: PUBLISHED_DIALECT, settings: {} }, model.config, look);
      assert.ok(said.ok, said.ok ? '' : said.error.message);
      assert.match(said.value.text, /Decision for node: <root f7g7>\nSelecting: invalid : "1-0"/);
      assert.match(said.value.text, /Decision for node: <root>\nf7g7 : "<ctrl64>"\nSelecting: f7g7/);
    });

  it('is refused with the reason where the prompt asks for another tree or another root', async () => {
    assert.match(await refusal(prompt('breadth=5 depth=5')), /more than 400 nodes/);
    assert.match(await refusal(prompt('breadth=0 depth=1')), /whole numbers of at least 1/);
    assert.match(await refusal(prompt('breadth=2')), /no breadth or no depth/);
    const root = (commands: string, lines: string) =>
      prompt('breadth=2 depth=1', `<mav game=chess> ${commands} </mav>\n${lines}`);
    assert.match(await refusal(root('%FEN %top_3', `[%FEN ${INITIAL_FEN}]\n`)), /%top_all %best_action/);
    assert.match(await refusal(root('%FEN %top_all %best_action', '[%FEN 8/8 w]\n')), /%FEN cannot be read/);
    assert.match(
      await refusal(root('%FEN %top_all %best_action', `[%FEN ${INITIAL_FEN}]\n[%top_all e2e4:<ctrl32>]\n`)),
      /have no answer yet/,
    );
  });
});
