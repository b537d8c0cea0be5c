import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits, shiftRanges, type TextEdit } from '../../../src/core/base/text/range.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import {
  type ExamplePrompt,
  type ModelOutput,
  openPrompts,
  outputEdits,
  promptAt,
} from '../../../src/core/mav/write/prompt-edits.ts';

const HEADER = '<mav game=chess> %prev_FEN %prev_action %FEN %top_1 %best_action </mav>';
const INPUTS = '[%prev_FEN 4k3/8/8/8/8/8/8/4K2R w - - 0 1]\n[%prev_action h1h8]';
const OUTPUTS = '[%FEN 4k2R/8/8/8/8/8/8/4K3 b - - 1 1]\n[%top_1 e8d7:<ctrl1>]\n[%best_action e8d7]';
const ANSWER: ModelOutput = { label: 'gpt', text: OUTPUTS };

const at = (text: string, mark: string): ExamplePrompt => {
  const found = promptAt(text, text.indexOf(mark));
  assert.ok(found.ok, found.ok ? '' : found.error);
  return found.value;
};
const written = (
  text: string,
  found: ExamplePrompt,
  answers: ModelOutput[],
  place: 'in-place' | 'below' = 'in-place',
) => applyEdits(text, outputEdits(text, found, answers, place));

describe('the prompt of an example', () => {
  it('is header and inputs to the byte, whatever stands below', () => {
    const prompt = `${HEADER}\n\n${INPUTS}\n`;
    const odd = prompt.replace('[%prev_action', '  [ %prev_action ');
    assert.equal(at(`${HEADER}\n\n${INPUTS}`, 'h1h8').prompt, prompt);
    assert.equal(at(`# x\n${odd}\n${OUTPUTS}\n`, 'best').prompt, odd);
    assert.equal(at(`${prompt.replaceAll('\n', '\r\n')}${OUTPUTS}`, 'e8d7').prompt, prompt.replaceAll('\n', '\r\n'));
  });

  it('holds no comment', () => {
    const text = `# record 1: secret.jsonl:1\n${HEADER} # why\n# secret\n${INPUTS.replace('\n', '\n  # secret\n\n')} # more\n${OUTPUTS}`;
    const { prompt } = at(text, 'best_action e8');
    assert.equal(prompt, `${HEADER}\n${INPUTS.replace('\n', '\n\n')}\n`);
  });

  it('of a current position is that position, in both forms where both are given before the list', () => {
    const states = '[%FEN k7/8/8/8/8/8/8/K7 w - - 0 1]\n[%state k7/8/8/8/8/8/8/K7 w]';
    const text = `<mav game=chess> %FEN %state %top_1 %best_action %FEN </mav>\n${states}\n[%top_1 a1a2:<ctrl32>]\n`;
    const { prompt, outputs } = at(text, 'top_1 a1');
    assert.ok(prompt.endsWith(`${states}\n`));
    assert.equal(text.slice(outputs?.start, outputs?.end), '[%top_1 a1a2:<ctrl32>]');
  });

  it('is the one around the cursor, also in a trace', () => {
    const one = (move: string) => `${HEADER}\n${INPUTS.replace('h1h8', move)}\n`;
    const text = `${one('a')}\n${one('b')}\nMinimax breadth=2 depth=1\nEvaluation for node: <root>\n${one('c')}Evaluation for node: <root c>\n${one('d')}`;
    for (const move of 'abcd') {
      const found = at(text, `action ${move}`);
      assert.ok(found.prompt.includes(`action ${move}]`), move);
      assert.equal(found.isInTrace, 'cd'.includes(move));
    }
    assert.ok(at(text, 'Minimax').prompt.includes('action c]'));
  });

  it('is the one above where the cursor stands in the prose of an answer, and the one below in a comment', () => {
    const one = (move: string) => `${HEADER}\n${INPUTS.replace('h1h8', move)}\n`;
    const text = `${one('a')}I do not know.\nSorry.\n\n# model: x\n${one('b')}No idea.\n`;
    for (const [mark, move] of [
      ['do not', 'a'],
      ['Sorry', 'a'],
      ['# model', 'b'],
      ['No idea', 'b'],
    ] as const)
      assert.ok(at(text, mark).prompt.includes(`action ${move}]`), mark);
  });

  it('is open as long as it has no outputs', () => {
    const answered = `${HEADER}\n${INPUTS}\n${OUTPUTS}\n\n`;
    const open = `${HEADER}\n${INPUTS.replace('h1h8', 'h1h7')}\n\n`;
    const trace = `Minimax breadth=2 depth=1\nEvaluation for node: <root>\n${open}Playing e2e4!\n`;
    const text = open + answered + trace + open;
    const starts = [...openPrompts(text)].map(({ inputs }) => inputs.start);
    assert.deepEqual(starts, [0, text.length - open.length]);
  });

  it('is none where there are no inputs, or nothing at all', () => {
    for (const text of ['', '\n', '# x\n', 'x\n', `${HEADER}\n`, `${HEADER}\n[%top_1 a1a2:<ctrl3>]\n`])
      assert.ok(!promptAt(text, 0).ok, JSON.stringify(text));
  });
});

