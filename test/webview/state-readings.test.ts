import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ReadingView } from '../../src/protocol/answer-reading.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';
import { STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { itLong } from '../support/thorough.ts';
import { BEFORE, BOARD, GPT, RAW, READ, READING, START, THOUGHTS } from './answer-readings.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { atMessage, traced } from './state-lines.ts';

describe('the states of an answer in the state view', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  const shown = traced();
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page with an answer of GPT-4o to its step; afterwards nothing may have gone wrong in it. */
  async function withAnswer(answer: StoredAnswer, run: (open: OpenPage) => Promise<void>, width = 546): Promise<void> {
    const open = await host.open({ page: 'state', width });
    try {
      await open.send(shown);
      await open.send(atMessage(8));
      await open.send({ version: STATE_VERSION, type: 'answers', lineId: 'line 1', at: 8, answers: [answer] });
      await open.page.getByRole('region', { name: 'Answer of gpt-4o' }).waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const taken = async (open: OpenPage) => (await open.sentByState()).filter(({ type }) => type === 'take');

  it('are all marked in the text with their roles, the one that was taken filled, and the text stays as it came', () =>
    withAnswer(READ, async (open) => {
      const { page } = open;
      const box = page.getByRole('region', { name: 'Answer of gpt-4o' });
      assert.equal(await box.textContent(), RAW);
      assert.equal(await box.locator('mark.extracted').textContent(), GPT);
      const marks = box.locator('mark.candidate');
      assert.deepEqual(await marks.allTextContents(), [START, BEFORE, BOARD]);
      const titles = await marks.evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
      assert.deepEqual(titles, [
        'FEN · start of the game (“starts from”). Click to take this state',
        'FEN · before the last move (“After 4.O-O”) · not stated: clocks. Click to take this state',
        'drawn board · nothing is said about it · only the board is stated. Click to take this state',
      ]);
      const tags = await box.locator('.role-tag').evaluateAll((all) => all.map((one) => one.getAttribute('data-tag')));
      assert.deepEqual(tags, ['start', 'earlier', 'taken', 'no label']);
      assert.equal(
        await page.locator('.reading').textContent(),
        'taken: labeled Final FEN:; 3 other states in the answer',
      );
    }));

  it('are taken by a click in the text, and not by one that ends a selection or at the one that was taken', () =>
    withAnswer(READ, async (open) => {
      const { page } = open;
      await page.locator('mark.candidate').nth(1).click();
      assert.deepEqual(await taken(open), [{ version: STATE_VERSION, type: 'take', label: 'gpt-4o', state: BEFORE }]);
      await page.locator('mark.extracted').click();
      await page.locator('mark.candidate').first().dblclick({ delay: 20 });
      await page.evaluate(() => {
        const mark = document.querySelector('mark.candidate');
        if (mark !== null) document.getSelection()?.selectAllChildren(mark);
        (mark as HTMLElement).click();
      });
      // the first click of a double click is one; the second ends a selection
      assert.deepEqual(
        (await taken(open)).map((one) => (one.type === 'take' ? one.state : '')),
        [BEFORE, START],
      );
    }));

  it('stand in a list with role, form and what they do not state, from which the keyboard takes one', () =>
    withAnswer(READ, async (open) => {
      const { page } = open;
      await page.getByText('States (5)').focus();
      await page.keyboard.press('Enter');
      const rows = page.locator('.candidates li');
      assert.deepEqual(
        await rows.evaluateAll((all) =>
          all.map((one) => [...one.children].map(({ textContent }) => textContent).join(' | ')),
        ),
        [
          `start | start of the game (“starts from”) · FEN | take | ${START}`,
          `earlier | before the last move (“After 4.O-O”) · FEN · not stated: clocks | take | ${BEFORE}`,
          `taken | marked as the answer (“Final FEN:”) · FEN | ${GPT}`,
          `no label | nothing is said about it · drawn board · only the board is stated | take | ${BOARD} ? ? ? ? ?`,
          `draft | stands in the thoughts · FEN | take | ${BOARD} w kq - 0 5`,
        ],
      );
      await page.getByRole('button', { name: `Take this state: ${BOARD} ? ? ? ? ?` }).focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(
        (await taken(open)).map((one) => (one.type === 'take' ? one.state : '')),
        [`${BOARD} ? ? ? ? ?`],
      );
    }));

  it('of the reasoning are marked in it as drafts', () =>
    withAnswer(READ, async (open) => {
      const { page } = open;
      await page.getByText('Reasoning', { exact: true }).click();
      const box = page.getByRole('region', { name: 'Reasoning' });
      assert.equal(await box.textContent(), THOUGHTS);
      assert.equal(await box.locator('mark.role-draft').textContent(), `${BOARD} w kq - 0 5`);
    }));

  it('that are doubtful, unread or taken by hand are called so behind the sentence, and why', () =>
    withAnswer({ ...READ, reading: { ...READING, outcome: 'doubtful', reason: 'two fences differ' } }, async (open) => {
      const { page } = open;
      const note = page.locator('h1 .reading-note');
      assert.equal(await note.textContent(), 'doubtful');
      assert.equal(
        await note.getAttribute('title'),
        'taken: labeled Final FEN:; doubtful: two fences differ; 3 other states in the answer',
      );
      const answers = { version: STATE_VERSION, type: 'answers', lineId: 'line 1', at: 8 };
      const said = async (reading: Partial<ReadingView>) => {
        await open.send({ ...answers, answers: [{ ...READ, reading: { ...READING, ...reading } }] });
        return [await note.allTextContents(), await page.locator('.reading').textContent()].flat();
      };
      assert.deepEqual(await said({ rule: 'by hand' }), ['by hand', 'taken: by hand; 3 other states in the answer']);
      const { taken: _, rule: __, ...unread } = READING;
      await open.send({
        ...answers,
        answers: [{ ...READ, reading: { ...unread, outcome: 'unread', reason: 'a rank has nine squares' } }],
      });
      assert.deepEqual(
        [await note.textContent(), await page.locator('.reading').textContent()],
        ['unread', 'unread: a rank has nine squares'],
      );
      assert.deepEqual(await said({}), ['taken: labeled Final FEN:; 3 other states in the answer']);
    }));

  it('cannot be taken where the line stands in no document', () =>
    withAnswer(READ, async (open) => {
      await open.send(atMessage(8, { place: null }));
      await open.page.getByText('States (5)').click();
      assert.equal(await open.page.locator('mark.takeable').count(), 0);
      assert.equal(await open.page.getByRole('button', { name: /Take/ }).count(), 0);
      await open.page.locator('mark.candidate').first().click();
      assert.deepEqual(await taken(open), []);
    }));

  for (const [theme, width, test] of [
    ['dark', 546, it],
    ['light', 546, itLong],
    ['high-contrast', 546, itLong],
    ['dark', 400, itLong],
  ] as const)
    test(`look well in ${theme} at ${width} px`, () =>
      withAnswer(
        { ...READ, reading: { ...READING, outcome: 'doubtful', reason: 'two fences hold different states' } },
        async (open) => {
          await open.theme(theme);
          await open.page.getByText('States (5)').click();
          await open.page.getByText('Reasoning', { exact: true }).click();
          const wide = await open.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(wide <= 0, `${wide} px wider than the page`);
          await open.screenshot(`state-readings-${theme}-${width}`);
        },
        width,
      ));
});
