import { takenState } from '../../core/evaluation/runs/taken-state.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { worldReader } from '../../core/metrics/world-pairs.ts';
import { predictState } from '../../models/asking/predict-state.ts';
import type { Model } from '../../models/model.ts';
import { EXIT } from '../command.ts';
import { columns } from '../io/columns.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { type GivenWalk, givenWalk } from '../world/given-walk.ts';
import { worldTemplate } from './ask-walks.ts';

/**
 * Asks a model for the states of one walk of a world, and prints what it answers: half-move, state, what is wrong. Returns the exit
 * status.
 */
export async function predictWalk(terminal: Terminal, model: Model, walk: GivenWalk): Promise<number> {
  const { world, asked } = await givenWalk(terminal, walk);
  const template = worldTemplate();
  const comparer = new PairComparer(worldReader(world));
  const now = (): number => terminal.clock.now();
  const rows: string[][] = [];
  const faults = new Set<string>();
  let failed = 0;
  await terminal.interruptible(async (signal) => {
    for (const position of asked) {
      const options = { template, settings: {}, nameTemplate: false, now };
      const sample = await predictState(model, position, options, signal);
      const { error, trueFen, ply } = sample;
      if (error === undefined) {
        const predicted = takenState(sample);
        const { sentence } = comparer.text({ trueFen, predictedFen: predicted });
        rows.push([String(ply), predicted ?? '?', sentence]);
      } else {
        failed++;
        faults.add(error.message);
      }
    }
  });
  if (rows.length > 0) {
    const shown = columns([['ply', 'predicted', 'verdict'], ...rows], ['right', 'left', 'left']);
    await terminal.print(`${shown.join('\n')}\n`);
  }
  if (failed > 0) terminal.note(`${plural(failed, 'request')} failed (${[...faults].join('; ')})`);
  return failed > 0 ? EXIT.incomplete : EXIT.ok;
}
