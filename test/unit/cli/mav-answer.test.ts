import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type AnswerTextOptions, answerText } from '../../../src/cli/mav/answer.ts';
import type { AnsweredExample } from '../../../src/cli/mav/model-answers.ts';
import { err, ok } from '../../../src/core/base/result.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { positionAt } from '../../../src/core/mav/author/game-line.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { makeRequest, printRequest } from '../../../src/core/mav/author/request.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { commandsOf, findingsOf, madeUpValues, play, played, plyOf, wish } from '../mav/author-support.ts';

const KINGS = '8/8/8/8/8/2k5/8/K7 w - - 0 1';
const PROMPT = `<mav game=chess> %FEN %top_all </mav>\n[%FEN ${KINGS}]\n`;

/** A source of made-up values that counts what it is asked for. */
function fakeSource(fails: (state: string) => boolean = () => false): ValueSource & { asked: string[] } {
  const asked: string[] = [];
  return {
    label: 'made up',
    games: ['chess', 'chess960', 'connect_four', 'hex'],
    asked,
    values({ game, state }) {
      asked.push(state);
      const parsed = knownGame(game).automaton.parse(state);
      assert.ok(parsed.ok);
      return Promise.resolve(
        fails(state) ? err({ code: 'failed', message: 'the engine hangs' }) : ok(madeUpValues(game, parsed.value, 7)),
      );
    },
    dispose: () => Promise.resolve(),
  };
}

const OPTIONS: AnswerTextOptions = {
  source: undefined,
  dialect: PUBLISHED_DIALECT,
  order: 'random',
  seed: 1,
  replace: false,
  concurrency: 3,
};

async function answer(text: string, options: Partial<AnswerTextOptions> = {}, signal = new AbortController().signal) {
  const answers: AnsweredExample[] = [];
  for await (const one of answerText(text, { ...OPTIONS, ...options }, signal)) answers.push(one);
  const edits = answers.flatMap((one) => ('edit' in one ? one.edit : []));
  return { answers, text: applyEdits(text, edits) };
}

describe('reference answers in a file', () => {
  it('fill every prompt of all games, and leave nothing to find and nothing to do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(play, fc.nat(), wish), { minLength: 1, maxLength: 6 }), async (all) => {
        const text = all
          .map(([game, choice, asked]) => {
            const line = played(game);
            const position = positionAt(line, plyOf(line.actions.length, choice));
            const request = makeRequest(position, [
              ...commandsOf({ ...asked, top: undefined }, position),
              { command: 'top', k: asked.top ?? 'all' },
            ]);
            assert.ok(request.ok);
            return printRequest(request.value, PUBLISHED_DIALECT);
          })
          .join('\n');
        const first = await answer(text, { source: fakeSource() });
        assert.ok(first.answers.every((one) => 'edit' in one));
        assert.deepEqual(findingsOf(first.text), []);
        const again = await answer(first.text, { source: fakeSource() });
        assert.ok(again.answers.every((one) => 'kind' in one && one.kind === 'there'));
        assert.equal(again.text, first.text);
      }),
      { numRuns: 30 },
    );
  });

  it('fill prompts of traces with all of the search, and leave nothing to find and nothing to do', async () => {
    const root = `<mav game=chess> %FEN %top_all %best_action </mav>\n[%FEN ${KINGS}]\n`;
    const hex = '<mav game=hex> %state %top_all %best_action </mav>\n[%state x || . . . . . . . . . ||]\n';
    const head = (breadth: number, depth: number) =>
      `Minimax breadth=${breadth} depth=${depth}\nEvaluation for node: <root>\n`;
    const prompts = `# mine\n${head(2, 1)}${root}\n${PROMPT}\n${head(3, 2)}${hex}`;
    for (const order of ['random', 'value'] as const) {
      const { text, answers } = await answer(prompts, { source: fakeSource(), order });
      assert.ok(answers.length === 3 && answers.every((one) => 'edit' in one));
      assert.deepEqual(
        findingsOf(text).filter((one) => !one.startsWith('TRACE_CHANGED')),
        [],
      );
      assert.ok(text.startsWith(`# mine\n${head(2, 1)}${root}[%top_all `));
      assert.deepEqual([text.match(/^Evaluation/gm)?.length, text.match(/^Playing/gm)?.length], [3 + 13, 2]);
      const again = await answer(text, { source: fakeSource(), order });
      assert.equal(again.text, text);
      assert.deepEqual(
        again.answers.map((one) => ('kind' in one ? one.kind : '')),
        ['there'],
      );
    }
    const bad = `${head(2, 1)}${PROMPT}\nMinimax breadth=2 depth=1\n\n${head(2, 1)}${root}`;
    assert.deepEqual(
      (await answer(bad)).answers.map((one) => ('why' in one ? one.why : '')),
      [
        'the root of a trace must be %state or %FEN with %top_all %best_action',
        'the trace has no root with a state',
        'a trace requires values; use --values engine',
      ],
    );
  });

  it('are the same whether they come at once or in parts', async () => {
    const prompts = [0, 1, 2, 3].map((n) => PROMPT.replace('0 1]', `${n} ${n + 9}]`)).join('\n');
    const whole = await answer(prompts, { source: fakeSource() });
    const half = await answer(prompts, { source: fakeSource((state) => state.includes(' - - 2 ')) });
    assert.equal(half.answers.filter((one) => 'edit' in one).length, 3);
    assert.match(JSON.stringify(half.answers), /the engine hangs/);
    assert.equal((await answer(half.text, { source: fakeSource() })).text, whole.text);
  });

  it('stop when they are cancelled, and keep what is done', async () => {
    const prompts = Array.from({ length: 20 }, (_, n) => PROMPT.replace('0 1]', `${n} ${n + 9}]`)).join('\n');
    const controller = new AbortController();
    const source = fakeSource();
    const edits: unknown[] = [];
    for await (const one of answerText(prompts, { ...OPTIONS, source, concurrency: 2 }, controller.signal)) {
      edits.push(one);
      if (edits.length === 3) controller.abort();
    }
    assert.ok(edits.length >= 3 && edits.length < 8, `${edits.length}`);
    assert.ok(source.asked.length < 8);
  });

  it('say what cannot be answered, and go on', async () => {
    const { answers, text } = await answer(
      `${PROMPT}\n<mav game=go> %state %top_1 </mav>\n[%state x]\n\n<mav game=chess> %FEN </mav>\n[%FEN ${KINGS}]\n`,
    );
    assert.deepEqual(
      answers.map((one) => ('why' in one ? one.why : '')),
      ['lists and best actions require values; use --values engine', 'unknown game', 'it has no output commands'],
    );
    assert.ok(text.startsWith(PROMPT));
  });

  it('keep comments, line ends and outputs that are there, unless they are to be replaced', async () => {
    const wrong = `# mine\r\n<mav game=chess> %FEN %top_all </mav>\r\n[%FEN ${KINGS}]\r\n[%top_all a1a2:<ctrl1>]\r\n\r\n# next\r\n`;
    const kept = await answer(wrong, { source: fakeSource() });
    assert.equal(kept.text, wrong);
    const { text } = await answer(wrong, { source: fakeSource(), replace: true, order: 'value' });
    assert.match(
      text,
      /^# mine\r\n<mav .*\r\n\[%FEN .*\]\r\n\[%top_all a1\w\w:<ctrl\d+> a1\w\w:<ctrl\d+>\]\r\n\r\n# next\r\n$/,
    );
    assert.deepEqual(findingsOf(text), []);
  });
});