describe('outputs', () => {
  it('are written below the inputs, and what follows stays where it is', () => {
    const text = `${HEADER}\n${INPUTS} # note\n\n${HEADER}\n`;
    assert.equal(written(text, at(text, HEADER), [ANSWER]), `${HEADER}\n${INPUTS} # note\n${OUTPUTS}\n\n${HEADER}\n`);
    const last = `${HEADER}\n${INPUTS}`;
    assert.equal(written(last, at(last, HEADER), [ANSWER]), `${last}\n${OUTPUTS}`);
  });

  it('take the place of those that are there, or stand below in an example of their own', () => {
    const text = `${HEADER}\n${INPUTS}\n[%FEN x]\n\n# next\n`;
    const found = at(text, 'h1h8');
    assert.equal(written(text, found, [ANSWER]), `${HEADER}\n${INPUTS}\n${OUTPUTS}\n\n# next\n`);
    assert.equal(
      written(text, found, [ANSWER], 'below'),
      `${HEADER}\n${INPUTS}\n[%FEN x]\n\n# model: gpt\n${HEADER}\n${INPUTS}\n${OUTPUTS}\n\n# next\n`,
    );
  });

  it('of several models stand one below the other, each under its name', () => {
    const text = `# mine\n${HEADER}\n${INPUTS}\n`;
    const answers = [ANSWER, { label: 'other\nname', text: '[%FEN y]\n' }];
    const expected = `# mine\n# model: gpt\n${HEADER}\n${INPUTS}\n${OUTPUTS}\n\n# model: other name\n${HEADER}\n${INPUTS}\n[%FEN y]\n`;
    assert.equal(written(text, at(text, 'h1h8'), answers), expected);
    assert.equal(readMav(expected).filter(({ section }) => section.item !== undefined).length, 2);
  });

  it('find their place while the file is edited around the example, and not where it was edited itself', () => {
    const text = `# a\n${HEADER}\n${INPUTS}\n[%FEN x]\n\n# next\n`;
    const found = at(text, 'h1h8');
    const after = (edit: TextEdit) => {
      const changed = applyEdits(text, [edit]);
      const ranges = [found.inputs, ...(found.outputs === undefined ? [] : [found.outputs])];
      const [inputs, outputs] = shiftRanges(ranges, [{ range: edit.range, length: edit.newText.length }]);
      if (inputs === undefined || outputs === undefined) return undefined;
      return applyEdits(changed, outputEdits(changed, { ...found, inputs, outputs }, [ANSWER], 'in-place'));
    };
    const put = (mark: string, newText: string) => {
      const start = text.indexOf(mark);
      return after({ range: { start, end: start }, newText });
    };
    const expected = `# a\n${HEADER}\n${INPUTS}\n${OUTPUTS}\n\n# next\n`;
    assert.equal(put('# a', 'new\n'), `new\n${expected}`);
    assert.equal(put('# next', 'new\n'), expected.replace('# next', 'new\n# next'));
    assert.equal(put('h1h8', 'x'), undefined);
    assert.equal(put('FEN x', 'x'), undefined);
  });

  it('have the line ends of the file, and nothing of them is lost', () => {
    const piece = fc.constantFrom('a', ']', '[%FEN x]', '\n', '\r\n', ' ', '#', '<mav', 'Here you are:');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (pieces, eol) => {
        const answer = pieces.join('');
        const text = `${HEADER}\n${INPUTS}\n\n# end\n`.replaceAll('\n', eol);
        const result = written(text, at(text, 'h1h8'), [{ label: 'm', text: answer }]);
        const plain = (all: string) => all.replaceAll('\r\n', '\n');
        assert.equal(plain(result), `${HEADER}\n${INPUTS}\n${plain(answer).replace(/\n$/, '')}\n\n# end\n`);
        assert.equal(result.replaceAll(eol, '').match(/[\r\n]/), null);
      }),
    );
  });
});
