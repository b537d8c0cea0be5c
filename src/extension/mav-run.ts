import * as vscode from 'vscode';
import { systemClock } from '../compute/system-clock.ts';
import { type OutputPlace, outputEdits, type PlacedPrompt } from '../core/mav/write/placed-prompt.ts';
import { makeLabel } from '../core/predictions/label.ts';
import { ok, type Result } from '../core/result.ts';
import { askMany } from '../models/ask-many.ts';
import type { Completion, DecodingSettings, MavTask, Model, ModelFault } from '../models/model.ts';
import { type PromptTemplate, renderPrompt } from '../models/prompts.ts';
import { Anchors } from './anchors.ts';
import { askWithProgress, confirmMany, keepAnswers, serverOf, tellFaults, Waits } from './asking.ts';
import { applyAtOnce } from './documents.ts';
import type { FeatureContext } from './feature.ts';
import { describeModel, prepareModel } from './open-model.ts';
import { promptText } from './prompt-text.ts';
import type { PredictSettings } from './settings.ts';
import { findTemplate } from './template-file.ts';

/** A document that is typed in all the time is tried so often. */
const MOST_TRIES = 10;
/** A raw text goes on for ever; the next example is none of its answer. */
const RAW_STOPS = ['\n<mav ', '\nMinimax '];

/** One request: a model, and the number of its sample. */
interface AskedOutput {
  readonly model: Model;
  readonly sample: number;
}

interface Outputs {
  readonly answers: readonly { readonly label: string; readonly text: string; readonly isCut: boolean }[];
  readonly faults: ReadonlyMap<string, number>;
  readonly unasked: number;
}

/** Lets models answer an example of a document, and writes what they say: the whole of a command. */
export async function runMav(
  context: FeatureContext,
  document: vscode.TextDocument,
  found: PlacedPrompt,
  labels: readonly string[],
  place: OutputPlace,
  settings: PredictSettings,
): Promise<void> {
  const template = await findTemplate(context, settings.mavTemplate, 'mav', document.uri);
  if (template === undefined) return;
  const anchors = new Anchors(document.uri, [found.inputs, ...(found.outputs === undefined ? [] : [found.outputs])]);
  try {
    const waits = new Waits(context.log);
    const models = await readyModels(context, template, found.prompt, labels, settings, waits);
    if (models === undefined) return;
    const asked = models.flatMap((model) =>
      // What always answers the same is asked once.
      Array.from({ length: model.endpoint === undefined ? 1 : settings.samples }, (_, sample) => ({ model, sample })),
    );
    for (const model of models)
      if (!(await confirmMany(model, asked.filter((one) => one.model === model).length))) return;
    const outputs = await ask(context, template, found.prompt, asked, settings, waits);
    await write(
      context,
      document.uri,
      found,
      anchors,
      outputs,
      place,
      models.some(({ endpoint }) => endpoint),
    );
  } finally {
    anchors.dispose();
  }
}

/** The models with their keys; undefined where one is not there or the user declined, which was said then. */
async function readyModels(
  context: FeatureContext,
  template: PromptTemplate,
  prompt: string,
  labels: readonly string[],
  settings: PredictSettings,
  waits: Waits,
): Promise<Model[] | undefined> {
  const text = promptText(renderPrompt(template, { kind: 'mav', prompt, sample: 0 }));
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
  prompt: string,
  asked: readonly AskedOutput[],
  { temperature, maxTokens, concurrency }: PredictSettings,
  waits: Waits,
): Promise<Outputs> {
  const settings: DecodingSettings = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(template.isRaw === true ? { stop: RAW_STOPS } : {}),
  };
  const who = [...new Set(asked.map(({ model }) => serverOf(model)))].join(', ');
  log.info(`${who}: a MAV example is asked, template ${template.id}.`);
  const { answered, faults, unasked } = await askWithProgress(who, asked.length, waits, (signal, step) =>
    askMany(
      asked,
      async ({ model, sample }): Promise<Result<Completion, ModelFault>> => {
        const task: MavTask = { kind: 'mav', prompt, sample };
        const messages = renderPrompt(template, task);
        const request = { task, messages, settings, ...(template.isRaw === true ? { isRaw: true } : {}) };
        const answer = await model.complete(request, signal);
        if (answer.ok || answer.error.code !== 'cancelled') step();
        return answer.ok ? ok(answer.value) : answer;
      },
      { concurrency, clock: systemClock },
      signal,
    ),
  );
  const answers = answered.map(({ asked: { model, sample }, answer: { text, finishReason } }) => ({
    label: makeLabel(model.label, undefined, sample === 0 ? undefined : sample).text,
    text,
    isCut: finishReason === 'length',
  }));
  return { answers, faults, unasked };
}

/** Writes the answers by one edit, and says what came of the rest in one message. */
async function write(
  { log }: FeatureContext,
  uri: vscode.Uri,
  found: PlacedPrompt,
  anchors: Anchors,
  { answers, faults, unasked }: Outputs,
  place: OutputPlace,
  withKey: boolean,
): Promise<void> {
  let isWritten = answers.length === 0;
  for (let tries = 0; !isWritten && tries < MOST_TRIES; tries++) {
    // Read anew each time: the text may be another one by now, and even closed.
    const document = await vscode.workspace.openTextDocument(uri);
    const [inputs, outputs] = anchors.ranges;
    if (inputs === undefined || (found.outputs !== undefined && outputs === undefined)) break;
    const edits = outputEdits(document.getText(), { prompt: found.prompt, inputs, outputs }, answers, place);
    isWritten = await applyAtOnce(document, edits);
  }
  for (const [message, count] of faults) log.error(`${count} of the requests: ${message}`);
  if (!isWritten)
    return keepAnswers(
      log,
      answers.map(({ text }) => text),
      'the example was',
    );
  const names = answers.map(({ label }) => label).join(', ');
  const summary = answers.length === 0 ? '' : `Outputs of ${names} written`;
  if (summary !== '') log.info(`${summary}${unasked > 0 ? `, ${unasked} not asked` : ''}.`);
  const cut = answers.filter(({ isCut }) => isCut).map(({ label }) => label);
  if (cut.length > 0) log.warn(`The answer of ${cut.join(', ')} was cut off at its limit of tokens.`);
  if (faults.size > 0) tellFaults(faults, summary, withKey);
  else if (summary !== '') {
    const note = cut.length === 0 ? '' : ', cut off at the limit of tokens';
    vscode.window.setStatusBarMessage(`StateLens: ${summary}${note}`, 5000);
  }
}
