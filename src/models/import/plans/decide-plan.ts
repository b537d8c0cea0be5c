import { err, ok, type Result } from '../../../core/base/result.ts';
import type { FieldPath, ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { type Fields } from '../../json-fields.ts';
import { readMessages } from '../logs/foreign-fields.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import {
  type AnswerChoice,
  answerChoices,
  answerText,
  type Column,
  findColumns,
  matchesState,
  mostly,
  nestedPaths,
  stateIn,
  type TopColumn,
  topColumns,
} from './answer-column.ts';
import {
  fieldKey,
  isAnswerNamed,
  isChatNamed,
  isGoldNamed,
  isMaybeAnswerNamed,
  isModelMoveNamed,
  isModelNamed,
  isNameNamed,
  isPromptNamed,
  isReasoningNamed,
} from './field-names.ts';
import { type PlanRow, positionBy, questionText, valueAt } from './plan-position.ts';
import {
  choiceSentence,
  type FieldMap,
  mappedNames,
  mappedPositions,
  type OpenPlan,
  type PlanChoice,
  refusal,
} from './plan-text.ts';
import { messagesBy, sampleRecord } from './planned-sample.ts';
import { isSamePosition, wholeFen } from './positions-in-text.ts';
import { CLEAR_SHARE, type Proposal, proposePositions } from './propose-positions.ts';

/**
 * Decides how the samples of a log are read, by trying plans on some of them; the error is the decision that the user must make.
 */
export function decidePlan(samples: readonly ForeignSample[], map: FieldMap): Result<ImportPlan, OpenPlan> {
  return samples.every(({ row }) => row !== undefined) ? decideRowsPlan(samples, map) : decideLogPlan(samples, map);
}

/** Decides the plan of a log whose format locates the answers. */
function decideLogPlan(samples: readonly ForeignSample[], map: FieldMap): Result<ImportPlan, OpenPlan> {
  const rows = samples.map(
    (sample): PlanRow => ({
      place: sample.place,
      record: sampleRecord(sample),
      prompt: questionText(sample.messages),
      targets: sample.targets,
    }),
  );
  const columns = findColumns(
    samples.map(({ metadata }) => metadata),
    'metadata',
  );
  const answers = samples.map((sample, i) => {
    if (map.answer === undefined) return sample.answer ?? undefined;
    return answerText(valueAt({ record: rows[i]?.record }, map.answer));
  });
  const proposals = proposePositions({ rows, columns, given: mappedPositions(map), answerOf: (i) => answers[i] });
  return choosePlan(proposals, rows, answers, mappedNames(map), map);
}

/** Paths of the messages in requests to APIs. */
const REQUESTS = ['request.body.messages', 'request.messages', 'body.messages', 'request.body.input', 'body.input'];
/** Length limit of a model name, in characters. */
const MAX_MODEL = 200;

/** Decides the plan of rows, whose columns are known only by names and content. */
function decideRowsPlan(samples: readonly ForeignSample[], map: FieldMap): Result<ImportPlan, OpenPlan> {
  const records = samples.map(({ row = {} }) => row);
  const columns = findColumns(records, '');
  const top = topColumns(records, columns);
  const choices: readonly AnswerChoice[] =
    map.answer !== undefined ? [{ path: map.answer, by: 'certain' }] : answerChoices(top, columns);
  const [choice, ...others] = choices;
  const names = { ...rowNames(records, columns, choice?.path), ...mappedNames(map) };
  const rows = samples.map(
    ({ place, row = {} }): PlanRow => ({
      place,
      record: row,
      prompt: names.question === undefined ? '' : questionText(messagesBy(row, names.question)),
      targets: [],
    }),
  );
  const answers = records.map((record) =>
    choice === undefined ? undefined : answerText(valueAt({ record }, choice.path)),
  );
  const proposals = rowProposals({ rows, columns, choices, answers, names, map });
  if (choice === undefined || others.length > 0) {
    const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((field) => field !== 'above');
    const said = refusal({ choices: choices.map(({ path }) => path), fields, proposals });
    return err({ ...said, hasPosition: proposals.length > 0 });
  }
  const plan = choosePlan(proposals, rows, answers, { ...names, answer: choice.path }, map);
  if (!plan.ok || choice.by !== 'maybe' || !isRightThroughout(plan.value, rows, answers)) return plan;
  const other = otherAnswers(top, plan.value);
  const isTold = plan.value.truth !== undefined;
  return isTold && other.length === 0 ? plan : err(rightOrModels(choice.path, other, rows, map));
}

