import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { fieldsOf, isFields, listOf } from '../logs/fields.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import { stateIn } from './state-in.ts';

/** The samples of a record: one for each of several answers to its question, a list of them or the choices of one response. */
export function repeatedAnswers(sample: ForeignSample, { answer: path }: ImportPlan): readonly ForeignSample[] {
  const { row } = sample;
  if (row === undefined || path === undefined || !Object.hasOwn(row, path)) return [sample];
  const answers = answersIn(row[path]);
  return answers.length < 2
    ? [sample]
    : answers.map((answer, i) => ({ ...sample, row: { ...row, [path]: answer }, epoch: i + 1 }));
}

/** The answers that a value holds one by one. Texts are answers where at least two of them hold a state; others may be parts of one. */
function answersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const texts = (value as unknown[]).filter((one) => typeof one === 'string');
    const isAnswers = texts.length === value.length && texts.filter((text) => stateIn(text) !== undefined).length > 1;
    return isAnswers ? texts : [];
  }
  const body = fieldsOf(fieldsOf(value)['body'] ?? value);
  const choices = listOf(body['choices']).filter(isFields);
  return choices.map((choice) => ({ ...body, choices: [choice] }));
}
