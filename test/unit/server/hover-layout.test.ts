import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HoverLine, type HoverStyle, layout } from '../../../src/server/hover/hover-layout.ts';

const HTML: HoverStyle = { images: true, markdown: true, html: true, orientation: 'white' };
const MARKDOWN: HoverStyle = { ...HTML, html: false };
const TEXT: HoverStyle = { ...MARKDOWN, images: false };
const board = { svg: () => '<svg xmlns="http://www.w3.org/2000/svg"/>', text: () => ['K k'] };
const links = [{ title: 'Go', command: 'a.b', arguments: ['"<'] }];

/** The rows beside the picture. */
const rows = (html: string): string[] =>
  /<td>([^]*)<\/td>/.exec(html.replace(/^.*?&nbsp;<\/td>/s, ''))?.[1]?.split('<br>') ?? [];

describe('the layout of a hover', () => {
  const lines = (n: number, length: number): HoverLine[] =>
    Array.from({ length: n }, (_, i) => ({ text: `${i} ${'x'.repeat(length)}`, rank: i }));

  it('has ten rows at most beside the picture, the lines of the highest rank left out', () => {
    const short = rows(layout({ title: 'T', board, lines: lines(20, 10), links }, HTML));
    assert.equal(short.length, 10);
    assert.deepEqual([short[0], short.at(-1)], ['<b>T</b>', `7 ${'x'.repeat(10)}`]);
    // In a narrow editor the rows are more, and the last ones are not seen at once.
    assert.match(short[1] ?? '', /^<a /);
    // A line of 100 characters takes two rows.
    assert.equal(rows(layout({ title: 'T', board, lines: lines(20, 98), links }, HTML)).length, 2 + 4);
    const swapped = lines(3, 300).map((line) => ({ ...line, rank: 9 - line.rank }));
    assert.deepEqual(
      rows(layout({ title: 'T', board, lines: swapped }, HTML))
        .at(-1)
        ?.slice(0, 2),
      '2 ',
    );
  });

  it('is words alone without a picture', () => {
    const content = { title: 'T & U', lines: lines(1, 2), links };
    assert.equal(
      layout(content, HTML),
      '<b>T &amp; U</b><br><a href="command:a.b?%5B%22%5C%22%3C%22%5D">Go</a><br>0 xx',
    );
    assert.equal(layout(content, MARKDOWN), '**T &amp; U**\n\n0 xx');
  });

  it('has title, board and lines one below the other for other clients, and no links', () => {
    const content = { title: 'T', facts: ' · f', board, lines: [{ text: 'a`b', rank: 0, isCode: true }], links };
    assert.match(layout(content, MARKDOWN), /^\*\*T\*\* · f\n\n!\[board\]\(data:[^)]*\)\n\n`a'b`$/);
    assert.equal(layout(content, TEXT), "**T** · f\n\n```text\nK k\n```\n\n`a'b`");
    assert.equal(layout(content, { ...TEXT, markdown: false }), 'T · f\n\nK k\n\na`b');
  });
});
