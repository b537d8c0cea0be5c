import { plural } from '../../../core/base/text/counts.ts';
import type { FieldPath, ImportPlan, StateTiming } from '../../../core/evaluation/runs/import-plan.ts';
import { isGoldNamed } from './field-names.ts';
import { linesAt, type PlanRow, type PositionPlan, positionBy } from './plan-position.ts';
import type { Proposal } from './propose-positions.ts';

/** Length limit of a quoted text, in characters. */
const MAX_QUOTED = 200;
/** Limit of the field names in a sentence. */
const MAX_NAMED = 20;

/** Returns a text in quotation marks, on one line, with the end of a long one cut off. */
export const quoteText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}"`;
};

const code = (path: string): string => `\`${path}\``;

function placeWords(place: FieldPath): string {
  if (place === 'initial') return 'the initial position';
  if (place === 'prompt') return 'those of the prompt';
  return place === 'target' ? 'the target' : code(place.field);
}

const moveWords = (place: FieldPath): string => (place === 'prompt' ? 'the one of the prompt' : placeWords(place));

const fenWords = (place: FieldPath): string => (place === 'prompt' ? 'the FEN in the prompt' : placeWords(place));

/** Describes the true state of a plan, as the end of a sentence. */
function truthWords({ start, moves, move, asked, truth }: PositionPlan): string {
  if (truth !== undefined) {
    const checked = moves !== undefined || asked === 'after';
    return `${fenWords(truth)}${checked ? ', to which the moves lead' : ''}`;
  }
  if (asked === 'after') return 'the position after that move';
  if (moves !== undefined) return move === undefined ? 'where the moves lead' : 'where those moves lead';
  return start === undefined ? 'unknown' : 'that position';
}

/** Returns a plan as pairs of a role and its source. */
export function planFacts(plan: ImportPlan): readonly (readonly [string, string])[] {
  const { records, start, moves, move, asked, answer, question, model, reasoning, name, fits } = plan;
  const facts: (readonly [string, string] | undefined)[] = [
    records === undefined ? undefined : ['records', records],
    start === undefined ? undefined : ['start', fenWords(start)],
    moves === undefined ? undefined : ['moves', placeWords(moves)],
    move === undefined ? undefined : ['move', `${moveWords(move)}, ${asked === 'after' ? 'played' : 'not played'}`],
    ['truth', truthWords(plan)],
    answer === undefined ? undefined : ['answer', code(answer)],
    question === undefined ? undefined : ['question', code(question)],
    model === undefined ? undefined : ['model', code(model)],
    reasoning === undefined ? undefined : ['reasoning', code(reasoning)],
    name === undefined ? undefined : ['name', code(name)],
    fits === undefined ? undefined : ['fits', fitsWords(fits)],
  ];
  return facts.filter((fact) => fact !== undefined);
}

const fitsWords = ({ records, of }: NonNullable<ImportPlan['fits']>): string =>
  `${records.toLocaleString('en-US')} of ${plural(of, 'record')}`;

/**
 * Returns a plan in one sentence: "start = `fen`, the move was not played, truth = that position, answer = `response`: 922 of 922 records
 * fit".
 */
export function planSentence(plan: ImportPlan): string {
  const { start, moves, move, asked, answer, fits } = plan;
  const parts = [
    start === undefined ? undefined : `start = ${fenWords(start)}`,
    moves === undefined ? undefined : `moves = ${placeWords(moves)}`,
    move === undefined ? undefined : `the move (${moveWords(move)}) was ${asked === 'after' ? '' : 'not '}played`,
    `truth = ${truthWords(plan)}`,
    answer === undefined ? undefined : `answer = ${code(answer)}`,
  ];
  const words = parts.filter((part) => part !== undefined).join(', ');
  return fits === undefined ? words : `${words}: ${fitsWords(fits)} fit`;
}

/** Returns a plan of positions as a sentence about one record. */
export function choiceSentence(plan: PositionPlan, row: PlanRow, answer: string | undefined): string {
  const position = positionBy(plan, row);
  const fen = position.ok ? position.value.trueFen : 'unknown';
  const said = answer === undefined ? '' : `, and the answer is ${quoteText(answer)}`;
  const move = plan.move === undefined ? undefined : linesAt(row, plan.move)[0];
  if (move === undefined) return `${row.place}: the state is ${truthWords(plan)}, ${fen}${said}`;
  const when = plan.asked === 'after' ? `after ${move}` : `before ${move}`;
  return `${row.place}: the state is asked for ${when}: it is ${fen}${said}`;
}

/** Returns the reason why no answers can be taken from rows, with the content of their columns. */
export function refusal(found: {
  readonly choices: readonly string[];
  readonly fields: readonly string[];
  readonly proposals: readonly Proposal[];
}): {
  readonly message: string;
  readonly choices: readonly { readonly sentence: string; readonly map: { readonly answer: string } }[];
} {
  const { choices, fields, proposals } = found;
  if (choices.length > 1)
    return {
      message: `several fields may hold the model's answer: ${choices.map(code).join(', ')}`,
      choices: choices.slice(0, 2).map((answer) => ({ sentence: `the answer is ${code(answer)}`, map: { answer } })),
    };
  if (fields.length === 0) return { message: 'the records have no fields', choices: [] };
  const [best] = proposals;
  const position =
    best === undefined
      ? ''
      : `; the position would be ${truthWords(best.plan)}${best.plan.start === undefined ? '' : ` (start = ${fenWords(best.plan.start)})`}`;
  const gold = fields.find(isGoldNamed);
  const right = gold === undefined ? '' : `; ${code(gold)} is the right answer`;
  const names = fields.slice(0, MAX_NAMED).map(code);
  return {
    message: `no field holds what a model answered (fields: ${names.join(', ')}${fields.length > MAX_NAMED ? ', …' : ''}${right}${position}): add one such as \`response\`, or name it with --map answer=PATH`,
    choices: [],
  };
}

/** Fields that `--map` names: paths; `asked` is `before` or `after`. */
export interface FieldMap {
  readonly start?: string;
  readonly moves?: string;
  readonly move?: string;
  readonly asked?: StateTiming;
  readonly truth?: string;
  readonly answer?: string;
  readonly question?: string;
  readonly model?: string;
  readonly reasoning?: string;
  readonly name?: string;
}

/** A reading that fits, as a sentence about one real record, with the map that chooses it. */
export interface PlanChoice {
  readonly sentence: string;
  readonly map: FieldMap;
}

/** Reason why there is no plan: the findings, and the readings between which the records do not decide. */
export interface OpenPlan {
  readonly message: string;
  readonly choices: readonly PlanChoice[];
  /** True if the records have a position and only the answer is missing. */
  readonly hasPosition?: boolean;
}

/** Returns the part of the user's map that determines positions. */
export const mappedPositions = ({ start, moves, move, asked, truth }: FieldMap): ImportPlan => ({
  ...(start !== undefined && { start: { field: start } }),
  ...(moves !== undefined && { moves: { field: moves } }),
  ...(move !== undefined && { move: { field: move } }),
  ...(asked !== undefined && { asked }),
  ...(truth !== undefined && { truth: { field: truth } }),
});

/** Returns the part of the user's map that names other fields. */
export const mappedNames = ({ answer, question, model, reasoning, name }: FieldMap): ImportPlan => ({
  ...(answer !== undefined && { answer }),
  ...(question !== undefined && { question }),
  ...(model !== undefined && { model }),
  ...(reasoning !== undefined && { reasoning }),
  ...(name !== undefined && { name }),
});
