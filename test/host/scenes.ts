import process from 'node:process';
import { it as always } from 'node:test';
import { itLong } from '../support/thorough.ts';
import { OLDEST } from './install.ts';

const version = process.env['STATELENS_HOST'] ?? OLDEST;

/** True where all scenes are played: in the oldest VS Code, and where files are named or all are wanted. */
export const PLAYS_ALL = version === OLDEST || process.env['STATELENS_LONG'] === '1';

/** A scene that is the same in every VS Code: others than the oldest leave it out. */
export const it = PLAYS_ALL ? always : itLong;

/** A scene of something that versions of VS Code differ in: an extension host, a view, a custom editor, a key, trust, a tool. */
export const itInEach = always;
