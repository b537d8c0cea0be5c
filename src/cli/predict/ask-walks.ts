import type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { lookupIn, type WorldFiles } from '../../core/notation/walk/walk-world.ts';
import type { AskedSample } from '../../models/asking/predict-places.ts';
import { askedWalk, taskKindOf } from '../../models/asking/walk-places.ts';
import { DEFAULT_TEMPLATE, type PromptTemplate } from '../../models/prompts/prompt.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import type { Document } from '../io/text-source.ts';

/** The positions of the walks of a document that a plan asks about. */
export interface PlannedWalks {
  readonly asked: readonly AskedSample[];
  /** Positions that have an answer already. */
  readonly skipped: number;
  /** Walks that are asked about only up to an action that is not legal. */
  readonly cut: number;
  /** Walks whose world or start is not known. */
  readonly unknown: number;
}

/**
 * The positions of the walks of a document, each with the template of its task: walks of chess are asked about as games are.
 *
 * @param worlds the files that the walks name
 * @param isKnown true of a walk and a number of actions that have an answer already
 */
export function plannedWalks(
  { text }: Pick<Document, 'text'>,
  plan: PlyPlan,
  worlds: WorldFiles | undefined,
  isKnown: (game: number, ply: number) => boolean,
): PlannedWalks {
  const lookup = lookupIn(worlds);
  const asked: AskedSample[] = [];
  let [skipped, cut, unknown] = [0, 0, 0];
  for (const [game, walk] of readWalks(text).walks.entries()) {
    const found = askedWalk(walk, game, lookup);
    if (found === undefined) {
      unknown++;
      continue;
    }
    if (found.cut) cut++;
    const template = taskKindOf(found.opened.spec) === 'state' ? DEFAULT_TEMPLATE : worldTemplate();
    for (const ply of plan(found.length)) {
      if (isKnown(game, ply)) skipped++;
      else asked.push({ place: found.placeAt(ply), sample: 0, by: { template, nameTemplate: false } });
    }
  }
  return { asked, skipped, cut, unknown };
}

/** The template that asks for states of worlds where no other is named. */
export const worldTemplate = (): PromptTemplate => {
  const [template] = templatesFor('world');
  if (template === undefined) throw new Error('there is no template for worlds');
  return template;
};
