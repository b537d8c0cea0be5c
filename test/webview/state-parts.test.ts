import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stateLine } from '../../src/core/evaluation/game-trace/timeline.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';
import { type ShowLine, STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { lineOf } from '../support/line.ts';
import { itLong } from '../support/thorough.ts';
import { mavSteps } from './mav-comparison.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { ANSWER, atMessage, bare, boardHere, GAME, lineMessage, traced } from './state-lines.ts';

describe('the parts of the state view', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  const shown = traced();
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page; afterwards nothing may have gone wrong in it. */
  async function withPage(line: ShowLine, at: number, run: (open: OpenPage) => Promise<void>): Promise<void> {
    const open = await host.open({ page: 'state', width: 546 });
    try {
      await open.send(line);
      await open.send(atMessage(at, { lineId: line.lineId }));
      await open.page.locator('.where .move', { hasText: line.line.steps[at]?.name ?? '' }).waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const answers = (...kept: StoredAnswer[]) => ({
    version: STATE_VERSION,
    type: 'answers',
    lineId: 'line 1',
    at: 8,
    answers: kept,
  });

  itLong('shows an answer as text, with its state and what is wrong in it', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      await open.send(answers(ANSWER));
      await page.getByText('312 tokens in · 41 out · 1.2 s · stop · 2 attempts').waitFor();
      assert.equal(await page.getByRole('region', { name: 'Answer of gpt-4o' }).textContent(), ANSWER.raw);
      assert.equal(await page.locator('.text-box b').count(), 0);
      assert.equal(await page.locator('.extracted').textContent(), ANSWER.raw?.slice(32, -25));
      assert.deepEqual(
        await page
          .locator('.wrong-part')
          .evaluateAll((all) => all.map((one) => `${one.textContent} ${(one as HTMLElement).title}`)),
        ['4p3 Wrong: rank 5 is 1B2p3', '1B2n3 Wrong: rank 4 is 4n3', '1 Wrong: the halfmove clock is 0'],
      );
      await page.getByText('Prompt').click();
      await page.getByRole('region', { name: 'Prompt' }).getByText('What is the FEN').waitFor();
      assert.equal(await page.getByText('Reasoning').isVisible(), false);
      await page.getByRole('button', { name: 'show in the text' }).click();
      assert.deepEqual((await open.sentByState()).at(-1), { version: STATE_VERSION, type: 'reveal', label: 'gpt-4o' });
    }),
  );

  itLong('shows each sample of the open model, faults in words, and answers about other moves', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      const second = {
        ...ANSWER,
        label: 'gpt-4o#2',
        raw: null,
        reading: null,
        fault: '429: rate limited',
        otherMoves: true,
      };
      await open.send(answers({ ...ANSWER, label: 'o3-mini', raw: 'not this one' }, ANSWER, second));
      const samples = page.getByRole('group', { name: 'Samples' }).getByRole('button');
      assert.deepEqual(await samples.allInnerTexts(), ['1', '2']);
      await samples.nth(1).click();
      await page.getByText('429: rate limited').waitFor();
      await page.getByText('asked about other moves').waitFor();
      assert.equal(await samples.nth(1).getAttribute('aria-pressed'), 'true');
      assert.equal(await page.getByText('not this one').count(), 0);
    }),
  );

  itLong('scrolls to the answer that a link names, also before it comes, and leaves the keyboard where it is', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      await page.setViewportSize({ width: 546, height: 360 });
      await page.getByRole('tab', { name: 'gpt-4o' }).evaluate((tab) => tab.focus({ preventScroll: true }));
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      await open.send({ version: STATE_VERSION, type: 'showAnswer', label: 'gpt-4o#2' });
      await page.waitForFunction(() => {
        const box = document.querySelector('.wrote')?.getBoundingClientRect();
        return box !== undefined && box.top >= 0 && box.bottom < window.innerHeight + 1;
      });
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'tab');
      await open.send({ ...shown, lineId: 'line 2' });
      await open.send(atMessage(8, { lineId: 'line 2' }));
      await open.send({ ...answers(ANSWER, { ...ANSWER, label: 'gpt-4o#2', raw: 'the second' }), lineId: 'line 2' });
      await page.getByText('the second').waitFor();
    }),
  );

  itLong('shows the state alone where no answer is kept, and offers to ask', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      await open.send(answers());
      await page.getByText('No answer is kept for this prediction.').waitFor();
      assert.equal(await page.locator('.extracted').textContent(), shown.line.rows[0]?.cells[8]?.fen);
      await page.getByRole('button', { name: 'Ask builtin:mav-small here' }).click();
      assert.deepEqual((await open.sentByState()).at(-1), {
        version: STATE_VERSION,
        type: 'command',
        command: 'statelens.predictHere',
      });
      // Files that are no games cannot be asked about here; without a model the command asks for one first.
      for (const [other, links] of [
        [{ predicts: false }, 0],
        [{ asks: '' }, 1],
      ] as const) {
        await open.send({ ...shown, ...other });
        await open.send(atMessage(8));
        await page
          .getByRole('button', { name: /Ask|Predict/ })
          .waitFor({ state: links === 0 ? 'detached' : 'attached' });
        assert.equal(await page.getByRole('button', { name: 'Predict State Here', exact: true }).count(), links);
      }
    }),
  );

  itLong('keeps what it knows when the line comes again with other scores', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      await open.send(answers(ANSWER));
      await page.getByText('312 tokens').waitFor();
      await open.send({ ...shown, lineId: 'line 2' });
      await open.send(atMessage(8, { lineId: 'line 2' }));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await page.getByText('312 tokens').count(), 1);
      const other = { ...shown.line, steps: shown.line.steps.map((step) => ({ ...step, fen: GAME[0]?.fen ?? '' })) };
      await open.send({ ...shown, lineId: 'line 3', line: other });
      await open.send(atMessage(8, { lineId: 'line 3' }));
      await page.getByText('312 tokens').waitFor({ state: 'detached' });
    }),
  );

  itLong('says of an answer without a state what it is, and compares nothing', () =>
    withPage(shown, 10, async (open) => {
      const { page } = open;
      await page.locator('.row .name', { hasText: 'gemini' }).click();
      await page.getByText('No state in the answer', { exact: true }).waitFor();
      assert.equal(await page.locator('.believed-board .board').isVisible(), false);
      assert.match(await page.locator('h1').innerText(), /^≠ gemini-2\.0-flash: no state in the answer$/);
      assert.match(await page.locator('.numbers').innerText(), /p₂ 0\s· r₂ 0\s· 0 by convention$/);
      assert.equal(await page.locator('.count').first().innerText(), '');
      await page.locator('summary', { hasText: 'Scores by depth' }).click();
      assert.equal(await page.locator('.depths').count(), 0);
    }),
  );

  it('says that a model was not asked, which is not zero', () =>
    withPage(shown, 7, async (open) => {
      await open.page.locator('.row .name', { hasText: 'gemini' }).click();
      await open.page.locator('h1', { hasText: 'was not asked' }).waitFor();
      const said = await open.page.locator('.content').innerText();
      assert.equal(said.match(/not asked/gi)?.length, 1, 'said once');
      assert.equal(
        await open.page
          .getByRole('tab', { name: /gemini/ })
          .locator('.value')
          .innerText(),
        '',
      );
      const heading = open.page.locator('h1');
      assert.equal(
        await heading.innerText(),
        'gemini-2.0-flash was not asked about this position; 2 other models were',
      );
      await heading.getByRole('button').click();
      assert.deepEqual((await open.sentByState()).at(-1), { version: STATE_VERSION, type: 'select', label: null });
      await open.page.locator('.row .name', { hasText: 'gpt' }).click();
      await open.send(atMessage(13));
      await heading.getByRole('button', { name: '1 other model was' }).click();
      assert.deepEqual((await open.sentByState()).at(-1), { version: STATE_VERSION, type: 'select', label: 'o3-mini' });
    }));

  it('counts the records of a file from 1, by position, and has the colors of its rows in the legend', async () => {
    const { line } = shown;
    const rows = line.rows.filter(({ isBaseline }) => isBaseline);
    const steps = line.steps.map((step) => ({ ...step, name: `Position ${step.ply + 1}` }));
    await withPage({ ...shown, line: { ...line, steps, rows } }, 8, async ({ page }) => {
      assert.equal(await page.locator('.where').innerText(), 'Position 9\nNepomniachtchi – Riazantsev, 2011');
      assert.deepEqual(await page.locator('.axis .name, .ticks span').allInnerTexts(), [
        'position',
        '1',
        '5',
        '9',
        '13',
        '17',
      ]);
      assert.match(await page.locator('.by-ply').innerText(), /^p₂ by position/);
      assert.equal(await page.locator('.ticks').getAttribute('aria-valuetext'), 'Position 9');
      assert.equal(
        await page.locator('.timeline-legend li.baseline .bar').count(),
        await page.locator('.timeline-legend .bar').count(),
      );
    });
    await withPage(shown, 8, async ({ page }) =>
      assert.equal(await page.locator('.timeline-legend li.baseline').count(), 0),
    );
  });

  it('has what is wrong at the cursor below a state that is right, and leaves a wrong one alone', () =>
    withPage(shown, 8, async (open) => {
      const finding = { text: 'g3g5 was never expanded', fixes: ['Delete it'] };
      const said = (): Promise<string> => open.page.locator('.statement').innerText();
      await open.send({ version: STATE_VERSION, type: 'finding', lineId: 'line 1', at: 8, finding });
      assert.doesNotMatch(await said(), /expanded/);
      await open.page.locator('.row .name', { hasText: 'o3-mini' }).click();
      assert.match(await said(), /^= o3-mini: exact\s+Quick Fix…\s+g3g5 was never expanded$/);
    }));

  it('goes to the move that made a square wrong', () =>
    withPage(shown, 10, async (open) => {
      await open.page.locator('summary', { hasText: 'Wrong squares' }).click();
      await open.page.locator('.blame button').first().click();
      await open.page.waitForFunction(() => document.querySelector('.where .move')?.textContent !== '5...Nd6');
      assert.equal((await open.sentByState()).at(-1)?.type, 'go');
    }));

  it('shows the position alone where nothing is predicted, and what to do', () =>
    withPage(bare(), 8, async (open) => {
      const { page } = open;
      await page.getByRole('heading', { name: 'Nothing is predicted here' }).waitFor();
      assert.equal(await page.locator('.believed-board').isVisible(), false);
      assert.ok(((await page.locator('.true-board .board').boundingBox())?.width ?? 0) > 400);
      await page.getByRole('button', { name: 'Trace Game' }).click();
      assert.deepEqual((await open.sentByState()).at(-1), {
        version: STATE_VERSION,
        type: 'command',
        command: 'statelens.traceGame',
      });
      await open.screenshot('state-bare-546');
    }));

  itLong('says of a position of a MAV file why nothing there is judged, and calls only a true board true', async () => {
    const fens = { before: '7k/8/8/8/8/8/K7/6R1 w - - 0 1', now: '7k/8/8/8/8/8/K7/5R2 b - - 1 1' };
    const steps = mavSteps(`<mav game=chess> %FEN %best_action </mav>\n[%FEN ${fens.now}]\n[%best_action h8h7]\n`);
    const line = { title: 'Example 1', variant: 'chess', m: 4, labels: 'states', steps, rows: [] } as const;
    await withPage(lineMessage(line), 0, async (open) => {
      const { page } = open;
      await page.getByRole('heading', { name: 'Not judged: the state is input' }).waitFor();
      assert.equal(await page.locator('.true-board figcaption').innerText(), 'True as given · Black to move');
      const text = 'g3g5 was never expanded from <root>';
      const finding = {
        version: STATE_VERSION,
        type: 'finding',
        lineId: 'line 1',
        at: 0,
        finding: { text, fixes: [] },
      };
      await open.send(finding);
      await page.getByRole('heading', { name: text }).waitFor();
      assert.equal(await page.locator('.numbers').innerText(), '');
      await open.send({ ...finding, finding: { text, fixes: ['Delete the line'] } });
      await page.getByRole('button', { name: 'Quick Fix…' }).click();
      assert.deepEqual((await open.sentByState()).at(-1), {
        version: STATE_VERSION,
        type: 'command',
        command: 'editor.action.quickFix',
      });
      await open.send(atMessage(1));
      await page.getByRole('heading', { name: 'No state is printed after Kh7' }).waitFor();
      assert.equal(await page.locator('.true-board figcaption').innerText(), 'True · White to move');
    });
    // a row of the other position is open
    const judged = stateLine(
      [{ ply: 0, fen: fens.before }, ...steps.map(({ fen }, i) => ({ ply: i + 1, fen }))],
      [{ label: '%FEN', at: 0, fen: fens.before }],
      { title: 'Example 1', variant: 'chess', m: 4, labels: 'states' },
    );
    const [first] = judged.steps;
    if (first === undefined) throw new Error('no step');
    await withPage(lineMessage({ ...judged, steps: [first, ...steps] }), 1, async ({ page }) => {
      await page.getByRole('heading', { name: 'Not judged: the state is input' }).waitFor();
      await page.locator('.believed-board', { hasText: 'Not judged' }).waitFor();
      await page.locator('.answer-body', { hasText: 'Not judged: the state is input' }).waitFor();
      assert.equal(await page.getByText('not printed here').count(), 0);
    });
  });

  itLong('says why there is nothing, and forgets what was there', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      const reason = '7.Nf9 is illegal: positions behind it are not known';
      await open.send({ version: STATE_VERSION, type: 'nothing', reason, commands: ['statelens.openSamples'] });
      await page.getByRole('heading', { name: reason }).waitFor();
      assert.equal(await page.locator('.where').isVisible(), false);
      await page.getByRole('button', { name: 'Open Samples' }).click();
      await open.screenshot('state-nothing-546');
      await open.send(shown);
      await open.send(atMessage(8));
      await page.getByText('4...Nxe4', { exact: true }).waitFor();
      assert.equal(await page.getByText(reason).count(), 0);
    }),
  );

  itLong('is unpinned where nothing is left of the pinned position, and stays pinned where it comes back', () =>
    withPage(shown, 8, async (open) => {
      const { page } = open;
      const nothing = { version: STATE_VERSION, type: 'nothing', reason: 'It is closed.', commands: [] } as const;
      const unpin = page.getByRole('button', { name: 'Unpin' });
      await open.send(nothing);
      await page.getByRole('heading', { name: 'It is closed.' }).waitFor();
      assert.equal(await unpin.count(), 0);
      await open.send({ version: STATE_VERSION, type: 'pinned', pinned: true });
      await open.send(nothing);
      await unpin.waitFor();
      await open.send(shown);
      await open.send(atMessage(8));
      assert.equal(await page.getByRole('button', { name: 'pinned' }).getAttribute('aria-pressed'), 'true');
      await open.send(nothing);
      await unpin.click();
      const last = (await open.sentByState()).at(-1);
      assert.deepEqual(last, { version: STATE_VERSION, type: 'pin', pinned: false });
    }),
  );

  it('draws boards that are impossible, and those that are only in part described', () => {
    const fens = ['8/8/8/8/8/8/8/KKKKKKKK w - - 0 1', 'r1bqkb1r/pppp1ppp/2n', 'what?'];
    const answersHere = fens.map((fen, i) => ({ label: `model${i}`, at: 8, fen }));
    const line = lineMessage(stateLine(GAME, answersHere, { title: 'Game', variant: 'chess', m: 4 }));
    return withPage(line, 8, async (open) => {
      const { page } = open;
      assert.equal(await page.locator('.believed-board .board').isVisible(), true);
      await page.locator('.row .name', { hasText: 'model1' }).click();
      await page.locator('.pair-legend', { hasText: 'not described' }).waitFor();
      await page.locator('.row .name', { hasText: 'model2' }).click();
      await page.getByText('No board can be read from the answer').waitFor();
    });
  });

  itLong('asks what a pawn becomes, and leaves it where it was when the user does not want to', () => {
    const start = '8/4P3/8/8/8/2k5/8/4K3 w - - 0 1';
    const line = lineMessage(stateLine(lineOf('', start), [], { title: 'Pawn', variant: 'chess', m: 4 }), 'line 1');
    return withPage(line, 0, async (open) => {
      const { page } = open;
      await open.send(atMessage(0, { board: boardHere(start) }));
      await page.getByText('White to move,').waitFor();
      await page.locator('.manipulable piece.pawn').waitFor();
      const drag = async (): Promise<void> => {
        const box = await page.locator('cg-board').first().boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + box.width * 0.5625, box.y + box.height * 0.1875);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.5625, box.y + box.height * 0.0625, { steps: 4 });
        await page.mouse.up();
      };
      await drag();
      const dialog = page.getByRole('dialog', { name: 'Promote to' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await drag();
      await page.getByRole('button', { name: 'Knight' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => (globalThis as unknown as { sent: unknown[] }).sent.length > 1);
      assert.deepEqual((await open.sentByState()).slice(1), [
        { version: STATE_VERSION, type: 'play', move: 'e7e8n', fen: start },
      ]);
    });
  });

  for (const [variant, states, wrong] of [
    [
      'connect_four',
      [`x || ${'. '.repeat(42)}||`, `o || ${'. '.repeat(38)}x . . . ||`],
      `o || ${'. '.repeat(39)}x . . ||`,
    ],
    ['hex', ['x || . . . . ||', 'o || x . . . ||'], 'o || . x . . ||'],
  ] as const) {
    itLong(`shows boards of ${variant}`, () => {
      const line = states.map((fen, ply) => ({ ply, fen, ...(ply > 0 && { san: 'x3' }) }));
      const scored = new PairComparer(variant).compare(
        { trueFen: states[1], predictedFen: wrong },
        { affordance: { m: 2 } },
      );
      assert.ok(scored.ok);
      const answer = { label: '%state', at: 1, fen: wrong };
      const message = lineMessage(stateLine(line, [answer], { title: 'Trace 1', variant, m: 2, labels: 'states' }));
      return withPage({ ...message, accepts: false }, 1, async (open) => {
        const { page } = open;
        await page.getByText('Dashed rings: cells that differ').waitFor();
        assert.deepEqual(await page.locator('figcaption').allInnerTexts(), ['True · o to move', 'Believed as %state']);
        assert.match(
          (await page.locator('.believed-board img').getAttribute('alt')) ?? '',
          /^Believed by %state\. Wrong: 2 cells/,
        );
        assert.equal(await page.getByLabel('Play a move').isVisible(), false);
        assert.equal(await page.getByText('What is printed').count(), 1);
        await open.screenshot(`state-${variant}`);
      });
    });
  }
});
