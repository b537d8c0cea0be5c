import type { Page } from 'playwright-core';

/**
 * Starts to watch the code lenses of the file whose URI ends so, in a page that may not show it yet. The returned function
 * waits until they stand still, and resolves with the milliseconds from the next press of the mouse (which opens the file) to
 * the last change of any, as the page saw it: what VS Code itself waits is in it.
 */
export async function timeLenses(page: Page, ending: string): Promise<() => Promise<number>> {
  const watching = await page.evaluateHandle((ending: string) => {
    const STILL_MS = 1500;
    let start: number | undefined;
    const onPress = () => {
      start ??= performance.now();
    };
    document.addEventListener('pointerdown', onPress, true);
    const done = new Promise<number>((resolve) => {
      let before = '';
      let changed = performance.now();
      const look = () => {
        const now = performance.now();
        const lenses = document.querySelectorAll(`.monaco-editor[data-uri$="${ending}"] .codelens-decoration`);
        const texts = Array.from(lenses, (lens) => lens.textContent ?? '');
        const all = texts.join('\n');
        if (all !== before) [before, changed] = [all, now];
        const whole = texts.length > 0 && !/ …(?:$| )| of [\d,]+ scored/.test(all);
        if (start === undefined || !whole || now - changed < STILL_MS) requestAnimationFrame(look);
        else {
          document.removeEventListener('pointerdown', onPress, true);
          resolve(changed - start);
        }
      };
      look();
    });
    return { done };
  }, ending);
  return () => watching.evaluate(({ done }) => done);
}

/**
 * Presses a key in the file whose URI ends so, and resolves with the milliseconds to the first frame with another text in its code
 * lenses, as the page saw it: what VS Code itself waits is in it.
 */
export async function keyToLens(page: Page, ending: string, key: string): Promise<number> {
  const watching = await page.evaluateHandle((ending: string) => {
    const text = (): string =>
      Array.from(
        document.querySelectorAll(`.monaco-editor[data-uri$="${ending}"] .codelens-decoration`),
        (lens) => lens.textContent ?? '',
      ).join('\n');
    const before = text();
    const done = new Promise<number>((resolve) => {
      addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          const look = (): unknown => {
            const now = text();
            // Lenses that are about to come again are nothing to read.
            if (now !== before && now !== '') return resolve(performance.now() - start);
            return requestAnimationFrame(look);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
    return { done };
  }, ending);
  await page.keyboard.press(key);
  return watching.evaluate(({ done }) => done);
}

/** Pattern of the chip of a wrong prediction whose score is not computed yet. */
const UNSCORED = '^✗\\u00a0\\S+$';

/**
 * Watches the chips of the file whose URI ends so, in a page that may not show it yet. The returned function waits until
 * all visible ones have their scores and stand still, and resolves with the milliseconds from the next press of the mouse
 * or a key to their last change, as the page saw it.
 */
export async function timeChips(page: Page, ending: string, stillMs = 1500): Promise<() => Promise<number>> {
  const watching = await page.evaluateHandle(
    ({ ending, stillMs, pending }) => {
      let start: number | undefined;
      const onPress = () => {
        start ??= performance.now();
      };
      const events = ['pointerdown', 'keydown'] as const;
      for (const event of events) addEventListener(event, onPress, true);
      const unscored = new RegExp(pending);
      const done = new Promise<number>((resolve) => {
        let before = '';
        let changed: number | undefined;
        const look = () => {
          const now = performance.now();
          const spans = document.querySelectorAll(`.monaco-editor[data-uri$="${ending}"] .view-line span > span`);
          const chips = Array.from(
            spans,
            (span) => /^"([✓≈✗?–].*)"$/.exec(getComputedStyle(span, '::after').content)?.[1],
          ).filter((text) => text !== undefined);
          const all = chips.join('\n');
          if (start !== undefined && all !== before) changed = now;
          before = all;
          const whole = chips.length > 0 && !chips.some((chip) => unscored.test(chip));
          if (start === undefined || changed === undefined || !whole || now - changed < stillMs)
            requestAnimationFrame(look);
          else {
            for (const event of events) removeEventListener(event, onPress, true);
            resolve(changed - start);
          }
        };
        look();
      });
      return { done };
    },
    { ending, stillMs, pending: UNSCORED },
  );
  return () => watching.evaluate(({ done }) => done);
}
