import type { CDPSession } from 'playwright-core';
import type { OpenPage } from '../../test/webview/page-host.ts';
import { DRAWN, TREE_MESSAGES } from './marks.ts';

/** What is measured of a page; times in milliseconds, memory in megabytes. */
export interface ViewTimes {
  /** From the first message to the first frame that has anything, and to the one that has everything. */
  readonly first: number;
  readonly complete: number;
  /** From frame to frame while it is moved, and while it is zoomed. */
  readonly panning: readonly number[];
  readonly zooming: readonly number[];
  /** Main thread a frame, of both. */
  readonly busy: number;
  /** From the range's input to the frame with the counts of then. */
  readonly scrubbing: readonly number[];
  /** After garbage was collected. */
  readonly heap: number;
}

interface BenchGlobals {
  blobs: Blob[];
}

/** Puts the pieces into the page, outside of the heap of its scripts: VS Code has them in another process. */
export async function carry({ page }: OpenPage, pieces: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    (globalThis as unknown as BenchGlobals).blobs = [];
  });
  for (const piece of pieces)
    await page.evaluate((text) => (globalThis as unknown as BenchGlobals).blobs.push(new Blob([text])), piece);
}

/** Sends the page what is carried, a message a piece, and waits for the frame that shows so many visits. */
export function load(
  { page }: OpenPage,
  visits: number,
): Promise<{ readonly first: number; readonly complete: number }> {
  return page.evaluate(
    async ([visits, mark, open, version]) => {
      const say = (data: object): boolean =>
        window.dispatchEvent(new MessageEvent('message', { data: { version, ...data } }));
      const { blobs } = globalThis as unknown as BenchGlobals;
      const shown = (): { visits: number; at: number } => {
        const last = performance.getEntriesByName(mark).at(-1) as PerformanceMark | undefined;
        return { visits: (last?.detail as { visits: number } | undefined)?.visits ?? 0, at: last?.startTime ?? 0 };
      };
      const start = performance.now();
      let first = 0;
      const done = new Promise<number>((resolve) => {
        const look = (): void => {
          const { visits: now, at } = shown();
          if (now > 0 && first === 0) first = at - start;
          if (now >= visits) resolve(at - start);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      say(open);
      for (const blob of blobs.splice(0)) say({ type: 'lines', text: await blob.text(), done: false });
      say({ type: 'lines', text: '', done: true });
      return { complete: await done, first };
    },
    [visits, DRAWN, TREE_MESSAGES.open, TREE_MESSAGES.version] as const,
  );
}

/** Turns the wheel over the drawing at each of so many frames; from frame to frame in milliseconds. */
export function wheel({ page }: OpenPage, frames: number, kind: 'pan' | 'zoom'): Promise<number[]> {
  return page.evaluate(
    async ([frames, kind]) => {
      const canvas = document.querySelector('canvas');
      if (canvas === null) throw new Error('nothing is drawn');
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const place = { clientX: left + width * 0.4, clientY: top + height * 0.5, bubbles: true, cancelable: true };
      const turn = (i: number): WheelEvent =>
        kind === 'pan'
          ? new WheelEvent('wheel', { ...place, deltaX: i % 60 < 30 ? 24 : -24, deltaY: i % 20 < 10 ? 3 : -3 })
          : new WheelEvent('wheel', { ...place, deltaY: i % 60 < 30 ? -20 : 20, ctrlKey: true });
      const times: number[] = [];
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      for (let i = 0; i < frames; i++) {
        canvas.dispatchEvent(turn(i));
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [frames, kind] as const,
  );
}

/** Goes to so many places of the search, near and far; how long each takes until it is drawn. */
export function scrub({ page }: OpenPage, places: number): Promise<number[]> {
  return page.evaluate(
    async ([places, mark]) => {
      const range = document.querySelector<HTMLInputElement>('.scrubber input[type=range]');
      if (range === null) throw new Error('there is nothing to go through the search with');
      const most = Number(range.max);
      const drawnAt = (): number => performance.getEntriesByName(mark).at(-1)?.startTime ?? 0;
      const times: number[] = [];
      for (let i = 0; i < places; i++) {
        const start = performance.now();
        range.value = String(Math.round(most * (0.5 + 0.45 * Math.sin(i / 3))));
        range.dispatchEvent(new Event('input', { bubbles: true }));
        while (drawnAt() < start) await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(drawnAt() - start);
      }
      return times;
    },
    [places, DRAWN] as const,
  );
}

/** What the browser says of a page from when it was asked first. */
export class PageMetrics {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of({ page }: OpenPage): Promise<PageMetrics> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new PageMetrics(session);
  }

  async #read(name: string): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  }

  /** Milliseconds that the main thread was busy. */
  async busy(): Promise<number> {
    return 1000 * (await this.#read('TaskDuration'));
  }

  /** Of the scripts, in megabytes, after garbage was collected. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    return (await this.#read('JSHeapUsedSize')) / 1e6;
  }
}
