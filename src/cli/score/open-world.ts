import path from 'node:path';
import { LineIndex } from '../../core/base/text/line-index.ts';
import { tableWorld } from '../../core/worlds/tables/table.ts';
import type { World } from '../../core/worlds/world.ts';
import { worldNamed } from '../../core/worlds/worlds.ts';
import { usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** Faults of a table that are shown. */
const MAX_SHOWN = 5;

/** The world of `--world`: a built-in one by its name, or the table of a `.csv` file. Faults become usage errors with their places. */
export async function openWorld(terminal: Terminal, given: string): Promise<World<unknown>> {
  if (!/\.csv$/i.test(given)) {
    const world = worldNamed(given);
    if (!world.ok) throw usageError(`${world.error}, or a table.csv`);
    return world.value;
  }
  const { name, text } = await readText(terminal, given);
  const world = tableWorld(path.basename(given).replace(/\.csv$/i, ''), text);
  if (world.ok) return world.value;
  const lines = new LineIndex(text);
  const shown = world.error.slice(0, MAX_SHOWN).map(({ offset, message }) => {
    const { line, character } = lines.positionAt(offset);
    return `${name}:${line + 1}:${character + 1}: ${message}`;
  });
  throw usageError(shown.join('; '));
}
