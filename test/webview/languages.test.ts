import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { itLong } from '../support/thorough.ts';
import { GamesExtension, manyGames } from './games-extension.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { madeSamples, openReport } from './report-extension.ts';
import { skipReason } from './shared-browser.ts';
import { atMessage, boardHere, GAME, traced } from './state-lines.ts';
import { openTree, withTreePage } from './tree-page.ts';

const english = JSON.parse(fs.readFileSync('l10n/bundle.l10n.json', 'utf8')) as Record<string, string>;
/** Each text in brackets, as if it were another language. */
const MARKED = Object.fromEntries(Object.keys(english).map((key) => [key, `⟦${key}⟧`]));
/** A bundle that tries to become more than text. */
const HOSTILE = Object.fromEntries(
  Object.keys(english).map((key) => [key, `</script><img src=x onerror="document.title='run'">${key} <!--`]),
);

/** Texts that are not of the page: its data, boards, and the parts of a report, which the HTML file of it has as well. */
const OF_CORE =
  'script, style, .cg-wrap, .parts, main > section:not(#samples), header h1, nav a, table, figure, select';

/** Words that a page shows to eyes and to screen readers. */
const words = ({ page }: OpenPage): Promise<string[]> =>
  page.evaluate((ofCore) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if ((node instanceof Element ? node : node.parentElement)?.closest(ofCore) !== null) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
      } else found.push(node.textContent ?? '');
    }
    return found.map((text) => text.trim()).filter((text) => text !== '');
  }, OF_CORE);

type Shown = (host: PageHost, test: (open: OpenPage) => Promise<void>) => Promise<void>;

/** Each page with something in it. */
const PAGES: Readonly<Record<string, Shown>> = {
  state: async (host, test) => {
    const open = await host.open({ page: 'state', width: 546 });
    await open.send(traced());
    await open.send(atMessage(8, { board: boardHere(GAME[8]?.fen ?? '') }));
    await open.page.locator('cg-board').first().waitFor();
    await test(open);
    await open.page.close();
  },
  tree: (host, test) =>
    withTreePage(host, async (open) => {
      await openTree(open, fs.readFileSync('samples/state-tracking.mcts.jsonl', 'utf8'));
      await open.page.locator('canvas').first().waitFor();
      await test(open);
    }),
  report: (host, test) => openReport(host, { runs: [madeSamples(60, 3)] }, test),
  games: async (host, test) => {
    const open = await host.open({ page: 'games', width: 1100 });
    await new GamesExtension(open, manyGames(20)).show();
    await open.page.locator('.rows .players').first().waitFor();
    await test(open);
    await open.page.close();
  },
};

/** Parts of texts in brackets are the values of a place, which stand as they are. */
const outsideOfBrackets = (text: string): string => {
  let depth = 0;
  return Array.from(text)
    .filter((sign) => (sign === '⟦' ? (depth++, false) : sign === '⟧' ? (depth--, false) : depth === 0))
    .join('');
};

describe('the pages in another language', { skip: skipReason ?? false }, () => {
  let marked: PageHost;
  let hostile: PageHost;
  before(async () => {
    marked = await PageHost.start({ language: 'fr', texts: MARKED });
    hostile = await PageHost.start({ language: 'de', texts: HOSTILE });
  });
  after(() => Promise.all([marked?.close(), hostile?.close()]));

  for (const [name, shown] of Object.entries(PAGES)) {
    it(`show texts of the bundle: ${name}`, () =>
      shown(marked, async (open) => {
        assert.equal(await open.page.locator('html').getAttribute('lang'), 'fr');
        const found = await words(open);
        assert.ok(found.filter((text) => text.includes('⟦')).length > 5, found.join('\n'));
        // what is the same as a text of the bundle, and not in brackets
        const left = found
          .map(outsideOfBrackets)
          .filter((text) => Object.hasOwn(english, text.trim()) && /\p{L}{3}/u.test(text));
        assert.deepEqual(left, []);
        assert.deepEqual([open.errors, await open.violations()], [[], []]);
      }));

    itLong(`take a bundle for text alone: ${name}`, () =>
      shown(hostile, async (open) => {
        assert.ok((await words(open)).some((text) => text.includes('</script><img')));
        assert.equal(await open.page.locator('img[onerror]').count(), 0);
        assert.equal(await open.page.title(), name);
        assert.deepEqual([open.errors, await open.violations()], [[], []]);
      }),
    );
  }
});