/** Facts about rows once their answers are known. */
interface RowEvidence {
  readonly rows: readonly PlanRow[];
  readonly columns: readonly Column[];
  readonly choices: readonly AnswerChoice[];
  readonly answers: readonly (string | undefined)[];
  readonly names: ImportPlan;
  readonly map: FieldMap;
}

/**
 * Returns the plans of positions of rows. A column that may be the right answer is used if no other states the truth.
 */
function rowProposals({ rows, columns, choices, answers, names, map }: RowEvidence): readonly Proposal[] {
  const [choice] = choices;
  const hasWords = choice?.by !== 'moves';
  const free = columns.filter(({ path }) => isFree(path, names, choices) && (hasWords || !isModelMoveNamed(path)));
  const isHeld = ({ path }: Column): boolean => choice?.by === 'certain' && isMaybeAnswerNamed(path);
  const propose = (given: ImportPlan): readonly Proposal[] =>
    proposePositions({
      rows,
      columns: free.filter((column) => !isHeld(column)),
      given,
      answerOf: (i) => answers[i],
    });
  const shown = propose(mappedPositions(map));
  if (isPlayed(shown[0]?.plan) || choice?.by !== 'certain') return shown;
  const gold = goldBeside(free, answers);
  return gold === undefined ? shown : propose(mappedPositions({ ...map, truth: gold }));
}

/** Returns true for a plan that has its truth from moves, or from the log. */
const isPlayed = (plan: ImportPlan | undefined): boolean =>
  plan?.moves !== undefined || plan?.move !== undefined || plan?.truth !== undefined;

/** Returns true for a column that may hold positions and moves: it has no other known role. */
function isFree(path: string, names: ImportPlan, choices: readonly AnswerChoice[]): boolean {
  if (choices.some((choice) => choice.path === path || path.startsWith(`${choice.path}.`))) return false;
  if (path === names.reasoning || path === names.model || path.startsWith('above.')) return false;
  return !isAnswerNamed(path) || isGoldNamed(path);
}

/**
 * Returns a column named `answer` or the like beside one that is certainly the model's: the right answer, if the two differ in some record.
 */
function goldBeside(columns: readonly Column[], answers: readonly (string | undefined)[]): string | undefined {
  const gold = columns.find((column) => isMaybeAnswerNamed(column.path) && mostly(column, column.fens));
  const differs = gold?.texts.some((text, i) => {
    const said = stateIn(answers[i] ?? '');
    return text !== undefined && said !== undefined && !matchesState(said, text);
  });
  return differs === true ? gold?.path : undefined;
}

/** Returns the columns of question, model, name and reasoning of rows. */
function rowNames(records: readonly Fields[], columns: readonly Column[], answer: string | undefined): ImportPlan {
  const top = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const hasMessages = (path: string): boolean =>
    isChatNamed(path) && records.some((record) => readMessages(record[path]).length > 0 && Array.isArray(record[path]));
  const texts = new Set(columns.filter(({ filled }) => filled > 0).map(({ path }) => path));
  const question =
    top.find(hasMessages) ??
    top.find((path) => isPromptNamed(path) && texts.has(path)) ??
    REQUESTS.find((path) => records.some((record) => readMessages(valueAt({ record }, path)).length > 0)) ??
    nestedQuestion(records);
  const models = columns.filter(
    ({ path, texts: named }) => isModelNamed(path) && named.every(isShort) && !path.startsWith(`${answer}.`),
  );
  const model = (models.find(({ path }) => top.includes(path)) ?? models[0])?.path;
  const reasoning = columns.find(({ path }) => isReasoningNamed(path))?.path;
  const name = top.find((path) => isNameNamed(path) && fieldKey(path) !== 'name') ?? top.find(isNameNamed);
  return {
    ...(question !== undefined && { question }),
    ...(model !== undefined && { model }),
    ...(reasoning !== undefined && { reasoning }),
    ...(name !== undefined && name !== model && { name }),
  };
}

/** Returns the path of a question nested in a record: messages before a text, a whole prompt before its parts. */
function nestedQuestion(records: readonly Fields[]): string | undefined {
  const isAsked = (path: string, value: unknown): boolean =>
    (isChatNamed(path) || isPromptNamed(path)) && readMessages(value).length > 0;
  const paths = nestedPaths(records, isAsked);
  const length = (path: string): number =>
    records.reduce((sum, record) => sum + questionText(readMessages(valueAt({ record }, path))).length, 0);
  const isList = (path: string): boolean => records.some((record) => typeof valueAt({ record }, path) !== 'string');
  return [...paths].sort((a, b) => Number(isList(b)) - Number(isList(a)) || length(b) - length(a))[0];
}

