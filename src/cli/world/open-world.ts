import path from 'node:path';
import { LineIndex } from '../../core/base/text/line-index.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld, type WorldFault, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** Faults of a world file that are shown. */
const MAX_SHOWN = 5;

/** A world with what it was opened from. */
export interface OpenedWorld {
  readonly spec: WorldSpec;
  readonly world: World<unknown>;
}

/** The world of `--world`: a built-in one by its name, or the table of a `.csv` file. Faults become usage errors with their places. */
export async function openWorld(terminal: Terminal, given: string): Promise<OpenedWorld> {
  if (!/\.csv$/i.test(given))
    return opened({ kind: 'named', name: given }, ([fault]) => `${fault?.message}, or a table.csv`);
  const { name, text } = await readText(terminal, given);
  const spec = { kind: 'table', name: path.basename(given).replace(/\.csv$/i, ''), text } as const;
  return opened(spec, (faults) => placed(faults, name, text));
}

function opened(spec: WorldSpec, wording: (faults: readonly WorldFault[]) => string): OpenedWorld {
  const world = builtWorld(spec);
  if (!world.ok) throw usageError(wording(world.error));
  return { spec, world: world.value };
}

function placed(faults: readonly WorldFault[], file: string, text: string): string {
  const lines = new LineIndex(text);
  const shown = faults.slice(0, MAX_SHOWN).map(({ offset = 0, message }) => {
    const { line, character } = lines.positionAt(offset);
    return `${file}:${line + 1}:${character + 1}: ${message}`;
  });
  return shown.join('; ');
}
