import { plural } from '../../core/base/text/counts.ts';
import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { worldReader } from '../../core/metrics/world-pair-reading.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { lookupIn, type WorldFiles } from '../../core/notation/walk/walk-world.ts';
import type { Model } from '../../models/model.ts';
import { predictState, type SampleRequest } from '../../models/predict/predict-state.ts';
import { targetWalk, walkTaskKind } from '../../models/predict/walk-targets.ts';
import { DEFAULT_TEMPLATE, type PromptTemplate } from '../../models/prompts/prompt.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { EXIT } from '../command.ts';
import { columns, type Terminal } from '../io/terminal.ts';
import type { Document } from '../io/text-source.ts';
import { readWalkArgument, type WalkArgument } from './walk-option.ts';

/**
 * Asks a model for the states of one walk of a world, and prints its answers: ply, state, differences. Returns the exit status.
 */
export async function predictWalk(terminal: Terminal, model: Model, walk: WalkArgument): Promise<number> {
  const { world, asked } = await readWalkArgument(terminal, walk);
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

/** Positions of a document's walks that a plan asks about. */
export interface PlannedWalks {
  readonly asked: readonly SampleRequest[];
  /** Number of positions that already have an answer. */
  readonly skipped: number;
  /** Number of walks included only up to an illegal action. */
  readonly cut: number;
  /** Number of walks whose world or start is not known. */
  readonly unknown: number;
}

/**
 * Returns the positions of the walks of a document, each with the template of its task; walks of chess are treated as games.
 *
 * @param worlds files that the walks name
 * @param isKnown returns true for a walk and a number of actions that already have an answer
 */
export function plannedWalks(
  { text }: Pick<Document, 'text'>,
  plan: PlyPlan,
  worlds: WorldFiles | undefined,
  isKnown: (game: number, ply: number) => boolean,
): PlannedWalks {
  const lookup = lookupIn(worlds);
  const asked: SampleRequest[] = [];
  let [skipped, cut, unknown] = [0, 0, 0];
  for (const [game, walk] of readWalks(text).walks.entries()) {
    const found = targetWalk(walk, game, lookup);
    if (found === undefined) {
      unknown++;
      continue;
    }
    if (found.cut) cut++;
    const template = walkTaskKind(found.opened.spec) === 'state' ? DEFAULT_TEMPLATE : worldTemplate();
    for (const ply of plan(found.length)) {
      if (isKnown(game, ply)) skipped++;
      else asked.push({ place: found.placeAt(ply), sample: 0, by: { template, nameTemplate: false } });
    }
  }
  return { asked, skipped, cut, unknown };
}

/** Returns the default template for states of worlds. */
const worldTemplate = (): PromptTemplate => {
  const [template] = templatesFor('world');
  if (template === undefined) throw new Error('there is no template for worlds');
  return template;
};
