import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { GAMES_VERSION } from '../../../src/protocol/games-messages.ts';
import { REPORT_VERSION } from '../../../src/protocol/report-messages.ts';
import { runOfGames } from '../../support/run-of-games.ts';
import { itLong } from '../../support/thorough.ts';
import { StartedWindow, until } from './started-window.ts';

/** Twenty games of a World Cup, each cut once, with the answers of several models. */
const CUTS = fs.readFileSync('test/fixtures/pgn2fen/cuts.pgn', 'utf8');
const WORLD_CUP = fs.readFileSync('samples/world-cup.pgn', 'utf8');

const report = async (window: StartedWindow) => (await window.page('statelens.report', REPORT_VERSION)).told('show');

describe('reports', () => {
  itLong('open from a run that is still in segments, as one run', () => {
    const [header = '', ...samples] = runOfGames(CUTS, 'games.pgn').trimEnd().split('\n');
    const middle = Math.floor(samples.length / 2);
    const segment = (lines: readonly string[]): string => `${[header, ...lines].join('\n')}\n`;
    const files = {
      'games.pgn': CUTS,
      'night.run/0001.run.jsonl': segment(samples.slice(0, middle)),
      'night.run/0002.run.jsonl': segment(samples.slice(middle)),
    };
    return StartedWindow.use({ files, open: 'games.pgn' }, async (window) => {
      void window.run('showReport');
      const list = await window.pick('Show Report');
      assert.deepEqual(
        list.items.map(({ label }) => label),
        ['night.run.jsonl'],
      );
      assert.match(list.items[0]?.description ?? '', / · \d+ kB$/);
      list.choose('night.run.jsonl');
      const shown = await report(window);
      assert.equal(shown['samples'], samples.length);
      assert.match(JSON.stringify(shown['parts']), /the right position/);
    });
  });

  itLong('open from a log of Inspect AI, of which a run file is made beside it', () => {
    const files = { 'log.eval': fs.readFileSync('test/fixtures/logs/inspect.eval'), 'a.txt': 'open\n' };
    return StartedWindow.use({ files, open: 'a.txt' }, async (window) => {
      void window.run('openLog', window.uri('log.eval'));
      const asked = await until('the plan or the end', () => window.stand.window.messages[0]);
      if (asked.buttons.includes('Open as Run')) asked.press('Open as Run');
      assert.match(JSON.stringify((await report(window))['parts']), /the right position/);
      assert.match(window.read('log.run.jsonl'), /^\{.*log\.eval/);
      // a sample of it is skipped, which is told
      window.stand.window.messages.length = 0;
    });
  });
});

describe('Query Games…', () => {
  const chosen = (page: Awaited<ReturnType<StartedWindow['page']>>, shown: number) =>
    page.told('list', (list) => list['progress'] === null && list['shown'] === shown);

  it('makes chosen games those of a new experiment', () =>
    StartedWindow.use({ files: { 'world-cup.pgn': WORLD_CUP }, open: 'world-cup.pgn' }, async (window) => {
      void window.run('queryGames');
      const page = await window.page('statelens.games', GAMES_VERSION);
      const { facets } = await chosen(page, 19);
      const eco = (facets as { facet: string; values: { value: string; games: number }[] }[]).find(
        ({ facet }) => facet === 'eco',
      );
      const french = eco?.values.find(({ value }) => value.startsWith('C'));
      assert.ok(french);
      page.say({ version: GAMES_VERSION, type: 'narrow', choice: { eco: [french.value] } });
      const { turn } = await chosen(page, french.games);
      page.say({ version: GAMES_VERSION, type: 'experiment', turn, spans: null });
      (await window.pick('Use in Experiment')).choose('New experiment');
      const dialog = await until('the question where to save', () => window.stand.window.files[0]);
      dialog.answer(window.uri('world-cup.selection.pgn'));
      const text = await window.texts('experiment.jsonc', () => true);
      assert.match(text, /"games": "world-cup\.selection\.pgn"/);
      assert.equal(window.read('world-cup.selection.pgn').split('[Event ').length - 1, french.games);
    }));

  it('reads the games of a folder that is not trusted', () => {
    const files = { 'world-cup.pgn': WORLD_CUP, 'more/again.pgn': WORLD_CUP };
    return StartedWindow.use({ files, open: 'world-cup.pgn', isTrusted: false }, async (window) => {
      void window.run('queryGames', window.uri('more'));
      await chosen(await window.page('statelens.games', GAMES_VERSION), 19);
    });
  });
});
