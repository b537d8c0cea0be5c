import { InvalidArgumentError } from 'commander';
import { PLY_PLANS, type PlyPlan, readPlyPlan } from '../../core/notation/pgn/ply-plan.ts';

export type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';

/** A plan of plies as an option. */
export function parsePlyPlan(text: string): PlyPlan {
  const plan = readPlyPlan(text);
  if (plan === undefined) throw new InvalidArgumentError(`It has to be ${PLY_PLANS}.`);
  return plan;
}
