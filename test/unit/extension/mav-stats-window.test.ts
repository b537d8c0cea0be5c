import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_STATS_VERSION } from '../../../src/protocol/mav-stats-messages.ts';
import { StartedWindow } from './started-window.ts';

/** Hex on four cells, which playouts know: x has won after any first stone but a few. */
const example = (game: number, list: string): string =>
  `# game: ${game}\n<mav game=hex> %state %top_all %best_action </mav>\n[%state x || . . . . ||]\n[%top_all ${list}]\n[%best_action a1]\n\n`;
const RIGHT = 'a1:<ctrl33> b1:<ctrl60> a2:<ctrl61> b2:<ctrl33>';
const ILLEGAL = 'a1:<ctrl33> b1:<ctrl60> a2:<ctrl61> c3:<ctrl1>';
const bodies = (message: { readonly [name: string]: unknown }): string =>
  (message['parts'] as { body: string[] }[]).flatMap(({ body }) => body).join('\n');

describe('the statistics of a MAV file', () => {
  it('are a page beside it, which follows its edits and compares values when it is told to', () =>
    StartedWindow.use(
      { files: { 'answers.mav': example(1, RIGHT) + example(2, ILLEGAL) }, open: 'answers.mav' },
      async (window) => {
        await window.run('showMavStats');
        const page = await window.page('statelens.mavStats', MAV_STATS_VERSION);
        const first = await page.told('show');
        assert.equal(first['title'], 'answers.mav');
        assert.deepEqual([first['text'], first['canCompare'], first['notes']], ['2 examples', true, []]);
        assert.match(bodies(first), /<th scope="row">%top_all exact<\/th><td>0\.500 of 2<\/td>/);
        assert.match(bodies(first), /2 examples of 1 independent game \(fewer than ten: no intervals\)/);
        assert.doesNotMatch(bodies(first), /Kendall/);

        page.say({ version: MAV_STATS_VERSION, type: 'compare' });
        const valued = await page.told('show', ({ canCompare }) => canCompare === false);
        assert.match(String(valued['text']), /^2 examples; values of hex: random playouts, estimate/);
        assert.match(bodies(valued), /Kendall&#39;s tau|Kendall's tau/);
        assert.match(bodies(valued), /<svg [^>]*aria-label="Win probability by bucket/);

        const text = window.text('answers.mav');
        window.type('c3:<ctrl1>', 'b2:<ctrl33>');
        assert.notEqual(window.text('answers.mav'), text);
        await page.told('show', (message) => bodies(message).includes('<td>1.000 of 2</td>'));
      },
    ));

  it('are there again after the window was loaded anew, and a page whose file it does not know is closed', () =>
    StartedWindow.use(
      { files: { 'answers.mav': example(1, RIGHT), 'game.pgn': '1. e4 *\n' }, open: 'game.pgn' },
      async (window) => {
        const uri = window.document('game.pgn').uri.toString().replace('game.pgn', 'answers.mav');
        await window.restore('statelens.mavStats', { uri, scroll: 40 });
        const page = await window.page('statelens.mavStats', MAV_STATS_VERSION);
        const shown = await page.told('show');
        assert.deepEqual([shown['title'], shown['text']], ['answers.mav', '1 example']);
        const panels = window.stand.window.panels.length;
        await window.restore('statelens.mavStats', { scroll: 0 });
        assert.equal(window.stand.window.panels.length, panels);
      },
    ));

  it('say that a file has no examples', () =>
    StartedWindow.use({ files: { 'none.mav': '# nothing yet\n' }, open: 'none.mav' }, async (window) => {
      await window.run('showMavStats');
      const page = await window.page('statelens.mavStats', MAV_STATS_VERSION);
      assert.equal((await page.told('unavailable'))['reason'], 'This file has no examples.');
    }));
});
