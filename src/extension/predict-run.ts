import * as vscode from 'vscode';
import { systemClock } from '../compute/system-clock.ts';
import { makeLabel } from '../core/predictions/label.ts';
import { predictionsIn } from '../core/predictions/predictions-in.ts';
import type { RunSample } from '../core/runs/run-schema.ts';
import { type AskedPlace, taskOf } from '../models/asked-game.ts';
import type { Model } from '../models/model.ts';
import { type AskedSample, type PredictedPlaces, predictPlaces } from '../models/predict-places.ts';
import { DEFAULT_TEMPLATE, type PromptTemplate, renderPrompt } from '../models/prompts.ts';
import { Anchors } from './anchors.ts';
import { askWithProgress, confirmMany, keepAnswers, serverOf, tellFaults, Waits } from './asking.ts';
import { applyAtOnce } from './documents.ts';
import type { FeatureContext } from './feature.ts';
import { insertionOf, keptText } from './insertion.ts';
import { describeModel, prepareModel, tell } from './open-model.ts';
import { promptText } from './prompt-text.ts';
import type { PredictSettings } from './settings.ts';
import { findTemplate } from './template-file.ts';

/** A document that is typed in all the time is tried so often. */
const MOST_TRIES = 10;

/** Lets the model of the settings predict at places of a document, and writes what it says: the whole of a command. */
export async function predictAt(
  context: FeatureContext,
  document: vscode.TextDocument,
  places: readonly AskedPlace[],
  settings: PredictSettings,
): Promise<void> {
  const described = describeModel(context, settings);
  const template = described && (await findTemplate(context, settings.template, 'state', document.uri));
  if (described === undefined || template === undefined) return;
  const nameTemplate = described.endpoint !== undefined && template.id !== DEFAULT_TEMPLATE.id;
  const wanted = described.endpoint === undefined ? 1 : settings.samples;
  const label = makeLabel(described.label, nameTemplate ? template.id : undefined);
  const samples = samplesOf(document.getText(), places, wanted, label.text, settings.sameLabel === 'skip');
  if (samples.length === 0) {
    void tell(
      'info',
      `${label.text} speaks of ${places.length === 1 ? 'this position' : 'all these positions'} already.`,
      {
        'Remove Predictions…': 'statelens.removePredictions',
      },
    );
    return;
  }
  const [first] = samples;
  const prompt = first === undefined ? '' : promptText(renderPrompt(template, taskOf(first.place, 0)));
  const waits = new Waits(context.log);
  const asked = { what: 'state', prompt } as const;
  const model = await prepareModel(context, settings, described, asked, waits.onRetry);
  if (model === undefined || !(await confirmMany(model, samples.length))) return;
  const anchors = new Anchors(
    document.uri,
    samples.map(({ place }) => place.anchor),
  );
  try {
    const predicted = await ask(context, model, template, samples, settings, nameTemplate, waits);
    const indices = new Map(samples.map((sample, i) => [sample, i]));
    await write(context, document.uri, model, predicted, settings, () =>
      predicted.answered.map(({ asked }) => anchors.ranges[indices.get(asked) ?? -1]),
    );
  } finally {
    anchors.dispose();
  }
}

/** Every sample to ask for. Where a label is to be written once, positions that it speaks of already are left out. */
function samplesOf(
  text: string,
  places: readonly AskedPlace[],
  count: number,
  label: string,
  skip: boolean,
): AskedSample[] {
  const key = (at: { game: number; ply: number; path: readonly unknown[] }): string =>
    `${at.game} ${at.ply} ${JSON.stringify(at.path)}`;
  const known = new Set<string>();
  if (skip) for (const found of predictionsIn(text, 'pgn')) if (found.label.text === label) known.add(key(found));
  return places
    .filter((place) => !known.has(key(place)))
    .flatMap((place) => Array.from({ length: count }, (_, sample) => ({ place, sample })));
}

function ask(
  { log }: FeatureContext,
  model: Model,
  template: PromptTemplate,
  samples: readonly AskedSample[],
  { temperature, maxTokens, concurrency }: PredictSettings,
  nameTemplate: boolean,
  waits: Waits,
): Thenable<PredictedPlaces> {
  log.info(`${serverOf(model)}: ${samples.length} asked, template ${template.id}.`);
  const settings = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  return askWithProgress(serverOf(model), samples.length, waits, (signal, step) => {
    const onSample = ({ place }: AskedSample, sample: RunSample): void => {
      step();
      const said = sample.error?.message ?? sample.extraction?.fen ?? 'no FEN in the answer';
      log.debug(`game ${place.game + 1}, ply ${place.ply}: ${said}`);
    };
    const options = { template, nameTemplate, settings, concurrency, clock: systemClock, onSample };
    return predictPlaces(model, samples, options, signal);
  });
}

/** Writes the answers by one edit, and says what came of the rest in one message. */
async function write(
  { log }: FeatureContext,
  uri: vscode.Uri,
  model: Model,
  predicted: PredictedPlaces,
  { sameLabel }: PredictSettings,
  anchors: () => Parameters<typeof insertionOf>[2],
): Promise<void> {
  const { answered, faults, unasked } = predicted;
  let written = 0;
  let homeless: PredictedPlaces['answered'] = answered;
  for (let tries = 0; answered.length > 0 && tries < MOST_TRIES; tries++) {
    // Read anew each time: the text may be another one by now, and even closed.
    const document = await vscode.workspace.openTextDocument(uri);
    const insertion = insertionOf(document.getText(), answered, anchors(), sameLabel);
    if (!(await applyAtOnce(document, insertion.edits))) continue;
    ({ written, homeless } = insertion);
    break;
  }
  if (written > 0) await vscode.commands.executeCommand('setContext', 'statelens.predicted', true);
  const summary = `${written === 1 ? '1 prediction' : `${written} predictions`} of ${model.label} written`;
  log.info(`${summary}${unasked > 0 ? `, ${unasked} not asked` : ''}.`);
  for (const [message, count] of faults) log.error(`${count} of the requests: ${message}`);
  if (homeless.length > 0) return keepAnswers(log, homeless.map(keptText), 'the moves before it were');
  if (faults.size === 0) vscode.window.setStatusBarMessage(`StateLens: ${summary}`, 5000);
  else tellFaults(faults, written === 0 ? '' : summary, model.endpoint !== undefined);
}
