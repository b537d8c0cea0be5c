import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM } from '../support/chromium.ts';

/** Why these tests can't run here; undefined when they can. */
export const skipReason: string | undefined = fs.existsSync(CHROMIUM)
  ? undefined
  : `no browser: ${CHROMIUM} is missing (CHROMIUM names another)`;

/** The next test file of a process starts within this time after the last one has ended. */
const IDLE_MS = 2000;

let started: Promise<Browser> | undefined;
let users = 0;
let idle: NodeJS.Timeout | undefined;

/** The browser of this process, which its test files share. Each gives it back with `returnBrowser`. */
export function borrowBrowser(): Promise<Browser> {
  clearTimeout(idle);
  users++;
  started ??= chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return started;
}

/** Gives the browser back, which is closed when nobody borrows it again. */
export function returnBrowser(): void {
  if (--users > 0) return;
  idle = setTimeout(() => {
    const last = started;
    started = undefined;
    void last?.then((browser) => browser.close());
  }, IDLE_MS);
}
