import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chessFences, fenceFindings, fenceHtml, fencePosition } from '../../../src/core/audit/fences.ts';
import { extendMarkdown, FenceRenderer, type MarkdownIt } from '../../../src/extension/audit/extend-markdown.ts';
import { itLong } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const fence = (text: string, info = 'chess'): string => `Text\n\n\`\`\`${info}\n${text}\n\`\`\`\n\nMore\n`;

describe('chess fences', () => {
  it('are found between their lines, and no others', () => {
    const text = `${fence(START)}${fence('1. e4')}${fence('1. d4', 'pgn')}\`\`\`\`md\n${fence('1. c4')}\`\`\`\`\n`;
    assert.deepEqual(
      chessFences(text).map(({ start, end }) => text.slice(start, end)),
      [`${START}\n`, '1. e4\n'],
    );
  });

  it('show a FEN, or the position after the last move of the main line', () => {
    assert.deepEqual(fencePosition(START), { fen: START, lastMove: undefined });
    assert.deepEqual(fencePosition('1. e4 e5 (1... c5 2. Nf3) 2. Bc4'), {
      fen: 'rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2',
      lastMove: 'Bc4',
    });
    assert.deepEqual(fencePosition('[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 21"]\n\n21. Rd8#'), {
      fen: '3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 21',
      lastMove: 'Rd8#',
    });
  });

  it('say why they show none', () => {
    for (const [text, reason] of [
      ['', /empty/],
      ['1. e4 e5 2. Ke3', /Ke3/],
      ['8/8/8/8/8/8/8/8 w - - 0 1', /king|empty/],
      ['hello', /neither/],
    ] as const) {
      const position = fencePosition(text);
      assert.match('problem' in position ? position.problem : '', reason, text);
    }
  });

  it('have their errors at their places', () => {
    const text = fence('1. e4 e5 2. Ke3');
    assert.deepEqual(
      fenceFindings(text).map(({ code, range }) => [code, text.slice(range.start, range.end)]),
      [['PGN_ILLEGAL_MOVE', 'Ke3']],
    );
    assert.deepEqual(fenceFindings(fence('1. e4 e5')), []);
    assert.equal(fenceFindings(fence('rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).length, 1);
  });
});

describe('a fence in a preview', () => {
  it('is an image that holds its board and the place of its line', () => {
    const html = fenceHtml('1. e4', 7);
    assert.match(
      html,
      /^<p class="code-line" data-line="7"><img src="data:image\/svg\+xml,%3Csvg[^"]*" alt="after e4, black to move: rnbqkbnr\/pppppppp\/8\/8\/4P3\//,
    );
  });

  it('is its text, escaped, with the reason where there is no board', () => {
    const html = fenceHtml('<script>alert(1)</script>\n"x"', undefined);
    assert.match(
      html,
      /^<pre><code>&#60;script&#62;alert\(1\)&#60;\/script&#62;\n&#34;x&#34;<\/code><\/pre><p><em>StateLens: /,
    );
  });

  itLong('holds no markup of its text, whatever that is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<img src=x onerror=y>', '1. e4 "><b>')),
        (text) => {
          const bare = fenceHtml(text, 0).replace(/<\/?(?:p|pre|code|em|img)(?: [a-z-]+="[^"<>]*")*>/g, '');
          assert.doesNotMatch(bare, /[<>]/);
        },
      ),
    );
  });
});

describe('the plugin of the preview', () => {
  const token = (info: string) => ({ info, content: '1. e4\n', map: [3, 5] as const });
  const parser = (): MarkdownIt => ({ renderer: { rules: { fence: () => 'usual' } } });

  it('draws chess fences once what draws them is loaded, and leaves others alone', async () => {
    let refreshed = 0;
    let loaded = 0;
    const load = (): Promise<{ fenceHtml: typeof fenceHtml }> => {
      loaded++;
      return Promise.resolve({ fenceHtml });
    };
    const { fence: rule } = extendMarkdown(parser(), new FenceRenderer(load), () => refreshed++).renderer.rules;
    assert.equal(rule?.([token('js')], 0), 'usual');
    assert.equal(loaded, 0);
    assert.equal(rule?.([token('chess')], 0), 'usual');
    assert.equal(rule?.([token('chess')], 0), 'usual');
    await new Promise((resolve) => void setImmediate(resolve));
    assert.deepEqual([loaded, refreshed], [1, 1]);
    assert.match(rule?.([token('chess white')], 0) ?? '', /^<p class="code-line" data-line="3"><img/);
    assert.equal(rule?.([token('chessboard')], 0), 'usual');
  });

  it('draws the first fence, and renders nothing twice, where the renderer was loaded with the file', async () => {
    let loaded = 0;
    const renderer = new FenceRenderer(() => {
      loaded++;
      return Promise.resolve({ fenceHtml });
    });
    await Promise.all([renderer.load(), renderer.load()]);
    const { fence: rule } = extendMarkdown(parser(), renderer, () => assert.fail()).renderer.rules;
    assert.match(rule?.([token('chess')], 0) ?? '', /<img/);
    await new Promise((resolve) => void setImmediate(resolve));
    assert.equal(loaded, 1);
  });

  it('leaves the text of a fence where loading fails', async () => {
    const { fence: rule } = extendMarkdown(parser(), new FenceRenderer(() => Promise.reject(new Error('gone'))), () =>
      assert.fail(),
    ).renderer.rules;
    assert.equal(rule?.([token('chess')], 0), 'usual');
    await new Promise((resolve) => void setImmediate(resolve));
    assert.equal(rule?.([token('chess')], 0), 'usual');
  });
});
