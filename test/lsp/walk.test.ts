import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import { worldReader } from '../../src/core/metrics/world-pair-reading.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';
import type { MarksResult } from '../../src/protocol/marks.ts';
import type { StateResult } from '../../src/protocol/state.ts';
import { Session } from './session.ts';

const URI = 'file:///a.walk';

/** A walk of Othello 6x6 whose second prediction has a disc of the other color. */
const TRUE_STATE = (() => {
  const world = findWorld('othello6');
  if (!world.ok) throw new Error(world.error);
  const { automaton, start } = world.value;
  let state: unknown = start;
  for (const action of ['c2', 'b2']) state = automaton.step(state, action);
  return automaton.print(state);
})();
const WRONG = TRUE_STATE.replace('o x', 'o o');
const TEXT = `# two models
world othello6
c2 b2
# pstate good ${TRUE_STATE}
# pstate bad ${WRONG}
# pstate none ?
world s3
start 2 1 3
(12) (23)
# pstate good 1 3 2
# pstate bad 1 2 3
`;

describe('walk files in the server', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, uri = URI) => {
    session = await Session.start();
    await session.client.open(uri, 'walk', text);
  };
  const at = (text: string, part: string): { line: number; character: number } => {
    const lines = text.slice(0, text.indexOf(part) + part.length).split('\n');
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  };
  const labels = async (text: string, part: string): Promise<string[]> => {
    const found = await session.client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri: URI },
      position: at(text, part),
    });
    return (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
  };
  const stateAt = (text: string, part: string): Promise<StateResult | null> =>
    session.client.connection.sendRequest('statelens/state', { uri: URI, position: at(text, part) });

  it('has lenses with sentence, p, r and edit distance, and the means of each label', async () => {
    await open(TEXT);
    const titles = await session.scored(URI);
    const world = findWorld('othello6');
    assert.ok(world.ok);
    const compared = new PairComparer(worldReader(world.value)).compare({ trueFen: TRUE_STATE, predictedFen: WRONG });
    assert.ok(compared.ok);
    const p = compared.value.p.at(-1) ?? 0;
    assert.ok(p > 0 && p < 1, 'a wrong disc costs some sequences');
    const [, tip = ''] = (await session.lenses(URI)).map(({ command }) => command?.tooltip);
    assert.match(tip, new RegExp(`^p₄ ${p.toFixed(2)} · r₄ .* · edit 1 · bad: ${compared.value.sentence}`, 'm'));
    assert.ok(titles.some((title) => title?.includes('good ✓')));
    assert.ok(
      titles.some((title) =>
        title?.startsWith('p₄ and r₄ 0 by convention · none: no state in the answer | good ✓ | bad ✗ 0.'),
      ),
    );
    assert.ok(titles.some((title) => title?.includes('bad: thinks place 2 is 2, not 3; thinks place 3 is 3, not 2')));
    assert.ok(
      titles.some((title) => /^whole file · mean p₄, r₄: .*bad 0\.\d\d, 0\.\d\d/.test(title ?? '')),
      titles.join('\n'),
    );
  });

  it('has diagnostics with a fix', async () => {
    const text = 'world boxes\nput(apple,1)\nmove(apple,2,3)\n';
    await open(text);
    const { diagnostics: found } = await session.client.published();
    assert.deepEqual(
      found.map(({ code, message, range }) => [code, message, range.start]),
      [
        [
          'WALK_ILLEGAL_ACTION',
          'move(apple,2,3) is not legal: the apple is in box 1, not in 2; did you mean move(apple,1,3)?',
          { line: 2, character: 0 },
        ],
      ],
    );
    const range = found[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const actions = await session.client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: URI },
      range,
      context: { diagnostics: found },
    });
    assert.equal(actions?.[0]?.title, 'Write move(apple,1,3)');
  });

  it('completes legal actions, worlds, labels and keywords', async () => {
    const text = 'world s3\n(12) \n# pstate gpt-4o ?\n# pstate  \nworld \n';
    await open(text);
    assert.deepEqual((await labels(text, '(12) ')).sort(), ['(12)', '(23)']);
    assert.ok((await labels(text, '# pstate  \nworld ')).includes('othello'));
    assert.deepEqual(await labels(text, '# pstate gpt-4o ?\n# pstate '), ['gpt-4o']);
    const atStart = await labels(text, 'world s3\n');
    assert.deepEqual(atStart.slice(0, 2), ['(12)', '(23)']);
    assert.ok(atStart.includes('world') && atStart.includes('# pstate'));
  });

  it('completes the empty last line, and nothing before the walk that starts at the end of another', async () => {
    const text = 'world s3\n(12)\nworld s5\n(12)\n';
    await open(text);
    assert.deepEqual((await labels(text, text)).slice(0, 4), ['(12)', '(23)', '(34)', '(45)']);
    assert.deepEqual(await labels(text, 'world s3\n(12)\n'), []);
  });

  it('shows the state behind an action, and what is wrong with a prediction', async () => {
    await open(TEXT);
    const { line } = at(TEXT, 'c2');
    const action = JSON.stringify(await session.hover(URI, line, 1));
    assert.match(action, /c2 \(action 1\)/);
    assert.match(action, /legal: /);
    const prediction = JSON.stringify(await session.hover(URI, at(TEXT, '# pstate bad').line, 12));
    assert.match(prediction, /bad: thinks cell /);
    assert.match(prediction, /p by depth: /);
    const world = JSON.stringify(await session.hover(URI, 1, 2));
    assert.match(world, /Othello 6x6: start/);
  });

  it('says nothing of the states of a walk whose start is none', async () => {
    await open('world chess\nstart zz\ne4 e5\n');
    for (const line of [0, 1, 2]) assert.equal(await session.hover(URI, line, 1), null);
  });

  it('folds and lists walks, marks their predictions, and tells illegal actions by their tokens', async () => {
    await open(TEXT);
    const folds = await session.client.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri: URI } });
    assert.deepEqual(
      folds?.map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [2, 5],
        [8, 10],
        [1, 5],
        [6, 10],
      ],
    );
    const symbols = await session.client.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: URI },
    });
    assert.deepEqual(
      symbols?.map((one) => [one.name, 'detail' in one ? one.detail : '']),
      [
        ['othello6', '2 actions, 3 predictions'],
        ['s3', '2 actions, 2 predictions'],
      ],
    );
    const whole = { start: { line: 0, character: 0 }, end: { line: 11, character: 0 } };
    const marks: MarksResult | null = await session.client.connection.sendRequest('statelens/marks', {
      uri: URI,
      ranges: [whole],
    });
    assert.deepEqual(
      marks?.marks.map(({ mark, wrong }) => [mark, wrong.length]),
      [
        ['exact', 0],
        ['wrong', 1],
        ['none', 0],
        ['exact', 0],
        ['wrong', 2],
      ],
    );
    const tokens = await session.client.connection.sendRequest(SemanticTokensRequest.type, {
      textDocument: { uri: URI },
    });
    assert.equal((tokens?.data.length ?? 0) / 5, 4);
  });

  it('formats white space', async () => {
    await open('world  s3\n (12)   (23)\n');
    const edits = await session.client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: URI },
      options: { tabSize: 2, insertSpaces: true },
    });
    assert.equal(edits?.length, 3);
  });

  it('steps through a walk in the state view, with the rows of its models', async () => {
    await open(TEXT);
    await session.scored(URI);
    const state = await stateAt(TEXT, 'c2 b2');
    assert.ok(state?.line && state.here);
    const { line, here } = state;
    assert.equal(line.variant, 'world:othello6');
    assert.deepEqual(
      line.steps.map(({ name }) => name),
      ['start', 'c2', 'b2'],
    );
    assert.equal(line.steps[2]?.fen, TRUE_STATE);
    assert.equal(here.at, 2);
    assert.deepEqual([line.accepts, line.predicts], [false, true]);
    assert.deepEqual(
      line.rows.map(({ label, cells }) => [label, cells[2]?.verdict]),
      [
        ['good', 'exact'],
        ['bad', 'squares'],
        ['none', 'none'],
      ],
    );
    assert.equal((await stateAt(TEXT, 'world othello6\nc2'))?.here?.at, 1);
    assert.equal((await stateAt(TEXT, 'start 2 1 3'))?.line?.steps[0]?.fen, '2 1 3');
    const compared = await session.comparison({ uri: URI, game: 0, ply: 2, path: [] });
    assert.deepEqual(
      compared?.predictions.map(({ label, comparison }) => [label, comparison?.exactMatch]),
      [
        ['good', true],
        ['bad', false],
        ['none', false],
      ],
    );
    assert.equal(compared?.trueFen, TRUE_STATE);
  });

  it('says why there is no state behind an illegal action', async () => {
    const text = 'world othello\nd3 d3\n# pstate m ?\n';
    await open(text);
    const state = await stateAt(text, 'd3 d3');
    assert.deepEqual([state?.here?.at, state?.reason], [1, 'd3 is not legal: the cell is taken by x']);
    assert.deepEqual(await session.titles(URI), ['m: not scored: d3 above is not legal']);
  });

  it('reads the table of a world beside the walk', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'walk-'));
    try {
      fs.writeFileSync(path.join(folder, 'door.csv'), 'state,action,next\nshut,open,ajar\najar,shut,shut\n');
      const uri = pathToFileURL(path.join(folder, 'a.walk')).href;
      await open('world door.csv\nopen\n# pstate m shut\nworld none.csv\nopen\n', uri);
      const [title] = await session.scored(uri);
      assert.match(title ?? '', /^p₄ 0 · r₄ 0 .*· m: thinks state is shut, not ajar$/);
      const { diagnostics: found } = await session.client.published();
      assert.deepEqual(
        found.map(({ code }) => code),
        ['WALK_BAD_WORLD'],
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
