import type { FrameLocator, Page } from 'playwright-core';

/** What was seen of the state view while a key was held. */
export interface HeldKey {
  /** Of the webview, a second. */
  readonly frames: number;
  /** Positions that were drawn. */
  readonly drawn: number;
  /** Sum of the layout shifts, as browsers count them. */
  readonly shift: number;
}

interface Watched extends Window {
  stateDrawn?: { readonly move: string; readonly at: number }[];
  stateFrames?: number[];
  stateShift?: number;
}

/** Watches the state view's page: which move is drawn when, its frames and its layout shifts. */
export const watchState = (view: FrameLocator): Promise<void> =>
  view.locator('header .move').evaluate((element) => {
    const own = window as Watched;
    const [drawn, frames]: [NonNullable<Watched['stateDrawn']>, number[]] = [[], []];
    Object.assign(own, { stateDrawn: drawn, stateFrames: frames, stateShift: 0 });
    const now = (): number => performance.timeOrigin + performance.now();
    const look = (): void => {
      frames.push(now());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    // The page changes itself within a frame; what is posted then comes when that frame is done.
    const done = new MessageChannel();
    done.port1.addEventListener('message', ({ data }: MessageEvent<string>) => drawn.push({ move: data, at: now() }));
    done.port1.start();
    new MutationObserver(() => requestAnimationFrame(() => done.port2.postMessage(element.textContent))).observe(
      element,
      {
        childList: true,
        characterData: true,
        subtree: true,
      },
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        own.stateShift = (own.stateShift ?? 0) + (entry as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: 'layout-shift', buffered: false });
  });

/** Remembers when the cursor of an editor moved last on the window's page. */
export const watchCursor = (page: Page): Promise<void> =>
  page
    .locator('.editor-instance .cursors-layer .cursor')
    .first()
    .evaluate((cursor) => {
      const own = window as Window & { cursorAt?: number };
      let place = cursor.getAttribute('style');
      new MutationObserver(() => {
        // it blinks, too
        const { left, top } = (cursor as HTMLElement).style;
        if (`${left} ${top}` !== place) own.cursorAt = performance.timeOrigin + performance.now();
        place = `${left} ${top}`;
      }).observe(cursor, { attributes: true, attributeFilter: ['style'] });
    });

/** Milliseconds from the last move of the cursor, as VS Code draws it, to the end of the frame with a move. */
export async function cursorToMove(page: Page, view: FrameLocator, move: string): Promise<number> {
  const moved = await page.evaluate(() => (window as Window & { cursorAt?: number }).cursorAt ?? 0);
  const drawn = await view
    .locator('header .move')
    .evaluate(
      (_, [text, since]) =>
        (window as Watched).stateDrawn?.find(({ move: name, at }) => name === text && at > since)?.at ?? Number.NaN,
      [move, moved] as const,
    );
  return drawn - moved;
}

/** Keys a second of a keyboard whose key is held. */
const REPEAT = 30;

/** Holds the right arrow for so many steps, in the page that has the keyboard. */
export async function holdArrow(page: Page, view: FrameLocator, steps: number): Promise<HeldKey> {
  const now = () =>
    view.locator('header .move').evaluate(() => {
      const { stateFrames = [], stateDrawn = [], stateShift = 0 } = window as Watched;
      return { frames: stateFrames.length, at: stateFrames.at(-1) ?? 0, drawn: stateDrawn.length, shift: stateShift };
    });
  const start = await now();
  const began = performance.now();
  for (let step = 0; step < steps; step++) {
    await page.keyboard.down('ArrowRight');
    await page.waitForTimeout(Math.max(0, began + ((step + 1) * 1000) / REPEAT - performance.now()));
  }
  const end = await now();
  await page.keyboard.up('ArrowRight');
  return {
    frames: ((end.frames - start.frames) * 1000) / (end.at - start.at),
    drawn: end.drawn - start.drawn,
    shift: end.shift - start.shift,
  };
}