const isShort = (text: string | undefined): boolean =>
  text === undefined || (text.length <= MAX_MODEL && wholeFen(text) === undefined);

/** Returns true if every answer is the true state and nothing else. */
const isRightThroughout = (
  plan: ImportPlan,
  rows: readonly PlanRow[],
  answers: readonly (string | undefined)[],
): boolean =>
  rows.every((row, i) => {
    const answer = answers[i];
    if (answer === undefined || answer === '') return true;
    const fen = wholeFen(answer);
    const position = positionBy(plan, row);
    return fen !== undefined && (!position.ok || isSamePosition(position.value.trueFen, fen));
  });

/** Returns the other columns with states and no known role. */
function otherAnswers(top: readonly TopColumn[], plan: ImportPlan): readonly string[] {
  const places = [plan.start, plan.moves, plan.move, plan.truth].map(placeField);
  const used = new Set([plan.answer, plan.question, plan.name, plan.model, plan.reasoning, ...places]);
  const others = top.filter(({ path, answers, filled }) => {
    if (used.has(path) || isGoldNamed(path) || isPromptNamed(path) || filled === 0) return false;
    return answers.filter((text) => text !== undefined && stateIn(text) !== undefined).length >= 0.5 * filled;
  });
  return others.map(({ path }) => path);
}

/** Returns the question whether a column that holds the true state in every record is the model's. */
function rightOrModels(path: string, other: readonly string[], rows: readonly PlanRow[], map: FieldMap): OpenPlan {
  const which = rows.length === 1 ? 'the only record' : `all ${rows.length} records that were tried`;
  const choice = (answer: string, sentence: string): PlanChoice => ({ sentence, map: { ...map, answer } });
  return {
    message: `\`${path}\` is the true state in ${which}: it may be the model's answer, or the right one`,
    choices: [
      choice(path, `\`${path}\` is the model's answer, and always right`),
      ...other.slice(0, 1).map((item) => choice(item, `the model's answer is \`${item}\``)),
    ],
    hasPosition: true,
  };
}

/** Returns the one proposal that fits, with the names of the other fields; or the question between two. */
function choosePlan(
  proposals: readonly Proposal[],
  rows: readonly PlanRow[],
  answers: readonly (string | undefined)[],
  names: ImportPlan,
  map: FieldMap,
): Result<ImportPlan, OpenPlan> {
  const [best, next] = proposals;
  if (best === undefined) return err({ message: notFound(rows), choices: [] });
  if (next === undefined || next.share < CLEAR_SHARE * best.share) return ok({ ...best.plan, ...names });
  const both = rows.findIndex((row) => positionBy(best.plan, row).ok && positionBy(next.plan, row).ok);
  const i = Math.max(0, both);
  const row = rows[i];
  const which = rows.length === 1 ? 'the only record' : `all ${rows.length} that were tried`;
  return err({
    message: `two readings fit, and the records do not tell which is meant (${which})`,
    choices: [best.plan, next.plan].map((plan) => ({
      sentence: row === undefined ? '' : choiceSentence(plan, row, answers[i]),
      map: { ...map, ...planMap(plan) },
    })),
    hasPosition: true,
  });
}

/** Returns the field of a path that is one. */
const placeField = (place: FieldPath | undefined): string | undefined =>
  typeof place === 'object' ? place.field : undefined;

/** Returns the field map that chooses a plan of positions. */
function planMap({ asked, truth, moves }: ImportPlan): FieldMap {
  if (asked !== undefined) return { asked };
  const [trueField, moveField] = [placeField(truth), placeField(moves)];
  return {
    ...(trueField !== undefined && { truth: trueField }),
    ...(moveField !== undefined && { moves: moveField }),
  };
}

function notFound(rows: readonly PlanRow[]): string {
  const [row] = rows;
  const cause = row === undefined ? undefined : positionBy({ start: 'initial', moves: 'prompt' }, row);
  const reason = cause?.ok === false && row?.prompt !== '' ? ` (the first prompt: ${cause.error})` : '';
  return `neither a true FEN nor moves were found${reason}; name their fields with --map: truth=PATH, or moves=PATH and start=PATH`;
}
