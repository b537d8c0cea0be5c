import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { detectLanguage } from '../../../src/core/languages/languages.ts';
import { formatWalks } from '../../../src/core/notation/walk/format-walk.ts';
import { lastWalkStart, readWalks, walkLines } from '../../../src/core/notation/walk/read-walk.ts';
import { replayWalk } from '../../../src/core/notation/walk/replay-walk.ts';
import { namedWorlds } from '../../../src/core/notation/walk/walk-world.ts';
import { anyText, legalWalk, printWalk } from './walk-texts.ts';

const formatted = (text: string): string => applyEdits(text, [...formatWalks(text)].flat());

/** Everything that a file says, without places. */
const meaning = (text: string): unknown =>
  readWalks(text).walks.map(({ world, start, actions, predictions }) => ({
    world: world.text,
    start: start?.text,
    actions: actions.map((one) => one.text),
    predictions: predictions.map(({ at, value }) =>
      typeof value === 'string' ? [at, value] : [at, value.label.text, value.fen],
    ),
  }));

describe('the reader of walks', () => {
  it('tiles any text with lines, and drops none of it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = [...walkLines(text)];
        assert.equal(lines.map(({ range }) => text.slice(range.start, range.end)).join(''), text);
        for (const { range, content, value } of lines) {
          assert.ok(range.start <= content.start && content.end <= range.end);
          assert.ok(content.start <= value.start && value.end <= content.end);
        }
      }),
    );
  });

  it('keeps every word of any text: as an action, in a header, in a prediction, a comment, or above the first walk', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { walks, orphans } = readWalks(text);
        const spans = [...orphans];
        for (const { world, start, actions, predictions, strayStarts } of walks)
          spans.push(
            world.range,
            ...(start === undefined ? [] : [start.range]),
            ...actions.map(({ range }) => range),
            ...predictions.map(({ range }) => range),
            ...strayStarts,
          );
        for (const line of walkLines(text)) {
          if (line.kind === 'comment' || line.kind === 'blank') continue;
          for (const match of text.slice(line.content.start, line.content.end).matchAll(/[^ \t\v\f]+/g)) {
            const at = line.content.start + match.index;
            const isKeyword = (line.kind === 'world' || line.kind === 'start') && at === line.content.start;
            assert.ok(isKeyword || spans.some(({ start, end }) => start <= at && at < end), JSON.stringify(match[0]));
          }
        }
      }),
    );
  });

  it('reads what was written, with ranges of the very words', () => {
    fc.assert(
      fc.property(legalWalk, (walk) => {
        const text = `# walk\n${printWalk(walk)}`;
        const [read] = readWalks(text).walks;
        assert.deepEqual(
          read?.actions.map((one) => one.text),
          walk.actions,
        );
        for (const { text: word, range } of read?.actions ?? []) assert.equal(text.slice(range.start, range.end), word);
        assert.equal(read?.world.text, walk.world);
      }),
    );
  });

  it('replays legal walks to their end, and finds nothing in them', () => {
    fc.assert(
      fc.property(legalWalk, (walk) => {
        const text = printWalk(walk);
        const [read] = readWalks(text).walks;
        assert.ok(read !== undefined);
        assert.equal(replayWalk(read, namedWorlds).states.length, walk.actions.length + 1);
        assert.deepEqual(checkText(text, 'walk'), []);
      }),
    );
  });

  it('puts a prediction behind the actions above it', () => {
    const { walks, orphans } = readWalks(
      '# pstate a ?\nworld s3\n(12) (23)\n# pstate a 1 2 3\n# a remark\n(12)\n# pstate b@t#3 ?\n',
    );
    assert.equal(orphans.length, 1);
    const values = walks[0]?.predictions.map(({ at, value }) => [
      at,
      typeof value === 'string' ? value : [value.label, value.fen],
    ]);
    assert.deepEqual(values, [
      [2, [{ text: 'a', model: 'a' }, '1 2 3']],
      [3, [{ text: 'b@t#3', model: 'b', template: 't', sample: '3' }, undefined]],
    ]);
  });

  it('cuts a text where both parts read as they do together', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, length) => {
        const part = text.slice(0, length % (text.length + 1));
        const at = lastWalkStart(part);
        const whole = meaning(text) as unknown[];
        assert.deepEqual(
          [...(meaning(text.slice(0, at)) as unknown[]), ...(meaning(text.slice(at)) as unknown[])],
          whole,
        );
      }),
    );
  });

  it('cuts a text before its last walk, whose first line must be whole', () => {
    assert.equal(lastWalkStart('world s3\n(12)\nworld s4\n(23)\n'), 14);
    assert.equal(lastWalkStart('x\nworld\n(12)\n'), 2, 'a world line without a name');
    assert.equal(lastWalkStart('world s3\n(12)\nworld'), 0, 'the word may go on');
    assert.equal(lastWalkStart('world s3\n(12)\nworld s'), 14);
  });

  it('tells walks by their ending and by their first line', () => {
    assert.equal(detectLanguage('a.walk'), 'walk');
    assert.equal(detectLanguage('', 'world othello'), 'walk');
    assert.equal(detectLanguage('', 'worldly wise'), undefined);
  });
});

describe('the formatter of walks', () => {
  it('changes white space alone, keeps what a file says, and is done after once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const after = formatted(text);
        assert.equal(after.replace(/\s+/g, ''), text.replace(/\s+/g, ''));
        assert.deepEqual(meaning(after), meaning(text));
        assert.equal(formatted(after), after);
      }),
    );
  });

  it('puts one space between actions, and leaves states and comments as they are', () => {
    assert.equal(
      formatted(
        '  world \t s5  \nstart 2  1 3 4 5 \n (12)   (23)\t(34) \n  # pstate m  2 1  3 4 5 \n#  a   remark  \n',
      ),
      'world s5\nstart 2  1 3 4 5\n(12) (23) (34)\n  # pstate m  2 1  3 4 5\n#  a   remark\n',
    );
  });
});
