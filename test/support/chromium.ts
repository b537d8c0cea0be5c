import fs from 'node:fs';
import process from 'node:process';

const SHELL = '/usr/bin/chromium-headless-shell';

/** The browser of the tests: Chromium without a window, which costs less than half of the CPU time, or else the whole one. */
export const CHROMIUM = process.env['CHROMIUM'] ?? (fs.existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
