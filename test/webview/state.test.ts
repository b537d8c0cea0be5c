import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FromState, type ShowLine, STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { itLong } from '../support/thorough.ts';
import { type OpenPage, PageHost, SCREENSHOTS } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { ANSWER, atMessage, boardHere, GAME, traced } from './state-lines.ts';

describe('the page of the state view', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  const shown = traced();
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page at a step of a line; afterwards nothing may have gone wrong in it. */
  async function withPage(at: number, run: (open: OpenPage) => Promise<void>, line: ShowLine = shown): Promise<void> {
    const open = await host.open({ page: 'state', width: 546 });
    try {
      await open.send(line);
      await open.send(atMessage(at, { board: boardHere(GAME[at]?.fen ?? '') }));
      await open.page.locator('cg-board').first().waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const text = async ({ page }: OpenPage, selector: string): Promise<string> =>
    (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim();
  const stands = ({ page }: OpenPage, name: string): Promise<void> =>
    page.locator('.where .move', { hasText: new RegExp(`^${name.replace(/[.+]/g, '\\$&')}$`) }).waitFor();
  const frame = ({ page }: OpenPage): Promise<void> =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  /** What the page has said besides that it listens. */
  const said = async (open: OpenPage): Promise<object[]> => {
    await frame(open);
    return (await open.sentByState()).slice(1).map(withoutVersion);
  };
  const withoutVersion = (message: FromState): object =>
    Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'version'));
  const press = async (open: OpenPage, ...keys: string[]): Promise<void> => {
    for (const key of keys) await open.page.keyboard.press(key);
    await frame(open);
  };

  /** Where the middle of a square of the true board is, White below. */
  async function square({ page }: OpenPage, name: string): Promise<{ x: number; y: number }> {
    const box = await page.locator('cg-board').first().boundingBox();
    assert.ok(box);
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name.charAt(1))];
    return { x: box.x + ((file + 0.5) * box.width) / 8, y: box.y + ((8.5 - rank) * box.height) / 8 };
  }
  async function drag(open: OpenPage, from: string, to: string): Promise<void> {
    const [a, b] = [await square(open, from), await square(open, to)];
    await open.page.mouse.move(a.x, a.y);
    await open.page.mouse.down();
    await open.page.mouse.move(b.x, b.y, { steps: 4 });
    await open.page.mouse.up();
  }

  it('says what the model believes, shows both boards, and the rows of the strip as tabs', () =>
    withPage(8, async (open) => {
      const { page } = open;
      assert.equal(await text(open, '.where'), '4...Nxe4 ply 8 Nepomniachtchi – Riazantsev, 2011');
      assert.equal(await text(open, 'h1'), `≠ gpt-4o ${shown.line.rows[0]?.cells[8]?.sentence}`);
      assert.match(
        await text(open, '.numbers'),
        /^2 squares wrong \(b5 b4\), clocks differ · 62\/64 · p₂ 0\.\d\d · r₂ 0\.\d\d · edit 7$/,
      );
      assert.deepEqual(await page.locator('figcaption').allInnerTexts(), [
        'True · White to move',
        'Believed by gpt-4o',
      ]);
      assert.deepEqual(await page.locator('.pair-legend li').allInnerTexts(), ['missing', 'invented', 'stale']);
      const [truth, believed] = await page.locator('.board').all();
      assert.match((await truth?.getAttribute('aria-label')) ?? '', /^True position, 4\.\.\.Nxe4\. White: K g1/);
      assert.match(
        (await believed?.getAttribute('aria-label')) ?? '',
        /^Believed by gpt-4o\. Wrong: b5 missing, b4 invented\./,
      );
      const tabs = await page.getByRole('tab').allInnerTexts();
      assert.deepEqual(
        tabs.map((tab) => tab.replace(/\s+/g, ' ').trim()),
        ['All', 'gpt-4o 0.74', 'o3-mini 1', 'gemini-2.0-flash 1', 'start-position 0.38'],
      );
      assert.deepEqual(
        await page.locator('.timeline-legend').innerText(),
        'p₂ 1\np₂ 0.5 and more\np₂ below 0.5\np₂ 0\nright squares\nfirst lost\nrecovered',
      );
      assert.deepEqual(await said(open), []);
    }));

  itLong('steps by itself, tells the extension, and does not go back to where that was', () =>
    withPage(8, async (open) => {
      await press(open, 'ArrowRight');
      await stands(open, '5.d4');
      await press(open, 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
      await stands(open, '4.O-O');
      const steps = (await said(open)) as { type: string; at: number; number: number; lineId: string }[];
      assert.ok(steps.every(({ type, lineId }) => type === 'go' && lineId === 'line 1'));
      const last = steps.at(-1);
      assert.deepEqual([last?.at, last?.number], [7, 5]);
      // An answer to the first step comes late: the board of the page is newer, what it says of step 7 counts.
      await open.send(atMessage(9, { after: 1 }));
      await frame(open);
      await stands(open, '4.O-O');
      await open.send(atMessage(7, { after: 5, board: { ...boardHere(GAME[7]?.fen ?? ''), comment: 'Castles.' } }));
      await open.page.getByText('Castles.').waitFor();
      // The cursor was set somewhere else in the text.
      await open.send(atMessage(2, { after: 5 }));
      await stands(open, '1...e5');
      await open.send(atMessage(3, { after: 0 }));
      await stands(open, '2.Nf3');
    }),
  );

  it('tells the extension once a frame, however many keys were pressed in it', () =>
    withPage(1, async (open) => {
      await open.page.evaluate(
        () =>
          new Promise((done) => {
            const key = (): boolean => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
            for (let i = 0; i < 5; i++) key();
            requestAnimationFrame(done);
          }),
      );
      assert.deepEqual(await said(open), [{ type: 'go', lineId: 'line 1', at: 6, number: 5 }]);
    }));

  itLong('leaves steps that its line does not have to the extension', () =>
    withPage(16, async (open) => {
      await press(open, 'ArrowRight', 'ArrowUp', 'ArrowDown');
      await press(open, 'Home', 'ArrowLeft', 'End');
      assert.deepEqual(
        (await said(open)).map((message) => ('to' in message ? message.to : 'at' in message ? message.at : null)),
        ['next', 'up', 'down', 0, 'previous', 16],
      );
      await open.send({ version: STATE_VERSION, type: 'step', to: 'previous' });
      await stands(open, '8.Qxd8+');
    }),
  );

  itLong('goes to the next and previous wrong state of the open model, and asks for others', () =>
    withPage(2, async (open) => {
      await press(open, 'n');
      await stands(open, '3...Nf6');
      await press(open, 'n', 'N');
      await stands(open, '3...Nf6');
      await press(open, 'N');
      await open.send(atMessage(12, { after: 99 }));
      await stands(open, '6...dxc6');
      await press(open, 'n');
      assert.deepEqual(
        (await said(open)).filter(({ type }: { type?: string }) => type === 'nextWrong'),
        [
          { type: 'nextWrong', to: 'previous' },
          { type: 'nextWrong', to: 'next' },
        ],
      );
    }),
  );

  it('has the pieces of a step in the frame of its key', () =>
    withPage(0, async (open) => {
      await open.page.locator('.boards').first().focus();
      await frame(open);
      const pieces = await open.page.evaluate(() => {
        const drawn = (): string =>
          Array.from(document.querySelectorAll<HTMLElement>('cg-board')[0]?.querySelectorAll('piece') ?? [], (piece) =>
            String((piece as HTMLElement & { cgKey?: string }).cgKey),
          ).join();
        const before = drawn();
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        return new Promise<[before: string, after: string]>((done) => {
          requestAnimationFrame(() => done([before, drawn()]));
        });
      });
      assert.notEqual(pieces[1], pieces[0]);
    }));

  it('replays the loss of the open model step by step: both boards, the misread move in words', () =>
    withPage(0, async (open) => {
      const { page } = open;
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await press(open, 'l');
      await stands(open, '3.Bb5');
      assert.equal(await text(open, '.replay-text'), '3.Bb5: gpt-4o is still right');
      await press(open, ' ');
      await stands(open, '3...Nf6');
      assert.match(await text(open, '.replay-text'), /^3\.\.\.Nf6 is misread: gpt-4o thinks .* missed 3\.\.\.Nf6/);
      assert.equal(await page.locator('.replay.misread').count(), 1);
      assert.equal(await page.locator('cg-board').count(), 2);
      assert.equal(await text(open, '.replay-count'), '2 of 5');
      await page.screenshot({ path: `${SCREENSHOTS}/state-replay.png` });
      await press(open, 'Escape');
      assert.equal(await page.locator('.replay').count(), 0);
      await stands(open, '3...Nf6');
      // With motion it goes on by itself, until another step is shown.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.getByRole('button', { name: 'Replay the loss' }).click();
      await page.locator('.replay.misread').waitFor();
      await press(open, 'ArrowRight');
      assert.equal(await page.locator('.replay').count(), 0);
    }));

  it('says where there is no loss to replay', () =>
    withPage(4, async (open) => {
      await open.page.getByRole('tab', { name: /All/ }).click();
      await press(open, 'l');
      await open.page.getByText('Select a model to replay its loss.').waitFor();
    }));

  it('goes to a move that the sentence names', () =>
    withPage(9, async (open) => {
      const named = open.page.locator('h1 button').first();
      const move = (await named.textContent()) ?? '';
      assert.match(move, /^\d+\./);
      await named.click();
      await stands(open, move);
    }));

  itLong('goes along the strip by a click and a drag, and opens rows', () =>
    withPage(8, async (open) => {
      const { page } = open;
      const bars = await page.locator('.row .bars').nth(1).boundingBox();
      assert.ok(bars);
      const at = (i: number): number => bars.x + ((i + 0.5) * bars.width) / 17;
      await page.mouse.click(at(10), bars.y + 12);
      await stands(open, '5...Nd6');
      assert.match(await text(open, 'h1'), /^≠ o3-mini/);
      await page.mouse.move(at(10), bars.y + 12);
      await page.mouse.down();
      await page.mouse.move(at(4), bars.y + 12, { steps: 3 });
      await page.mouse.up();
      await stands(open, '2...Nc6');
      assert.equal(await page.getByRole('slider', { name: 'Ply' }).getAttribute('aria-valuetext'), '2...Nc6, ply 4');
      await page.getByRole('tab', { name: /o3-mini/ }).focus();
      await press(open, 'ArrowDown');
      assert.match(await text(open, 'h1'), /^= gemini-2\.0-flash: exact$/);
      assert.deepEqual(
        (await said(open)).filter((message) => 'label' in message),
        [
          { type: 'select', label: 'o3-mini' },
          { type: 'select', label: 'gemini-2.0-flash' },
        ],
      );
    }),
  );

  itLong('compares all in a table that sorts, baselines last', () =>
    withPage(8, async (open) => {
      const { page } = open;
      const models = (): Promise<string[]> => page.locator('.models tbody th button').allInnerTexts();
      await page.getByRole('tab', { name: 'All' }).click();
      await page.getByText('3 models here: 1 exact, 1 right but for the clocks, 1 wrong').waitFor();
      assert.equal(await text(open, '.numbers'), 'no square is wrong in all 3');
      assert.match((await page.locator('.believed-board img').getAttribute('alt')) ?? '', /: b5 1, b4 1$/);
      assert.deepEqual(await models(), ['gpt-4o', 'o3-mini', 'gemini-2.0-flash', 'baseline:start-position']);
      const wide = await page.locator('.models img').evaluateAll((all) => all.map((one) => one.clientWidth));
      assert.ok(wide.length === 4 && wide.every((width) => width >= 120));
      await page.getByRole('button', { name: 'wrong' }).click();
      await page.getByRole('button', { name: 'wrong' }).click();
      assert.deepEqual(await models(), ['gpt-4o', 'o3-mini', 'gemini-2.0-flash', 'baseline:start-position']);
      await page.getByRole('button', { name: 'p₂' }).click();
      assert.deepEqual(await models(), ['o3-mini', 'gemini-2.0-flash', 'gpt-4o', 'baseline:start-position']);
      await page.locator('.models').getByRole('button', { name: 'gemini' }).click();
      await page.locator('h1', { hasText: /^≈ gemini/ }).waitFor();
    }),
  );

  itLong('plays moves that are dragged or typed, and puts back what was not written', () =>
    withPage(8, async (open) => {
      const { page } = open;
      const fen = GAME[8]?.fen ?? '';
      await drag(open, 'd2', 'd4');
      await page.waitForFunction(() => (globalThis as unknown as { sent: unknown[] }).sent.length > 1);
      assert.deepEqual(await said(open), [{ type: 'play', move: 'd2d4', fen }]);
      await open.send({ version: STATE_VERSION, type: 'notice', text: 'd4 was not written.' });
      await page.getByText('d4 was not written.').waitFor();
      await page.waitForFunction(() => {
        const pieces = [...(document.querySelector('cg-board')?.querySelectorAll('piece') ?? [])];
        const squares = pieces.map((piece) => (piece as unknown as { cgKey: string }).cgKey);
        return squares.includes('d2') && !squares.includes('d4');
      });
      await drag(open, 'e8', 'e5');
      await page.getByLabel('Play a move').fill('re1');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      assert.deepEqual((await said(open)).slice(1), [{ type: 'play', move: 're1', fen }]);
      await stands(open, '4...Nxe4');
    }),
  );

  itLong('flips, pins, shows its keys, and says what was copied', () =>
    withPage(8, async (open) => {
      const { page } = open;
      await press(open, 'f');
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 2);
      await press(open, 'p');
      assert.equal(await page.getByRole('button', { name: 'pinned' }).getAttribute('aria-pressed'), 'true');
      await page.getByRole('button', { name: 'Copy' }).click();
      await press(open, 'End');
      const items = await page
        .getByRole('menuitem')
        .evaluateAll((all) =>
          all.filter((item) => !(item as HTMLButtonElement).disabled).map((item) => item.textContent),
        );
      assert.deepEqual(items, ['Strip as SVG', 'Answer', 'True state', 'Save strip as SVG …']);
      await press(open, 'ArrowUp', 'Enter');
      const copies = await said(open);
      assert.deepEqual(copies, [
        { type: 'pin', pinned: true },
        { type: 'copy', what: 'True state', text: GAME[8]?.fen },
      ]);
      await press(open, '?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await press(open, 'ArrowRight', 'Escape');
      await stands(open, '4...Nxe4');
    }),
  );

  itLong('comes back as it was after it was hidden', () =>
    withPage(8, async (open) => {
      const { page } = open;
      // The bars of a row go somewhere else.
      await page.locator('.row .name', { hasText: 'o3-mini' }).click();
      await press(open, 'f', 'p', 'ArrowRight');
      await page.locator('summary', { hasText: 'Wrong squares' }).click();
      await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('Wrong squares'));
      await page.reload();
      await stands(open, '5.d4');
      assert.match(await text(open, 'h1'), /^≠ o3-mini/);
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 2);
      assert.equal(await page.getByRole('button', { name: 'pinned' }).getAttribute('aria-pressed'), 'true');
      assert.equal(await page.locator('details.detail').first().getAttribute('open'), '');
      await page.locator('.blame li').first().waitFor();
    }),
  );

  itLong('drops messages of other versions and of other lines', () =>
    withPage(8, async (open) => {
      await open.send({ version: 99, type: 'notice', text: 'of another version' });
      await open.send(atMessage(3, { lineId: 'another' }));
      await open.send({ version: STATE_VERSION, type: 'answers', lineId: 'another', at: 8, answers: [ANSWER] });
      await frame(open);
      await stands(open, '4...Nxe4');
      assert.equal(await open.page.getByText('of another version').count(), 0);
      assert.equal(await open.page.getByText('312 tokens').count(), 0);
    }),
  );
});
