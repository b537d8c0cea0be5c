import path from 'node:path';
import { processOpener } from '../../compute/worlds/node-process-world.ts';
import { LineIndex } from '../../core/base/text/line-index.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld, type ProcessSpec, type WorldFault, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { readPddl } from './pddl-files.ts';

/** Faults of a world file that are shown. */
const MAX_SHOWN = 5;

/** A world with what it was opened from. */
export interface OpenedWorld {
  readonly spec: WorldSpec;
  readonly world: World<unknown>;
}

/** What a program is named by: its command, without a shell; words with spaces stand in quotation marks. */
const PROCESS = 'process:';

/**
 * The world of `--world`: a built-in one by its name, the table of a `.csv` file, a problem in PDDL, or a program. Faults become
 * usage errors with their places.
 */
export async function openWorld(terminal: Terminal, given: string): Promise<OpenedWorld> {
  if (given.startsWith(PROCESS)) return opened(processSpec(given.slice(PROCESS.length)), messages);
  if (/\.pddl$/i.test(given)) {
    const { spec, files } = await readPddl(terminal, given);
    return opened(spec, (faults) => {
      const of = (text: 'domain' | 'problem') => faults.filter((fault) => (fault.in ?? 'problem') === text);
      const texts = (['domain', 'problem'] as const).filter((text) => of(text).length > 0);
      return texts.map((text) => placed(of(text), files[text], spec[text])).join('; ');
    });
  }
  if (!/\.csv$/i.test(given))
    return opened(
      { kind: 'named', name: given },
      ([fault]) => `${fault?.message}, a table.csv, a problem.pddl, or ${PROCESS}COMMAND`,
    );
  const { name, text } = await readText(terminal, given);
  const spec = { kind: 'table', name: path.basename(given).replace(/\.csv$/i, ''), text } as const;
  return opened(spec, (faults) => placed(faults, name, text));
}

const messages = (faults: readonly WorldFault[]): string => faults.map(({ message }) => message).join('; ');

function processSpec(written: string): ProcessSpec {
  const command = Array.from(
    written.matchAll(/"([^"]*)"|'([^']*)'|\S+/g),
    ([word, double, single]) => double ?? single ?? word,
  );
  if (command.length === 0) throw usageError(`${PROCESS} names no program; expected ${PROCESS}COMMAND`);
  const last = command.at(-1) ?? '';
  return { kind: 'process', name: path.basename(last).replace(/\.\w+$/, ''), command };
}

function opened(spec: WorldSpec, wording: (faults: readonly WorldFault[]) => string): OpenedWorld {
  const world = builtWorld(spec, processOpener(import.meta.url));
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
