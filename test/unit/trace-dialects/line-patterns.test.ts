import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compilePattern } from '../../../src/core/traces/own/line-pattern.ts';
import { assertLinear } from '../../support/growth.ts';

/** Groups of a match of a whole text, as JavaScript finds them. */
const expected = (source: string, text: string): Record<string, string> | undefined => {
  const isFolded = source.startsWith('(?i)');
  const found = new RegExp(`^(?:${isFolded ? source.slice(4) : source})$`, isFolded ? 'iu' : 'u').exec(text);
  if (found === null) return undefined;
  return Object.fromEntries(Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined));
};

const matched = (source: string, text: string): Record<string, string> | undefined => {
  const pattern = compilePattern(source);
  assert.ok(pattern.ok, source);
  const groups = pattern.value.match(text, { start: 0, end: text.length });
  return groups && Object.fromEntries(Array.from(groups, ([name, { start, end }]) => [name, text.slice(start, end)]));
};

const PATTERNS = [
  String.raw`Node (?<id>\d+) from (?<parent>\d+) by (?<action>\S+): (?<state>.*)`,
  String.raw`(?i)step\s*#?(?<id>[a-f0-9]{1,3})(?:\s+\((?<reason>[^)]*)\))?`,
  String.raw`(?<action>a+?)(?<state>a*)b?`,
  String.raw`(?<action>(?:ab|a)(?:c|bcd))(?<state>d*)`,
  String.raw`(?:x{2,3}|(?<id>x)y)*\b(?<state>[\w.-]+)$`,
  String.raw`^(?<id>[^\s,]+)(?:, (?<parent>[^\s,]+)){0,2}`,
  String.raw`(?<state>\u{0}?[😀-😂]+|\.\*)`.replace(String.raw`\u{0}?`, ''),
  String.raw`(?<a>a|ab)(?<b>c|bcd)(?<d>d*)`,
];

describe('patterns of lines', () => {
  it('match and capture what JavaScript does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PATTERNS),
        fc.oneof(
          fc.string({ unit: fc.constantFrom(...Array.from('abcdxy .,#()12 😀😁')), maxLength: 10 }),
          fc.constantFrom(
            'Node 12 from 3 by up: a b',
            'STEP #a1 (why not)',
            'aaab',
            'abcd',
            'abcdd',
            'xxxya',
            'ab, c, d',
            'Xxy.',
          ),
        ),
        (source, text) => {
          assert.deepEqual(matched(source, text), expected(source, text), `${source} on ${text}`);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('of any shape match what JavaScript does, if it is quick enough to tell', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      String.raw`\w`,
      '(?:a|ab)',
      'a*',
      'b+?',
      '(?:ab)?',
      'c{1,2}',
      String.raw`\b`,
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 }),
        (parts, text) => {
          const source = `(?<id>${parts.join('')})(?<state>.*)`;
          assert.deepEqual(matched(source, text), expected(source, text), `${source} on ${text}`);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('say where they are wrong, and refuse what is not linear', () => {
    const fault = (source: string): string => {
      const pattern = compilePattern(source);
      return pattern.ok ? 'none' : `${pattern.error.offset}: ${pattern.error.message.split(/[;:(]/)[0]?.trim() ?? ''}`;
    };
    assert.equal(fault('a(?=b)'), '1: patterns cannot look at what is around');
    assert.equal(fault('(?<!a)b'), '0: patterns cannot look at what is around');
    assert.equal(fault(String.raw`(?<id>a)\1`), '8: patterns cannot refer to a group');
    assert.equal(fault('ab(c'), '2: this bracket is never closed');
    assert.equal(fault('ab)c'), '2: this bracket closes nothing');
    assert.equal(fault('a[b'), '1: this class is never closed');
    assert.equal(fault('*a'), '0: there is nothing to repeat before *');
    assert.equal(fault('a**'), '2: this repeats a repetition');
    assert.equal(fault('a{3,1}'), '1: the counts are in the wrong order');
    assert.equal(fault('(?<id>a)(?<id>b)'), '8: the group id exists already');
    assert.equal(fault(String.raw`\q`), '0: there is no escape \\q');
    assert.equal(fault('((a{100}){100}){100}'), '0: the pattern is too large');
    assert.equal(fault(`${'('.repeat(30)}${'){200}'.repeat(30)}`), '0: the pattern is too large');
  });

  it('need time in proportion to the line, however hostile', () => {
    for (const source of ['(?:a*)*b', '(?:a|aa)+c', '(?:a?){100}a{100}d', String.raw`(?<id>\w+\s?)+:`, '(?:(?:a*)*)*e'])
      assertLinear(
        source,
        2000,
        (n) => 'a'.repeat(n),
        (line) => {
          const pattern = compilePattern(source);
          assert.ok(pattern.ok);
          assert.equal(pattern.value.match(line, { start: 0, end: line.length }), undefined);
        },
      );
  });

  it('are refused or compiled, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from(String.raw`ab()[]{}|*+?.^$\<>:=!-,1d9PknuxO `)),
          maxLength: 12,
        }),
        (source) => {
          const pattern = compilePattern(source);
          if (pattern.ok) pattern.value.match('ab1 -', { start: 0, end: 5 });
          else assert.ok(pattern.error.offset >= 0 && pattern.error.offset <= source.length);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
