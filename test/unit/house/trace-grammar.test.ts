import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { tokenizer } from './tokenize.ts';

const trace = await tokenizer('source.statelens.trace');

/** `text scope` of every token that has a scope; the innermost one, without the grammar's name. */
const scoped = (text: string): string[] =>
  trace(text)
    .filter(([word, ...scopes]) => word.trim() !== '' && scopes.length > 0)
    .map(([word, ...scopes]) => `${word.trim()} ${(scopes.at(-1) ?? '').replace(/\.trace$/, '')}`);

describe('the grammar of traces', () => {
  const lines: [what: string, line: string, expected: string[]][] = [
    [
      'an operation and its result',
      'Exploring Operation: 39/3=12, Resulting Numbers: [12]',
      [
        'Exploring Operation keyword.control.event',
        ': punctuation.separator.key-value',
        '39 constant.numeric',
        '/ keyword.operator.arithmetic',
        '3 constant.numeric',
        '= keyword.operator.arithmetic',
        '12 constant.numeric',
        'Resulting Numbers keyword.other.field',
        ': punctuation.separator.key-value',
        '12 constant.numeric',
      ],
    ],
    [
      'the name of a node',
      'Moving to Node #0,0,1',
      ['Moving to Node keyword.control.event', '# punctuation.definition.entity', '0,0,1 entity.name.tag.node'],
    ],
    [
      'a claim of the goal',
      '37,37 equal: Goal Reached',
      [
        '37 constant.numeric',
        '37 constant.numeric',
        'equal keyword.operator.comparison',
        ': punctuation.separator.key-value',
        'Goal Reached constant.language.goal',
      ],
    ],
    [
      'tokens of A*, with cost and heuristic',
      'wall 0 3 create 2 3 c0 c4',
      [
        'wall storage.type.cell',
        '0 constant.numeric',
        '3 constant.numeric',
        'create keyword.control.event',
        '2 constant.numeric',
        '3 constant.numeric',
        'c variable.parameter.cost',
        '0 constant.numeric.cost',
        'c variable.parameter.cost',
        '4 constant.numeric.cost',
      ],
    ],
    [
      'a tag and its attributes',
      '<node id="n1">',
      [
        '< punctuation.definition.tag',
        'node entity.name.tag',
        'id entity.other.attribute-name',
        '= punctuation.separator.key-value',
        '"n1" string.quoted.double',
        '> punctuation.definition.tag',
      ],
    ],
  ];
  for (const [what, line, expected] of lines)
    it(`marks ${what}`, () => {
      assert.deepEqual(scoped(line), expected);
    });

  it('leaves no word of the samples without a mark', () => {
    for (const name of ['countdown.trace', 'maze.trace']) {
      const plain = trace(fs.readFileSync(`samples/${name}`, 'utf8'))
        .filter(([word, ...scopes]) => /\w/.test(word) && scopes.length === 0)
        .map(([word]) => word);
      assert.deepEqual(plain, [], name);
    }
  });

  it('marks a line alike whatever stands above it', () => {
    const line = 'Generated Node #0,0: 37:[31, 30] Operation: 18+12=30';
    for (const above of ['<node id=', '"open', "Operations: ['18+12"]) {
      const own = trace(line);
      assert.deepEqual(trace(`${above}\n${line}`).slice(-own.length), own, above);
    }
  });
});
