import process from 'node:process';

const isThorough = process.env['STATELENS_THOROUGH'] === '1';

/** `all` in a thorough run (`node test/run.mjs --thorough`, as CI does), else the `slice` of it that `npm test` has time for. */
export const thoroughly = <T>(all: T, slice: T): T => (isThorough ? all : slice);
