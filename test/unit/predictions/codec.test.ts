import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { formatLabel, LABEL_NOTES, makeLabel, parseLabel } from '../../../src/core/notation/predictions/prediction.ts';
import {
  decodeFen,
  encodeFen,
  manualStateEdit,
  printCommand,
  readCommandValue,
} from '../../../src/core/notation/predictions/prediction-syntax.ts';

describe('prediction codec', () => {
  it('writes an ordinary FEN as it is', () => {
    const fen = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 3 12';
    assert.equal(printCommand(makeLabel('gpt-4o'), fen), `[%pfen gpt-4o ${fen}]`);
    assert.equal(encodeFen(undefined), '?');
    assert.equal(decodeFen('?'), undefined);
  });

  it('encodes what would end the command, and spaces that would be lost', () => {
    assert.equal(encodeFen('a  b'), 'a %20b');
    assert.equal(encodeFen(' a '), '%20a%20');
    assert.equal(encodeFen('50% {x} [y]\n'), '50%25 %7Bx%7D [y%5D%0A');
    assert.equal(encodeFen('?'), '%3F');
    assert.equal(encodeFen('\u0085é'), '%C2%85é');
  });

  it('gives back any predicted text, also after other tools have wrapped its lines', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom(' ', '\n', '\r\n', '\t', '   '),
        (fen, gap) => {
          const encoded = encodeFen(fen);
          assert.doesNotMatch(encoded, /[{}\]\n\r]/);
          assert.equal(decodeFen(encoded.replaceAll(' ', gap)), fen);
        },
      ),
    );
  });

  it('gives back any label', () => {
    const part = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(part, part, part, (model, template, sample) => {
        const label = makeLabel(model, template, sample);
        assert.doesNotMatch(label.text, /[\s{}\]]/);
        assert.deepEqual(parseLabel(label.text), label);
        assert.equal(label.model, model);
        assert.equal(label.template ?? '', template);
        assert.equal(label.sample ?? '', sample);
      }),
    );
  });

  it('splits a label into model, template and sample', () => {
    assert.deepEqual(parseLabel('gpt-4o@cot#3'), {
      text: 'gpt-4o@cot#3',
      model: 'gpt-4o',
      template: 'cot',
      sample: '3',
    });
    assert.deepEqual(parseLabel('baseline:naive-tracker'), {
      text: 'baseline:naive-tracker',
      model: 'baseline:naive-tracker',
    });
    assert.deepEqual(makeLabel('my model@home#1').text, 'my%20model%40home%231');
  });

  it('says in a label how the state was taken; labels of one source stay equal', () => {
    const part = fc.constantFrom('a', 'b!doubtful', 'c!by-hand', '!', 'x!doubtful!by-hand');
    fc.assert(
      fc.property(part, part, part, fc.constantFrom(undefined, ...LABEL_NOTES), (model, template, sample, note) => {
        const label = makeLabel(model, template, sample, note);
        assert.deepEqual(parseLabel(formatLabel(label)), label);
        assert.equal(label.text, makeLabel(model, template, sample).text);
        assert.deepEqual([label.model, label.template, label.sample, label.note], [model, template, sample, note]);
      }),
    );
    assert.equal(printCommand(makeLabel('m', undefined, 2, 'doubtful'), 'x'), '[%pfen m#2!doubtful x]');
  });

  it('writes a state that a person took into the place of another, and says so in the label', () => {
    const fen = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 3 12';
    for (const [before, after] of [
      ['1. e4 { [%pfen gpt-4o?x\n ?] } e5', `1. e4 { [%pfen gpt-4o?x!by-hand\n ${fen}] } e5`],
      ['1. e4 {[%pfen m@t#3!doubtful a b]} *', `1. e4 {[%pfen m@t#3!by-hand ${fen}]} *`],
    ] as const) {
      const [found] = predictionsIn(before, 'pgn');
      assert.ok(found !== undefined);
      const { range, newText } = manualStateEdit(before, found, fen);
      assert.equal(before.slice(0, range.start) + newText + before.slice(range.end), after);
    }
  });

  it('reads broken escapes literally', () => {
    assert.equal(decodeFen('100% %zz %C3 %e2%99%98'), '100% %zz %C3 ♘');
  });

  it('tells which part of a command is missing', () => {
    assert.equal(readCommandValue('   ', 0, 3), 'label');
    assert.equal(readCommandValue(' gpt-4o ', 0, 8), 'fen');
    const value = readCommandValue(' gpt-4o\n 8/8  w ', 0, 16);
    assert.ok(typeof value !== 'string');
    assert.deepEqual([value.label.model, value.fen, value.fenStart, value.fenEnd], ['gpt-4o', '8/8 w', 9, 15]);
  });
});
