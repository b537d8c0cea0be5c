import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchSettings } from '../../src/core/search/settings.ts';
import { itLong } from '../support/thorough.ts';
import { type WrittenNode, writtenTree } from '../support/written-tree.ts';
import type { NumberedView, SeenBox } from './drawing-entry.ts';
import { openDrawingPage } from './drawing-page.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { THEMES, type Theme } from './themes.ts';

const many = (count: number, n: (i: number) => number): Record<string, WrittenNode> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, { n: n(i), q: 0.5 }]));

/** Nodes by number: 1 good, 2 even, 3 never tried, 4 hallucination; 5 to 7 below 1, of which 6 ends the game and 7 has a wrong state. */
const TREE: WrittenNode = {
  below: {
    good: {
      n: 600,
      q: 0.9,
      below: {
        reply: { n: 400, q: 0.2 },
        mate: { n: 100, q: 1, kind: 'terminal', outcome: '0-1' },
        lost: { n: 90, truth: 'other' },
      },
    },
    even: { n: 300, q: 0.5, below: many(100, (i) => (i < 2 ? 90 : 1)) },
    never: {},
    wrong: { kind: 'hallucination', reason: 'no such square' },
  },
};

describe('the drawing of a search tree', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens a drawing; afterwards nothing may have gone wrong in the page. */
  async function withDrawing(
    view: NumberedView,
    run: (open: OpenPage) => Promise<void>,
    tree = TREE,
    settings: Partial<SearchSettings> = {},
  ): Promise<void> {
    const open = await openDrawingPage(host, writtenTree(tree, settings));
    try {
      await show(open, view);
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const drawn = ({ page }: OpenPage): Promise<void> => page.evaluate(() => globalThis.drawing.drawn());
  async function show(open: OpenPage, view: NumberedView): Promise<void> {
    await open.page.evaluate((view) => globalThis.drawing.show(view), view);
    await drawn(open);
  }
  async function boxes(open: OpenPage): Promise<SeenBox[]> {
    await drawn(open);
    return open.page.evaluate(() => globalThis.drawing.boxes());
  }
  async function box(open: OpenPage, name: string): Promise<SeenBox> {
    const found = (await boxes(open)).find((one) => one.name === name);
    assert.ok(found, `${name} is not on the screen`);
    return found;
  }
  async function middle(open: OpenPage, name: string): Promise<readonly [x: number, y: number]> {
    const { x, y, width, height } = await box(open, name);
    return [x + width / 2, y + height / 2];
  }
  const events = ({ page }: OpenPage): Promise<string[]> => page.evaluate(() => globalThis.drawing.events);
  const pixel = ({ page }: OpenPage, x: number, y: number): Promise<string> =>
    page.evaluate(([x, y]) => globalThis.drawing.pixel(x, y), [x, y] as const);
  async function press(open: OpenPage, ...keys: string[]): Promise<void> {
    for (const key of keys) await open.page.keyboard.press(key);
    await drawn(open);
  }
  const selected = async (open: OpenPage): Promise<string | undefined> =>
    (await boxes(open)).find(({ isSelected }) => isSelected)?.name;

  itLong('is as wide as visits are many, with a sliver for a hallucination, and nothing for what was not tried', () =>
    withDrawing({}, async (open) => {
      const [root, good, even, wrong] = await Promise.all(
        ['root', 'good', 'even', 'wrong'].map((name) => box(open, name)),
      );
      assert.ok(Math.abs(good.width / even.width - 2) < 1e-6);
      assert.ok(wrong.width > 10 && wrong.width < 0.05 * root.width && wrong.isHallucination);
      assert.ok(Math.abs(good.width + even.width + wrong.width - root.width) < 1);
      assert.deepEqual([good.y, even.y], [root.y + root.height, root.y + root.height]);
      const names = (await boxes(open)).map(({ name }) => name);
      assert.ok(!names.includes('never'));
      assert.ok(names.includes('+98 others'));
      // hatched, where other boxes are plain
      const shades = async ({ x, y, width, height }: SeenBox): Promise<number> => {
        const places = Array.from({ length: 12 }, (_, i) => pixel(open, x + width / 2 + (i - 6) / 1.5, y + height - 8));
        return new Set(await Promise.all(places)).size;
      };
      assert.equal(await shades(even), 1);
      assert.ok((await shades(wrong)) > 1);
      await open.screenshot('tree-icicle');
    }),
  );

  it('has values in colors for the side to move at the root, and marks', () =>
    withDrawing({ principal: [1, 5], selected: 5, matching: [0, 1, 5], waiting: [[5, 3]] }, async (open) => {
      const color = async (name: string): Promise<number[]> => {
        const { x, y, width, height } = await box(open, name);
        return (await pixel(open, x + width * 0.4, y + height - 8)).split(',').map(Number);
      };
      for (const good of ['good', 'reply']) {
        const [red, , blue] = await color(good);
        assert.ok(blue - red > 40, good);
      }
      const [red, , blue] = await color('mate');
      assert.ok(red - blue > 20);
      const seen = await boxes(open);
      const having = (test: (box: SeenBox) => boolean): string[] => seen.filter(test).map(({ name }) => name);
      assert.deepEqual(having(({ isPrincipal }) => isPrincipal).sort(), ['good', 'reply']);
      assert.deepEqual(
        having(({ differs }) => differs),
        ['lost'],
      );
      assert.deepEqual(
        having(({ waiting }) => waiting === 3),
        ['reply'],
      );
      assert.ok(having(({ isDim }) => isDim).includes('even') && !having(({ isDim }) => isDim).includes('good'));
    }));

  itLong('selects what is clicked and says so; a group is zoomed to, and a box by a double click', () =>
    withDrawing({}, async (open) => {
      const { page } = open;
      await page.mouse.click(...(await middle(open, 'wrong')));
      assert.deepEqual(await events(open), ['select 4']);
      const label = await page.locator('canvas').getAttribute('aria-label');
      assert.match(label ?? '', /^Search tree\. Selected: wrong, depth 1\. Hallucination: .*no such square\. .*table/);
      const group = await box(open, '+98 others');
      await page.mouse.click(group.x + group.width / 2, group.y + group.height / 2);
      const inside = await boxes(open);
      assert.ok(inside.filter(({ name }) => /^m\d/.test(name)).length > 50);
      await page.evaluate(() => globalThis.drawing.fit());
      assert.ok((await box(open, 'root')).width > 900);
      await page.mouse.dblclick(...(await middle(open, 'even')));
      const [root, even] = [await box(open, 'root'), await box(open, 'even')];
      assert.ok(Math.abs(even.width - root.width) < 1);
      assert.ok(!(await boxes(open)).some(({ name }) => name === 'good'));
    }),
  );

  itLong('is zoomed about the pointer, dragged and scrolled, and lets the page scroll where it cannot be moved', () =>
    withDrawing({}, async (open) => {
      const { page } = open;
      const before = await box(open, 'mate');
      const [x, y] = [before.x + 10, before.y + 5];
      await page.mouse.move(x, y);
      const passed: boolean[] = [];
      await page.exposeFunction('tell', (isTaken: boolean) => passed.push(isTaken));
      await page.evaluate(() =>
        window.addEventListener('wheel', (event) =>
          (globalThis as unknown as { tell: (isTaken: boolean) => void }).tell(event.defaultPrevented),
        ),
      );
      await page.mouse.wheel(0, 50);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -200);
      await page.keyboard.up('Control');
      const near = await box(open, 'mate');
      assert.ok(Math.abs(near.x - (x - 10 * (near.width / before.width))) < 0.5);
      assert.ok(near.width > before.width * 1.15);
      await page.mouse.down();
      await page.mouse.move(x + 40, y, { steps: 3 });
      await page.mouse.up();
      assert.ok(Math.abs((await box(open, 'mate')).x - near.x - 40) < 0.5);
      await page.keyboard.down('Shift');
      await page.mouse.wheel(0, 30);
      await page.keyboard.up('Shift');
      assert.ok(Math.abs((await box(open, 'mate')).x - near.x - 10) < 0.5);
      assert.deepEqual(await events(open), []);
      assert.deepEqual(passed, [false, true, true]);
    }),
  );

  itLong('is zoomed by a pinch as far as the fingers go apart, and by a notch of a wheel not too far at once', () =>
    withDrawing({}, async (open) => {
      const { page } = open;
      const start = await box(open, 'mate');
      const [clientX, clientY] = await middle(open, 'mate');
      const wheel = (deltaY: number): Promise<void> =>
        page.locator('canvas').evaluate(
          (canvas, init) => {
            canvas.dispatchEvent(new WheelEvent('wheel', { ...init, ctrlKey: true, cancelable: true }));
          },
          { deltaY, clientX, clientY },
        );
      // twice as far apart, in ten steps
      for (let i = 0; i < 10; i++) await wheel((-100 * Math.LN2) / 10);
      const pinched = await box(open, 'mate');
      assert.ok(Math.abs(pinched.width / start.width - 2) < 0.05, `${pinched.width / start.width}`);
      await wheel(-120);
      const turned = (await box(open, 'mate')).width / pinched.width;
      assert.ok(turned > 1.2 && turned < 1.3, `${turned}`);
    }),
  );

  itLong('is walked by keys, zoomed and shown whole', () =>
    withDrawing({}, async (open) => {
      await open.page.locator('canvas').focus();
      const steps: (string | undefined)[] = [];
      for (const key of [
        'ArrowDown',
        'ArrowDown',
        'ArrowRight',
        'ArrowLeft',
        'ArrowUp',
        'ArrowRight',
        'ArrowRight',
        'ArrowUp',
      ]) {
        await press(open, key);
        steps.push(await selected(open));
      }
      assert.deepEqual(steps, ['good', 'reply', 'mate', 'reply', 'good', 'even', 'wrong', 'root']);
      await press(open, 'ArrowUp', 'ArrowLeft', 'x');
      assert.equal(await selected(open), 'root');
      await press(open, 'ArrowDown', 'ArrowRight', 'Enter');
      assert.ok((await box(open, 'even')).width > 900);
      await press(open, '0', '+');
      const { width } = await box(open, 'mate');
      await press(open, '-');
      assert.ok(Math.abs(width / (await box(open, 'mate')).width - 1.5) < 1e-6);
      // a node too small to be seen is zoomed to when keys come to it
      await press(open, '0', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      assert.equal(await selected(open), 'm3');
      assert.ok((await box(open, 'm3')).width > 12);
    }),
  );

  itLong('is a tidy tree of what is opened, eight children and the others', () =>
    withDrawing({ layout: 'tidy', opened: [0] }, async (open) => {
      const { page } = open;
      assert.deepEqual((await boxes(open)).map(({ name }) => name).sort(), ['even', 'good', 'root', 'wrong']);
      const even = await box(open, 'even');
      await page.mouse.click(even.x + even.width, even.y + even.height / 2);
      const opened = (await boxes(open)).map(({ name }) => name);
      assert.deepEqual(
        opened.filter((name) => name.startsWith('m')).sort(),
        Array.from({ length: 8 }, (_, i) => `m${i}`),
      );
      assert.deepEqual(await box(open, 'even'), even);
      await page.mouse.click(...(await middle(open, '+92 others')));
      await page.evaluate(() => globalThis.drawing.fit());
      assert.equal((await boxes(open)).filter(({ name }) => name.startsWith('m')).length, 100);
      await page.mouse.dblclick(...(await middle(open, 'even')));
      assert.deepEqual(await events(open), ['toggle 2', 'select 2', 'select 2', 'toggle 2']);
      assert.ok(!(await boxes(open)).some(({ name }) => name.startsWith('m')));
      await page.locator('canvas').focus();
      await press(open, '0', 'ArrowUp', 'Enter', 'ArrowRight');
      assert.equal(await selected(open), 'reply');
      await open.screenshot('tree-tidy');
    }),
  );

  itLong('keeps its place when counts change, and begins anew with another root', () =>
    withDrawing({}, async (open) => {
      await open.page.mouse.dblclick(...(await middle(open, 'reply')));
      const { x, width } = await box(open, 'reply');
      await show(open, { principal: [1] });
      assert.deepEqual(await box(open, 'reply').then((now) => [now.x, now.width]), [x, width]);
      await show(open, { root: 1, selected: 1 });
      const [root, reply] = [await box(open, 'good'), await box(open, 'reply')];
      assert.ok(root.width > 900 && reply.y > root.y && Math.abs((reply.value ?? 0) - 0.2) < 1e-9);
      await show(open, { root: 0, selected: 7 });
      await open.page.evaluate(() => globalThis.drawing.zoom(50));
      await open.page.evaluate(() => globalThis.drawing.reveal());
      const { x: left, width: wide } = await box(open, 'lost');
      assert.ok(left + wide > 0 && left < 1000);
    }),
  );

  itLong('has the value at the root that the backup rule gives, in its box and under the pointer', async () => {
    for (const [backup, value] of [
      ['mean', (600 * 0.9 + 300 * 0.5) / 900],
      ['minimax', 0.9],
    ] as const)
      await withDrawing(
        {},
        async (open) => {
          assert.ok(Math.abs(((await box(open, 'root')).value ?? 0) - value) < 1e-9, backup);
          await open.page.mouse.move(...(await middle(open, 'root')));
          const said = (await open.page.locator('.tree-tip').textContent()) ?? '';
          assert.ok(said.includes(`${backup} ${value.toFixed(2)} `), said);
        },
        TREE,
        { backup, unvisited: 'zero' },
      );
  });

  it('says what is under the pointer', () =>
    withDrawing({}, async (open) => {
      const tip = open.page.locator('.tree-tip');
      await open.page.mouse.move(...(await middle(open, 'wrong')));
      assert.match((await tip.textContent()) ?? '', /^wrongHallucination: .*no such square$/);
      await open.page.mouse.move(...(await middle(open, 'good')));
      assert.match((await tip.textContent()) ?? '', /^goodN 600 {2}Q 0\.90 {2}P 0\.\d{3} {2}v 0\.50/);
      await open.page.mouse.move(2, 2);
      assert.equal(await tip.isVisible(), false);
    }));

  itLong('follows the theme, the size and the pixels of the screen', () =>
    withDrawing({}, async (open) => {
      const { page } = open;
      const { x, y, width, height } = await box(open, 'even');
      const colors = new Set<string>();
      for (const theme of Object.keys(THEMES) as Theme[]) {
        await open.theme(theme);
        await drawn(open);
        colors.add(await pixel(open, x + width / 2, y + height - 8));
      }
      assert.equal(colors.size, 3);
      await page.emulateMedia({ forcedColors: 'active' });
      await drawn(open);
      assert.equal(
        await pixel(open, x + width / 2, y + height - 8),
        await pixel(open, x + width / 2, y + height + 400 - 8),
      );
      await page.emulateMedia({ forcedColors: 'none' });
      await page.setViewportSize({ width: 500, height: 900 });
      await page.waitForFunction(() => (document.querySelector('canvas')?.width ?? 0) < 500);
      assert.ok((await box(open, 'root')).width < 500);
    }),
  );

  itLong('is exported whole, whatever is on the screen, with title and legend, and as text', () =>
    withDrawing({}, async (open) => {
      const exported = () =>
        open.page.evaluate(() =>
          Promise.all(
            (['svg', 'png', 'dot', 'json'] as const).map(
              async (format) => (await globalThis.drawing.export(format)).content,
            ),
          ),
        );
      const contents = await exported();
      const [svg, png, dot, json] = contents;
      assert.match(svg ?? '', /^<svg .*>even<.*<\/svg>\n$/s);
      const picture = Buffer.from(png ?? '', 'base64');
      assert.equal(picture.toString('latin1', 1, 4), 'PNG');
      const [, width = '', height = ''] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg ?? '') ?? [];
      assert.deepEqual(
        [picture.readUInt32BE(16), picture.readUInt32BE(20)],
        [2 * Number(width), 2 * Number(height)].map(Math.round),
      );
      for (const said of ['A tree', 'made up', 'width: visits', 'hallucination'])
        assert.ok(svg?.includes(`>${said}<`), said);
      // filters, zoom and closed nodes are no part of it
      await open.page.evaluate(async () => {
        globalThis.drawing.show({ matching: [1], selected: 1 });
        globalThis.drawing.zoom(8);
        await globalThis.drawing.drawn();
      });
      assert.equal((await exported())[0], svg);
      const namesIn = (text: string | undefined) => [...(text ?? '').matchAll(/font-weight="600">([^<]+)</g)].length;
      await open.page.evaluate(() => globalThis.drawing.show({ layout: 'tidy', opened: [] }));
      const [closed] = await exported();
      await open.page.evaluate(() => globalThis.drawing.show({ opened: [0, 1, 2, 3] }));
      assert.equal((await exported())[0], closed);
      assert.ok(namesIn(closed) > 5);
      assert.match(dot ?? '', /^digraph search/);
      assert.equal((JSON.parse(json ?? '') as { format: string }).format, 'statelens-tree');
    }),
  );
});
