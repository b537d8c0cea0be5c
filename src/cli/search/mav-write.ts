import { seeded } from '../../core/base/random.ts';
import { plural } from '../../core/base/text/counts.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { type MavGameName, mavGameName } from '../../core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { printTrace } from '../../core/mav/write/example-draft.ts';
import { referenceTrace } from '../../core/search/reference-trace.ts';
import { taskSource } from '../../core/traces/generate/task-source.ts';
import type { World } from '../../core/worlds/world.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import { CliError, EXIT, usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { withValues } from '../mav/values.ts';
import { openWorld } from '../open-world.ts';
import type { WriteFlags } from './trace-write-flags.ts';

/** Draws without a new task after which a game is taken to have no other. */
const PATIENCE = 1000;

/** Returns the game of MAV that a world is; undefined for others, and for other sizes of Othello. */
function gameOf(spec: WorldSpec): MavGameName | undefined {
  return spec.kind === 'named' ? mavGameName(spec.name.replace(/^hex\d+$/, 'hex')) : undefined;
}

/**
 * Writes reference traces of random tasks in MAV's own dialect: minimax over the values of an engine, a solver or
 * playouts. Their rows for training are those of `mav dataset`.
 */
export async function writeMavTraces(
  terminal: Terminal,
  flags: WriteFlags,
  isGiven: (name: keyof WriteFlags) => boolean,
): Promise<number> {
  const { world: name, out } = flags;
  if (name === undefined)
    throw usageError('--write mav requires --world: chess, chess960, connect_four, hex or othello');
  const { spec, world } = await openWorld(terminal, name);
  const game = gameOf(spec);
  if (game === undefined)
    throw usageError(`MAV has no words for ${name}: it has for chess, chess960, connect_four, hex and othello`);
  if (isGiven('search') && flags.search !== 'minimax')
    throw usageError(`MAV has no words for ${flags.search ?? ''}: --search minimax`);
  const other = (['heuristic', 'shuffle', 'faults', 'faultKinds', 'split', 'continue'] as const).find((flag) =>
    isGiven(flag),
  );
  if (other !== undefined || (out !== undefined && !/\.(?:mav|trace|txt)$/i.test(out) && out !== '-'))
    throw usageError(
      `--write mav writes texts without ${other === undefined ? 'rows' : `--${other}`}: --out FILE.mav; statelens mav dataset writes rows`,
    );
  checkOutput(out, { kind: 'mav', inputs: [], overwrite: flags.overwrite });
  const texts = await makeTraces(terminal, game, drawStarts(world, spec, flags), flags);
  const written = texts.join('\n');
  if (out === undefined || out === '-') await terminal.print(written);
  else {
    writeText(out, written);
    terminal.note(`${out}: ${plural(texts.length, 'trace')}`);
  }
  if (texts.length === flags.count) return EXIT.ok;
  terminal.note(
    `${plural(texts.length, 'trace')} instead of ${flags.count}: ${PATIENCE} draws gave no other task of ${name}`,
  );
  return EXIT.incomplete;
}

/** Returns the states of random tasks, none of them twice. */
function drawStarts(world: World<unknown>, spec: WorldSpec, { tasks, seed, count }: WriteFlags): readonly string[] {
  const source = taskSource(world, spec, 'minimax', tasks ?? {});
  if (!source.ok) throw usageError(source.error);
  const states = new Set<string>();
  for (let index = 0, idle = 0; states.size < count && idle < PATIENCE; index++, idle++) {
    const task = source.value.draw(seeded(partSeed(seed, `task ${index}`)));
    const state = task && world.automaton.print(task.world.start);
    if (state === undefined || states.has(state)) continue;
    states.add(state);
    idle = 0;
  }
  return [...states];
}

/** Makes the reference trace of each state. */
function makeTraces(
  terminal: Terminal,
  game: MavGameName,
  states: readonly string[],
  { breadth, treeDepth: depth, ...flags }: WriteFlags,
): Promise<readonly string[]> {
  const { mavDialect: dialect = PUBLISHED_DIALECT, form = 'FEN' } = flags;
  return terminal.interruptible((signal) =>
    withValues(terminal, { ...flags, values: 'engine' }, async (source) => {
      if (source === undefined) throw usageError('a trace requires values');
      const progress = terminal.progress('writing traces', states.length);
      const texts: string[] = [];
      for (const state of states) {
        const made = await referenceTrace({ game, state, breadth, depth, source, form, dialect }, signal);
        if (!made.ok) throw new CliError(made.error.message, EXIT.incomplete);
        texts.push(printTrace(made.value, dialect));
        progress.step();
      }
      progress.end();
      return texts;
    }),
  );
}
