import type { OpenPage } from '../../test/webview/page-host.ts';

/** What is measured of the page while a key is held; times in milliseconds. */
export interface HeldKey {
  /** From frame to frame. */
  readonly frames: readonly number[];
  /** Frames in which the page showed the step of the key before them. */
  readonly inTime: number;
  /** Sum of all layout shifts. */
  readonly shift: number;
}

/** Sends a key in each of so many frames, as a key does that is held, and counts what is shown in time. */
export function holdKey({ page }: OpenPage, frames: number): Promise<HeldKey> {
  return page.evaluate(async (count) => {
    let shift = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    });
    observer.observe({ type: 'layout-shift' });
    const next = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const at = (): number => Number(document.querySelector('.ticks')?.getAttribute('aria-valuenow'));
    const times: number[] = [];
    let inTime = 0;
    let last = await next();
    for (let i = 0; i < count; i++) {
      const before = at();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      const now = await next();
      if (at() === before + 1) inTime++;
      times.push(now - last);
      last = now;
    }
    await next();
    observer.disconnect();
    return { frames: times, inTime, shift };
  }, frames);
}
