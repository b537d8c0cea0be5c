import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { stateLine } from '../../src/core/evaluation/game-trace/timeline.ts';
import { STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { TREE_VERSION } from '../../src/protocol/tree-messages.ts';
import { sampleComparison } from '../support/comparison-result.ts';
import { chessSearch, discSearch } from '../support/searched-tree.ts';
import { itLong } from '../support/thorough.ts';
import { traceOfText } from '../support/trace-page.ts';
import { GamesExtension, manyGames } from './games-extension.ts';
import { leagueText, showLeague } from './league-lines.ts';
import { mavComparison } from './mav-comparison.ts';
import { showMavStats } from './mav-stats-figures.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { drawnOf, listenToCanvas, markedTexts, outsideOfBrackets, type PageWord, wordsOf } from './page-words.ts';
import { madeSamples, openReport } from './report-extension.ts';
import { skipReason } from './shared-browser.ts';
import { ANSWER, atMessage, bare, boardHere, GAME, lineMessage, traced } from './state-lines.ts';
import { lastOf, openTree, withTreePage } from './tree-page.ts';

const english = JSON.parse(fs.readFileSync('l10n/bundle.l10n.json', 'utf8')) as Record<string, string>;
const MARKED = markedTexts(Object.keys(english));
/** A bundle that tries to become more than text. */
const HOSTILE = Object.fromEntries(
  Object.keys(english).map((key) => [key, `</script><img src=x onerror="document.title='run'">${key} <!--`]),
);

/** Elements whose words are the same in every language, and why. */
const KEPT: readonly (readonly [selector: string, why: string])[] = [
  ['script, style', 'no text'],
  ['[lang=en]', 'sentences and figures of the core, which are in English and say so'],
  ['code, pre, .fen, .raw, .command', 'states, commands and what models wrote'],
  ['.cg-wrap coords', 'names of files and ranks'],
  ['kbd', 'keys'],
];
const WITHOUT = KEPT.map(([selector]) => selector).join(', ');

/** Words that are the same in every language, and why. */
const SAME: readonly (readonly [form: RegExp, why: string])[] = [
  [/\b[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?(?!\w)/g, 'moves'],
  [/\b[a-h][1-8][a-h][1-8][qrbn]?\b/g, 'moves'],
  [/\b(?:gpt-4o|o3-mini|gemini-2\.0-flash|baseline:)[\w:.#-]*/g, 'names of models'],
  [/[\w-]+\.(?:run\.jsonl|mcts\.jsonl|league\.jsonl|pgn|mav)\b/g, 'names of files'],
  [
    /Nepomniachtchi – Riazantsev|White – Black, a sample|^Example 1$|^Connect Four$|^Pawn$|^trace(?= ·|$)|\bgame \d+|%(?:FEN|state|top_5)\b/g,
    'titles and labels of the samples',
  ],
  [/· stop(?: ·|$)/g, 'a word of the interface of models'],
  [/\b(?:Player|Rival|Open) \d+|\belo\b/g, 'players, tournaments and fields of the games'],
  [/\b(?:SVG|PNG|DOT|JSON)\b|\bms\b/g, 'names of formats, and a unit'],
  [
    /^\s*(?:builtin:mav-small\b.*|rollouts: 4|forgetful|internal search, .*)$/g,
    'names of models in the files of searches',
  ],
  [/\b(?:mav-small|rollouts: \d+|forgetful)\b/g, 'the same names, in titles and captions'],
  [/not a state: 5 ranks instead of 8/g, 'why a search closed an edge, which its file keeps'],
  [/^(?:State tracking report|League|139 games not played yet; .*)$/g, 'what the extension sends translated'],
];

type Run = (open: OpenPage) => Promise<void>;

/** A page with something in it, and what one press or message opens in it. */
interface Scene {
  readonly show: (host: PageHost, test: Run) => Promise<void>;
  readonly steps: readonly Run[];
}

const click =
  (selector: string): Run =>
  ({ page }) =>
    page.locator(selector).first().click();
const press =
  (key: string): Run =>
  ({ page }) =>
    page.keyboard.press(key);
const choose =
  (selector: string, index: number): Run =>
  async ({ page }) =>
    void (await page.locator(selector).first().selectOption({ index }));
/** Takes the keyboard out of the field that has it. */
const leave: Run = ({ page }) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
const unfold: Run = ({ page }) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });

const COMPARED = sampleComparison(0);
const LAST = COMPARED.history.length - 1;
const COMPARED_LINE = stateLine(
  COMPARED.history,
  COMPARED.predictions.map(({ label, fen }) => ({ label, at: LAST, fen })),
  { title: COMPARED.title, variant: 'chess', m: 4 },
);
const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8').replace('d7c5', 'd7d1');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5 :', 'g3g6 :');

const state =
  (message: object): Run =>
  (open) =>
    open.send({ version: STATE_VERSION, ...message });

/** A line of an example of MAV, with its lists. */
const showExample: Run = async (open) => {
  const result = await mavComparison(EXAMPLE, 0);
  const states = result.predictions.map(({ label, fen }) => ({ label, at: 0, fen }));
  const history = [{ ply: 0, fen: result.trueFen }];
  const line = stateLine(history, states, { title: 'Example 1', variant: 'chess', m: 4, labels: 'states' });
  await open.send(lineMessage(line, 'example'));
  await open.send(atMessage(0, { lineId: 'example' }));
  await open.send({ version: STATE_VERSION, type: 'detail', lineId: 'example', at: 0, result });
};

/** A line of a game of stones, with an answer that has two of them wrong. */
const showStones: Run = async (open) => {
  const fen = `x || ${Array.from({ length: 42 }, () => '.').join(' ')} ||`;
  const wrong = `o || x ${Array.from({ length: 40 }, () => '.').join(' ')} x ||`;
  const answers = [{ label: 'gpt-4o', at: 0, fen: wrong }];
  const line = stateLine([{ ply: 0, fen }], answers, { title: 'Connect Four', variant: 'connect_four', m: 2 });
  await open.send(lineMessage(line, 'stones'));
  await open.send(atMessage(0, { lineId: 'stones', label: 'gpt-4o' }));
};

/** Each page with something in it. */
const PAGES: Readonly<Record<string, Scene>> = {
  state: {
    show: async (host, test) => {
      const open = await host.open({ page: 'state', width: 546 });
      await open.send(traced());
      await open.send(atMessage(8, { board: boardHere(GAME[8]?.fen ?? '') }));
      await open.page.locator('cg-board').first().waitFor();
      await test(open);
      await open.page.close();
    },
    steps: [
      unfold,
      state({ type: 'answers', lineId: 'line 1', at: 8, answers: [ANSWER] }),
      state({ type: 'select', label: 'gemini-2.0-flash' }),
      press('ArrowRight'),
      press('ArrowRight'),
      click('.all-tab'),
      click('.menu-button > button'),
      press('Escape'),
      press('?'),
      press('Escape'),
      async (open) => {
        await open.send(lineMessage(COMPARED_LINE, 'compared'));
        await open.send(atMessage(LAST, { lineId: 'compared', label: COMPARED.predictions[0]?.label ?? null }));
        await state({ type: 'detail', lineId: 'compared', at: LAST, result: COMPARED })(open);
      },
      showExample,
      showStones,
      async (open) => {
        await open.send(bare());
        await open.send(atMessage(0, { lineId: 'bare' }));
      },
      async (open) => {
        const fen = '7k/4P3/8/8/8/8/8/K7 w - - 0 1';
        await open.send(
          lineMessage(stateLine([{ ply: 0, fen }], [], { title: 'Pawn', variant: 'chess', m: 2 }), 'pawn'),
        );
        await open.send(atMessage(0, { lineId: 'pawn', board: boardHere(fen) }));
        await open.page.locator('#move').fill('e7e8');
        await open.page.keyboard.press('Enter');
      },
      state({ type: 'nothing', reason: '⟦no game⟧', commands: ['statelens.openSamples', 'statelens.selectModel'] }),
    ],
  },
  tree: {
    show: (host, test) =>
      withTreePage(host, async (open) => {
        await listenToCanvas(open);
        await openTree(open, fs.readFileSync('samples/state-tracking.mcts.jsonl', 'utf8'));
        await open.page.locator('canvas').first().waitFor();
        await test(open);
      }),
    steps: [
      unfold,
      press('t'),
      press('i'),
      press('g'),
      press('d'),
      press('d'),
      press('?'),
      press('Escape'),
      press('i'),
      click('.find input[type=search]'),
      ({ page }) => page.keyboard.type('e'),
      click('.find select'),
      choose('.find select', 1),
      ({ page }) => page.locator('canvas').first().hover(),
      ({ page }) => page.locator('input[type=range]').first().fill('3'),
      ({ page }) => page.locator('input[type=range]').first().fill('9'),
      (open) =>
        open.send({
          version: TREE_VERSION,
          type: 'status',
          status: { state: 'running', done: 20, total: 100, canResume: true, text: '' },
        }),
      leave,
      async (open) => openTree(open, (await discSearch()).text),
      press('t'),
      ({ page }) => page.locator('canvas').first().hover(),
      async (open) => {
        const { lines, notes } = traceOfText(TRACE);
        await openTree(open, lines, { source: 'trace', title: 'trace', notes });
      },
      press('t'),
      press('ArrowRight'),
      async (open) => openTree(open, (await chessSearch()).text),
      press('t'),
      press('g'),
    ],
  },
  report: {
    show: (host, test) => openReport(host, { runs: [madeSamples(60, 3), madeSamples(60, 4, 'o3-mini')] }, test),
    steps: [
      unfold,
      choose('.filters select', 1),
      choose('.filters select', 2),
      click('.views button:nth-child(2)'),
      click('[role=gridcell]'),
      press('j'),
    ],
  },
  league: {
    show: async (host, test) => {
      const open = await host.open({ page: 'league' });
      await showLeague(open, leagueText(101));
      await test(open);
      await open.page.close();
    },
    steps: [],
  },
  'mav-stats': {
    show: async (host, test) => {
      const open = await host.open({ page: 'mav-stats' });
      await showMavStats(open);
      await test(open);
      await open.page.close();
    },
    steps: [],
  },
  games: {
    show: async (host, test) => {
      const open = await host.open({ page: 'games', width: 1100 });
      await new GamesExtension(open, manyGames(20)).show();
      await open.page.locator('.rows .players').first().waitFor();
      await test(open);
      await open.page.close();
    },
    steps: [
      click('.facet'),
      ({ page }) => page.locator('#expression').fill('elo > and'),
      ({ page }) => page.locator('#expression').fill('el'),
      press('Escape'),
      click('[role=row] .tick'),
    ],
  },
};

/** What of the page's words is in no bundle, and not the same in every language. */
const foreignIn = (found: readonly PageWord[]): string[] => [
  ...new Set(
    found
      .filter(({ text }) => {
        const left = SAME.reduce((rest, [form]) => rest.replaceAll(form, ' '), outsideOfBrackets(text));
        return /\p{L}{2}/u.test(left);
      })
      .map(({ text, where }) => `${where}: ${text}`),
  ),
];

describe('the pages in another language', { skip: skipReason ?? false }, () => {
  let marked: PageHost;
  let hostile: PageHost;
  before(async () => {
    marked = await PageHost.start({ language: 'fr', texts: MARKED });
    hostile = await PageHost.start({ language: 'de', texts: HOSTILE });
  });
  after(() => Promise.all([marked?.close(), hostile?.close()]));

  for (const [name, { show, steps }] of Object.entries(PAGES)) {
    it(`show texts of the bundle, and no other words: ${name}`, () =>
      show(marked, async (open) => {
        assert.equal(await open.page.locator('html').getAttribute('lang'), 'fr');
        const found = await wordsOf(open, WITHOUT);
        assert.ok(found.some(({ text }) => text.includes('⟦')));
        for (const step of steps) {
          await step(open);
          found.push(...(await wordsOf(open, WITHOUT)));
        }
        const foreign = foreignIn([...found, ...(await drawnOf(open))]);
        assert.ok(foreign.length === 0, foreign.join('\n'));
        assert.deepEqual([open.errors, await open.violations()], [[], []]);
      }));

    itLong(`take a bundle for text alone: ${name}`, () =>
      show(hostile, async (open) => {
        assert.ok((await wordsOf(open, WITHOUT)).some(({ text }) => text.includes('</script><img')));
        assert.equal(await open.page.locator('img[onerror]').count(), 0);
        assert.equal(await open.page.title(), name);
        assert.deepEqual([open.errors, await open.violations()], [[], []]);
      }),
    );
  }

  it('export trees and copy states in English', async () => {
    await withTreePage(marked, async (open) => {
      await openTree(open, (await chessSearch()).text);
      await open.page.locator('canvas').first().waitFor();
      await open.page.keyboard.press('t');
      await open.page.locator('.menu summary').click();
      await open.page.locator('.menu .items button').first().click();
      const { content = '' } = (await lastOf(open, 'export')) ?? {};
      assert.match(content, /^<svg/);
      assert.match(content, />start</);
      assert.match(content, />\+\d+ others</);
      assert.doesNotMatch(content, /[⟦⟧]/);
    });
    const open = await marked.open({ page: 'state', width: 546 });
    await open.send(lineMessage(COMPARED_LINE, 'compared'));
    await open.send(atMessage(LAST, { lineId: 'compared', label: COMPARED.predictions[0]?.label ?? null }));
    await state({ type: 'detail', lineId: 'compared', at: LAST, result: COMPARED })(open);
    const items = open.page.locator('#copy-menu button:enabled');
    await open.page.locator('.menu-button > button').click();
    const count = await items.count();
    for (let i = 0; i < count; i++) {
      if (i > 0) await open.page.locator('.menu-button > button').click();
      await items.nth(i).click();
    }
    const copied = (await open.sentByState()).flatMap((said) =>
      said.type === 'copy' || said.type === 'save' ? [said.text] : [],
    );
    assert.ok(copied.length > 4, `${copied.length} copies`);
    assert.deepEqual(
      copied.filter((text) => /[⟦⟧]/.test(text)),
      [],
    );
    await open.page.close();
  });
});
