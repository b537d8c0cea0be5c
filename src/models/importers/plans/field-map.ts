import type { Asked, ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';

/** What `--map` names. Paths of fields; `asked` is `before` or `after`. */
export interface FieldMap {
  readonly start?: string;
  readonly moves?: string;
  readonly move?: string;
  readonly asked?: Asked;
  readonly truth?: string;
  readonly answer?: string;
  readonly question?: string;
  readonly model?: string;
  readonly reasoning?: string;
  readonly name?: string;
}

/** A reading that fits, as a sentence about one real record, with what chooses it. */
export interface PlanChoice {
  readonly sentence: string;
  readonly map: FieldMap;
}

/** Why there is no plan: what was found, and the readings between which the records do not decide. */
export interface OpenPlan {
  readonly message: string;
  readonly choices: readonly PlanChoice[];
  /** True if the records have a position, and only the answer is not found. */
  readonly hasPosition?: boolean;
}

/** The part of a plan that tells positions, as the user says it. */
export const givenPlaces = ({ start, moves, move, asked, truth }: FieldMap): ImportPlan => ({
  ...(start !== undefined && { start: { field: start } }),
  ...(moves !== undefined && { moves: { field: moves } }),
  ...(move !== undefined && { move: { field: move } }),
  ...(asked !== undefined && { asked }),
  ...(truth !== undefined && { truth: { field: truth } }),
});

/** The part of a plan that names other fields, as the user says it. */
export const givenNames = ({ answer, question, model, reasoning, name }: FieldMap): ImportPlan => ({
  ...(answer !== undefined && { answer }),
  ...(question !== undefined && { question }),
  ...(model !== undefined && { model }),
  ...(reasoning !== undefined && { reasoning }),
  ...(name !== undefined && { name }),
});
