import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusText } from '../../../src/extension/editor/status.ts';
import { adjacentPrediction, isWrong } from '../../../src/extension/platform/navigation.ts';
import { nothingText, previewText } from '../../../src/extension/templates/preview.ts';
import { promptText } from '../../../src/models/prompts/prompt.ts';
import { openModel } from '../../../src/models/sources/registry.ts';

describe('the status bar', () => {
  const model = (label: string, baseUrl?: string) => {
    const opened = openModel(label, baseUrl === undefined ? {} : { baseUrl });
    assert.ok(opened.ok);
    return opened.value;
  };

  it('names model and host', () => {
    assert.equal(statusText(model('baseline:lag-2'), undefined).text, '$(telescope) lag-2');
    const far = statusText(model('openai:gpt-4o', 'https://api.example.com/v1'), undefined);
    assert.equal(far.text, '$(telescope) gpt-4o @ api.example.com');
    assert.match(far.tooltip, /gpt-4o at https:\/\/api\.example\.com\/v1/);
    assert.match(statusText(undefined, undefined).text, /no model/);
  });

  it('tells how far the scoring is while it goes on', () => {
    assert.equal(statusText(model('baseline:lag-2'), { done: 3, total: 9 }).text, '$(sync~spin) 3/9 lag-2');
    assert.equal(statusText(model('baseline:lag-2'), { done: 9, total: 9 }).text, '$(telescope) lag-2');
  });
});

describe('going from prediction to prediction', () => {
  const at = (start: number) => ({ range: { start, end: start + 5 } });
  const all = [at(10), at(20), at(30)];
  const from = (offset: number, forward: boolean) => adjacentPrediction(all, offset, forward)?.range.start;

  it('takes the next or previous one, and goes around the end', () => {
    assert.deepEqual(
      [0, 10, 12, 20, 30, 99].map((offset) => from(offset, true)),
      [10, 20, 20, 30, 10, 10],
    );
    assert.deepEqual(
      [0, 10, 14, 20, 30, 99].map((offset) => from(offset, false)),
      [30, 30, 30, 10, 20, 30],
    );
  });

  it('skips what is not wanted', () => {
    assert.equal(adjacentPrediction(all, 0, true, ({ range }) => range.start === 30)?.range.start, 30);
    assert.equal(adjacentPrediction(all, 30, true, ({ range }) => range.start === 30)?.range.start, 30);
    assert.equal(
      adjacentPrediction(all, 0, true, () => false),
      undefined,
    );
    assert.equal(adjacentPrediction([], 0, false), undefined);
  });

  it('takes for wrong what is not exact, where the truth is known', () => {
    assert.equal(isWrong({ fen: 'a  w', trueFen: 'a w' }), false);
    assert.equal(isWrong({ fen: 'a b', trueFen: 'a w' }), true);
    assert.equal(isWrong({ fen: undefined, trueFen: 'a w' }), true);
    assert.equal(isWrong({ fen: 'a b', trueFen: undefined }), false);
  });
});

describe('a copied prompt', () => {
  it('names the roles where there are several', () => {
    assert.equal(promptText([{ role: 'user', content: 'x' }]), 'x');
    assert.equal(
      promptText([
        { role: 'system', content: 'a' },
        { role: 'user', content: 'b' },
      ]),
      'system:\na\n\nuser:\nb',
    );
  });
});

describe('the preview of a prompt', () => {
  const template = { id: 'mine', title: 'My question' };
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: '1. e4\n' },
  ] as const;
  const opened = (label: string, baseUrl = '') => {
    const model = openModel(label, { baseUrl });
    assert.ok(model.ok);
    return model.value;
  };
  const preview = {
    place: 'game 1 at its start',
    template,
    messages,
    model: opened('openai:m', 'https://a.example/v1'),
  };

  it('says what it is, where it would go and how long it is, and has a heading a message', () => {
    assert.equal(
      previewText(preview),
      '> Prompt about game 1 at its start  \n> Template: mine (My question)  \n> To: m at a.example  \n' +
        '> Size: 2 messages, 15 characters, about 5 tokens  \n\n# system\n\nBe brief.\n\n# user\n\n1. e4\n',
    );
  });

  it('says who needs none, and why there is nobody, or another template', () => {
    assert.match(
      previewText({ ...preview, model: opened('baseline:lag-2') }),
      /To: baseline:lag-2, which uses no prompt/,
    );
    assert.match(previewText({ ...preview, model: { label: 'onnx:tiny' } }), /To: onnx:tiny on this machine/);
    assert.match(previewText({ ...preview, model: 'statelens.models has no "x"' }), /To: nobody: statelens\.models/);
    assert.match(previewText({ ...preview, instead: 'It is\nbroken.' }), /^> It is broken\. {2}$/m);
    assert.match(previewText({ ...preview, template: { ...template, isRaw: true } }), /a text to continue/);
    assert.equal(nothingText('there is no game here'), '> No prompt can be made here: there is no game here.\n');
  });
});
