import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import {
  type AnsweredExample,
  type ModelAnswerOptions,
  modelAnswers,
  modelTasks,
} from '../../../src/cli/mav/model-answers.ts';
import { ok } from '../../../src/core/base/result.ts';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { type CompletionRequest, fault } from '../../../src/models/model.ts';
import { templateNamed } from '../../../src/models/prompts/templates.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const HEX = '<mav game=hex> %state %top_all </mav>\n[%state x || . . . . ||]\n';
const OTHER = '<mav game=hex> %state %best_action </mav>\n[%state o || x . . . ||]\n';
const TRACE = `Minimax breadth=2 depth=1\nEvaluation for node: <root>\n${OTHER}`;
const TEXT = `# a comment\n${HEX}\n${OTHER}[%best_action o1]\n\n${TRACE}`;

const template = templateNamed('mav-raw');
assert.ok(template);

async function answered(text: string, more: Partial<ModelAnswerOptions> = {}) {
  const asked: CompletionRequest[] = [];
  const model: ModelAnswerOptions['model'] = {
    label: 'test',
    complete(request) {
      asked.push(request);
      const { task } = request;
      if (task.kind === 'mav' && task.prompt.includes('x . . .') && !task.prompt.startsWith('Minimax'))
        return Promise.resolve(fault('unavailable', 'it is tired'));
      return Promise.resolve(ok({ text: `answer ${asked.length}\n`, finishReason: 'stop', usage: {} }));
    },
  };
  const options = { model, template, dialect: PUBLISHED_DIALECT, replace: false, concurrency: 2, ...more };
  const answers: AnsweredExample[] = [];
  for await (const one of modelAnswers(text, options as ModelAnswerOptions, new AbortController().signal))
    answers.push(one);
  return {
    asked,
    answers,
    text: applyEdits(
      text,
      answers.flatMap((one) => ('edit' in one ? one.edit : [])),
    ),
  };
}

describe('answers of a model in a MAV file', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);

  it('stand behind the prompts as the model writes them; what is there stays', async () => {
    const found = await answered(TEXT);
    assert.equal(modelTasks(TEXT, PUBLISHED_DIALECT).length, 3);
    assert.equal(found.text, TEXT.replace(HEX, `${HEX}answer 1\n`).replace(TRACE, `${TRACE.trimEnd()}\nanswer 2\n`));
    assert.deepEqual(
      found.asked.map(({ messages: [message], settings: { stop }, isRaw }) => [message?.content, stop?.length, isRaw]),
      [
        [HEX, 3, true],
        // an evaluation inside of a trace begins with a header, too
        [TRACE, 2, true],
      ],
    );
    assert.deepEqual(found.answers[1], { kind: 'there', why: 'already answered' });
  });

  it('are asked again where that is wanted; a fault leaves what is there', async () => {
    const found = await answered(TEXT, { replace: true });
    assert.equal(found.asked.length, 3);
    assert.deepEqual(found.answers[1], { kind: 'failed', why: 'it is tired' });
    assert.match(found.text, /\[%best_action o1\]/);
  });

  itLong('are written by the command, and judged by mav stats', async () => {
    const [prompts, out] = ['prompts.mav', 'answered.mav'].map((name) => path.join(folder, name)) as [string, string];
    const start =
      'w || R N B Q K B N R P P P P P P P P . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . p p p p p p p p r n b q k b n r |11110000001||';
    fs.writeFileSync(
      prompts,
      `<mav game=chess> %prev_state %prev_action %state </mav>\n[%prev_state ${start}]\n[%prev_action e2e4]\n`,
    );
    const run = await cli(['mav', 'answer', prompts, '--model', 'builtin:mav-small', '--out', out]);
    assert.deepEqual([run.status, run.stderr.includes('1 answer written by builtin:mav-small')], [0, true], run.stderr);
    const stats = await cli(['mav', 'stats', out, '--json']);
    const { groups } = JSON.parse(stats.stdout) as { groups: { updated: { right: number; n: number } }[] };
    assert.deepEqual([groups[0]?.updated.right, groups[0]?.updated.n], [1, 1]);
  });

  it('need a model that answers MAV, and a template for it', async () => {
    const prompts = path.join(folder, 'hex.mav');
    fs.writeFileSync(prompts, HEX);
    const wrong = await cli(['mav', 'answer', prompts, '--model', 'builtin:mav-small', '--template', 'fen']);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /unknown MAV template "fen"; expected mav or mav-raw/);
    const tracker = await cli(['mav', 'answer', prompts, '--model', 'baseline:naive-tracker']);
    assert.equal(tracker.status, 3);
    assert.match(tracker.stderr, /1 prompt not answered: /);
    assert.equal(tracker.stdout, HEX);
  });
});
