import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { Result } from '../../core/base/result.ts';
import { dominantLineEnding } from '../../core/base/text/lines.ts';
import type { TextEdit } from '../../core/base/text/range.ts';
import { type ExamplePrompt, type OutputPlacement, outputEdits } from '../../core/mav/write/prompt-edits.ts';
import { makeLabel } from '../../core/notation/predictions/prediction.ts';
import {
  type Completion,
  type DecodingSettings,
  fault,
  type MavTask,
  type Model,
  type ModelFault,
} from '../../models/model.ts';
import { askMany } from '../../models/predict/concurrent-requests.ts';
import { type PromptTemplate, promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import { RAW_STOPS } from '../../models/prompts/templates.ts';
import { applyToCurrent } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import {
  askWithProgress,
  confirmMany,
  keepAnswers,
  loggedServer,
  reportFaults,
  serverLabel,
  Waits,
} from '../platform/models/asking.ts';
import { describeModel, prepareModel } from '../platform/models/open.ts';
import { mavDialect, type PredictSettings, readSettings } from '../platform/settings.ts';
import { findTemplate } from '../platform/template-files.ts';
import { ExampleAnchors } from './examples.ts';
import { offerAnswers, type Refusals, refusedPrompts } from './refused-prompts.ts';

/** One request: an example, a model, and the index of its sample. */
interface OutputRequest {
  readonly found: ExamplePrompt;
  readonly model: Model;
  readonly sample: number;
}

interface OutputAnswer {
  readonly found: ExamplePrompt;
  readonly label: string;
  readonly text: string;
  readonly isCut: boolean;
}

interface Outputs {
  readonly answers: readonly OutputAnswer[];
  readonly faults: ReadonlyMap<string, number>;
  readonly unasked: number;
}

/**
 * Lets models answer examples of a document, and writes their answers: the whole of a command. For examples that a model
 * cannot answer, the user gets the choice of other answers.
 */
export async function runMav(
  context: FeatureContext,
  document: vscode.TextDocument,
  examples: readonly [ExamplePrompt, ...ExamplePrompt[]],
  labels: readonly string[],
  place: OutputPlacement,
  settings: PredictSettings,
): Promise<void> {
  const refused = refusedPrompts(labels, examples);
  const questions = labels.flatMap((label) => {
    const left = new Set(refused.flatMap((refusal) => (refusal.label === label ? refusal.found : [])));
    return examples.filter((found) => !left.has(found)).map((found) => ({ label, found }));
  });
  // Before the first answer moves them.
  const anchors = new ExampleAnchors(document.uri, [...new Set(refused.map(({ found }) => found))]);
  const isDone = questions.length === 0 || (await runQuestions(context, document, questions, place, settings));
  if (isDone && refused.length > 0)
    void offerOthers(context, document, { refused, anchors }, place).finally(() => anchors.dispose());
  else anchors.dispose();
}

/** Offers other answers for prompts that a model cannot answer, and runs what the user chooses. */
const offerOthers = (
  context: FeatureContext,
  document: vscode.TextDocument,
  refusals: Refusals,
  place: OutputPlacement,
): Promise<void> =>
  offerAnswers(refusals, async (examples, label) => {
    const [first, ...others] = examples;
    if (first !== undefined) await runMav(context, document, [first, ...others], [label], place, readSettings());
  });

/** A question to a model: an example, and the label of the model. */
interface Question {
  readonly label: string;
  readonly found: ExamplePrompt;
}

/** Asks the questions and writes the answers; false if the user declined, or something is missing. */
async function runQuestions(
  context: FeatureContext,
  document: vscode.TextDocument,
  questions: readonly Question[],
  place: OutputPlacement,
  settings: PredictSettings,
): Promise<boolean> {
  const template = await findTemplate(context, settings.mavTemplate, 'mav', document.uri);
  const [first] = questions;
  if (template === undefined || first === undefined) return false;
  const places = new ExampleAnchors(document.uri, [...new Set(questions.map(({ found }) => found))]);
  try {
    const waits = new Waits(context.log);
    const labels = [...new Set(questions.map(({ label }) => label))];
    const models = await readyModels(context, template, first.found.prompt, labels, settings, waits);
    if (models === undefined) return false;
    const byLabel = new Map(labels.map((label, i) => [label, models[i]]));
    const asked = questions.flatMap(({ label, found }) => {
      const model = byLabel.get(label);
      if (model === undefined) return [];
      // A deterministic model is asked once.
      const count = model.endpoint === undefined ? 1 : settings.samples;
      return Array.from({ length: count }, (_, sample) => ({ found, model, sample }));
    });
    for (const model of models)
      if (!(await confirmMany(model, asked.filter((item) => item.model === model).length))) return false;
    const outputs = await ask(context, template, asked, settings, waits);
    await write(context, document.uri, places, outputs, place);
    return true;
  } finally {
    places.dispose();
  }
}

/** Returns the models with their keys; undefined, after a message, if one is missing or the user declined. */
async function readyModels(
  context: FeatureContext,
  template: PromptTemplate,
  prompt: string,
  labels: readonly string[],
  settings: PredictSettings,
  waits: Waits,
): Promise<Model[] | undefined> {
  const text = promptText(renderPrompt(template, { kind: 'mav', prompt, dialect: mavDialect(), sample: 0 }));
  const models: Model[] = [];
  for (const label of labels) {
    const own = { ...settings, model: label };
    const described = describeModel(context, own);
    const model =
      described && (await prepareModel(context, own, described, { what: 'mav', prompt: text }, waits.onRetry));
    if (model === undefined) return undefined;
    models.push(model);
  }
  return models;
}

async function ask(
  { log }: FeatureContext,
  template: PromptTemplate,
  asked: readonly OutputRequest[],
  given: PredictSettings,
  waits: Waits,
): Promise<Outputs> {
  const dialect = mavDialect();
  const settings: DecodingSettings = template.isRaw === true ? { stop: RAW_STOPS } : {};
  const named = (of: (model: Model) => string): string => [...new Set(asked.map(({ model }) => of(model)))].join(', ');
  log.info(`${named(loggedServer)}: ${asked.length} asked, template ${template.id}.`);
  const { answered, faults, unasked } = await askWithProgress(named(serverLabel), asked.length, waits, (signal, step) =>
    askMany(
      asked,
      async ({ found, model, sample }): Promise<Result<Completion, ModelFault>> => {
        const task: MavTask = { kind: 'mav', prompt: found.prompt, dialect, sample };
        const messages = renderPrompt(template, task);
        const request = { task, messages, settings, ...(template.isRaw === true ? { isRaw: true } : {}) };
        const answer = await model.complete(request, signal);
        if (answer.ok || answer.error.code !== 'cancelled') step();
        if (answer.ok && answer.value.text.trim() === '') return fault('bad-response', t('The answer is empty.'));
        return answer;
      },
      { concurrency: given.concurrency, clock: systemClock },
      signal,
    ),
  );
  const answers = answered.map(({ asked: { found, model, sample }, answer: { text, finishReason } }) => ({
    found,
    label: makeLabel(model.label, undefined, sample === 0 ? undefined : sample).text,
    text,
    isCut: finishReason === 'length',
  }));
  return { answers, faults, unasked };
}

/** Writes the answers in one edit, and reports the remaining results in one message. */
async function write(
  { log }: FeatureContext,
  uri: vscode.Uri,
  places: ExampleAnchors,
  { answers, faults, unasked }: Outputs,
  place: OutputPlacement,
): Promise<void> {
  const change =
    answers.length === 0
      ? undefined
      : await applyToCurrent(
          () => documentAt(uri),
          (text) => ({
            edits: editsOf(text, places, answers, place),
            unplaced: answers.filter(({ found }) => places.now(found) === undefined),
          }),
        );
  const { unplaced } = change ?? { unplaced: answers };
  for (const [message, count] of faults) log.error(`${count} of the requests: ${message}`);
  const written = answers.filter((answer) => !unplaced.includes(answer));
  const summary = summaryOf(written);
  if (written.length > 0) log.info(`${written.length} outputs written${unasked > 0 ? `, ${unasked} not asked` : ''}.`);
  const cut = written.filter(({ isCut }) => isCut).length;
  if (cut > 0) log.warn(`${cut} of the answers were cut off at the token limit.`);
  if (unplaced.length > 0) {
    const kept = unplaced.map(({ text }) => text);
    return keepAnswers(log, kept, unplacedText(kept.length));
  }
  if (faults.size > 0) reportFaults(faults, summary);
  else if (summary !== '') {
    const note = cut === 0 ? summary : t('{0}, {1} cut off at the token limit', summary, cut);
    vscode.window.setStatusBarMessage(`StateLens: ${note}`, 5000);
  }
}

function editsOf(
  text: string,
  places: ExampleAnchors,
  answers: readonly OutputAnswer[],
  place: OutputPlacement,
): TextEdit[] {
  const eol = dominantLineEnding(text);
  const byExample = new Map<ExamplePrompt, OutputAnswer[]>();
  for (const answer of answers) byExample.set(answer.found, [...(byExample.get(answer.found) ?? []), answer]);
  return [...byExample].flatMap(([found, own]) => {
    const now = places.now(found);
    return now === undefined ? [] : outputEdits(text, now, own, place, eol);
  });
}

/** Formats `Outputs of gpt-4o written`, with the number of examples if there are several; '' for none. */
function summaryOf(written: readonly OutputAnswer[]): string {
  if (written.length === 0) return '';
  const names = [...new Set(written.map(({ label }) => label))].join(', ');
  const examples = new Set(written.map(({ found }) => found)).size;
  return examples > 1
    ? t('Outputs of {0} written for {1} examples', names, examples.toLocaleString('en-US'))
    : t('Outputs of {0} written', names);
}

const unplacedText = (count: number): string =>
  count === 1
    ? t('StateLens: An answer was not written because the example was edited meanwhile. See the log for the answer.')
    : t(
        'StateLens: {0} answers were not written because the example was edited meanwhile. See the log for the answer.',
        count,
      );
