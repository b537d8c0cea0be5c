import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { sampleAnnotation } from '../../core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { annotate, predictionsIn } from '../../core/languages/predictions.ts';
import {
  type Annotation,
  makeLabel,
  type Prediction,
  type SameLabel,
} from '../../core/notation/predictions/prediction.ts';
import { printCommand } from '../../core/notation/predictions/prediction-syntax.ts';
import { printWalkLine } from '../../core/notation/walk/annotate-walk.ts';
import type { Model } from '../../models/model.ts';
import { type PredictionTarget, targetTask } from '../../models/predict/game-targets.ts';
import type { PredictableDocument } from '../../models/predict/pgn-targets.ts';
import {
  type PredictionResults,
  type PredictTargetsOptions,
  predictTargets,
  type SampleRequest,
} from '../../models/predict/predict-state.ts';
import { movetext, type PromptTemplate, promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { PREDICTED_COMMAND } from '../../protocol/state.ts';
import { AnswerKeeper } from '../platform/answer-keeper.ts';
import { commandDocument } from '../platform/command-document.ts';
import { Anchors, applyToCurrent } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import {
  askWithProgress,
  keepAnswers,
  loggedServer,
  reportFaults,
  serverLabel,
  Waits,
} from '../platform/models/asking.ts';
import { modelChoice } from '../platform/models/chosen.ts';
import { MANY_REQUESTS } from '../platform/models/consent.ts';
import { describeModel, prepareModel } from '../platform/models/open.ts';
import { paceText, rememberPace } from '../platform/models/pace.ts';
import { amountText } from '../platform/models/request-amount.ts';
import type { PredictSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { findTemplate } from '../platform/template-files.ts';
import { markDone } from '../platform/walkthrough.ts';
import { PendingLenses } from './pending-lenses.ts';

/** A model that may receive requests now, with its settings. */
export interface ReadyToPredict {
  readonly model: Model;
  readonly template: PromptTemplate;
  /** The label of the first sample as written. */
  readonly label: string;
  readonly nameTemplate: boolean;
  readonly waits: Waits;
}

/** Kinds of questions: positions of games, or states of worlds in their own notation. */
type QuestionKind = 'state' | 'world';

const kindOf = (place: PredictionTarget): QuestionKind => ('world' in place ? 'world' : 'state');

/**
 * Returns the model that the settings name, as far as it is known before any agreement; undefined after a message about
 * an error.
 */
export async function describePrediction(
  context: FeatureContext,
  document: vscode.TextDocument,
  settings: PredictSettings,
  kind: QuestionKind = 'state',
): Promise<Omit<ReadyToPredict, 'waits'> | undefined> {
  const model = describeModel(context, settings);
  const [usual] = templatesFor(kind);
  const template =
    model && (await findTemplate(context, kind === 'world' ? '' : settings.template, kind, document.uri));
  if (model === undefined || template === undefined) return undefined;
  const nameTemplate = readsPrompts(model) && template.id !== usual?.id;
  const label = makeLabel(model.label, nameTemplate ? template.id : undefined).text;
  return { model, template, label, nameTemplate };
}

/** Returns true if a model reads prompts: rule-based ones read only the moves, and are deterministic. */
export const readsPrompts = ({ endpoint, label }: Pick<Model, 'endpoint' | 'label'>): boolean =>
  endpoint !== undefined || !/^(?:baseline|reference):/.test(label);

/**
 * Prepares the described model, with key and consent, after the user has agreed to the number of requests, in one
 * question; undefined if the user declined.
 *
 * @param characters of all prompts; default: as many as the first one has, for each
 */
export async function readyToPredict(
  context: FeatureContext,
  settings: PredictSettings,
  described: Omit<ReadyToPredict, 'waits'>,
  first: PredictionTarget | undefined,
  count: number,
  characters?: number,
): Promise<ReadyToPredict | undefined> {
  const prompt = first === undefined ? '' : promptText(renderPrompt(described.template, targetTask(first, 0)));
  const waits = new Waits(context.log);
  const asked = { what: 'state', prompt } as const;
  const time = paceText(context.globalState, [{ model: described.model, count }]);
  if (described.model.endpoint === undefined && !(await confirmOffline(described.model, count, time))) return undefined;
  const choice = modelChoice(settings);
  const lines = [
    amountText(described.model, choice.ok ? choice.value : {}, count, characters ?? prompt.length * count, time),
  ];
  const model = await prepareModel(context, settings, described.model, asked, waits.onRetry, { count, lines });
  return model && { ...described, model, waits };
}

/** Returns true if a model of this process may predict this many positions; asks the user above a limit. */
async function confirmOffline({ label }: Model, count: number, time: string): Promise<boolean> {
  if (count <= MANY_REQUESTS) return true;
  const message = t('Predict {0} positions with {1}?', count.toLocaleString('en-US'), label);
  const kept = t('It can be stopped at any time; what was answered until then is kept.');
  const detail = `${t('Nothing is sent, and it costs nothing')} · ${time}\n\n${kept}`;
  const predict = t('Predict');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, predict)) === predict;
}

/** Number of prompts examined to estimate all. */
const EXAMINED = 500;

/** Estimates the characters of all prompts from some of them. */
function promptCharacters(samples: readonly SampleRequest[], usual: PromptTemplate): number {
  const step = Math.max(1, Math.floor(samples.length / EXAMINED));
  const some = samples.filter((_, i) => i % step === 0);
  const characters = some.reduce(
    (sum, { place, sample, by }) =>
      sum + promptText(renderPrompt(by?.template ?? usual, targetTask(place, sample))).length,
    0,
  );
  return (characters / Math.max(1, some.length)) * samples.length;
}

/**
 * Lets the model of the settings predict at places of a document, and writes its answers: the whole of a command.
 *
 * @param templates used at every place
 */
export async function predictAt(
  context: FeatureContext,
  document: vscode.TextDocument,
  places: readonly PredictionTarget[],
  settings: PredictSettings,
  templates: readonly string[] = [settings.template],
): Promise<void> {
  const all: (Omit<ReadyToPredict, 'waits'> & { readonly kind: QuestionKind })[] = [];
  for (const kind of new Set(places.map(kindOf)))
    for (const template of templates) {
      const item = await describePrediction(context, document, { ...settings, template }, kind);
      if (item === undefined) return;
      if (all.some((other) => other.kind === kind && other.label === item.label)) {
        void showMessage('error', t('two of these templates have the id {0}; change one.', item.template.id));
        return;
      }
      all.push({ ...item, kind });
    }
  const [described] = all;
  if (described === undefined) return;
  const { label, model } = described;
  const wanted = readsPrompts(model) ? settings.samples : 1;
  const asked = await commandDocument(document);
  const known = settings.sameLabel === 'skip' ? predictionsIn(document.getText(), asked.language) : [];
  const samples = all.flatMap(({ label: own, template, nameTemplate, kind }) =>
    samplesOf(
      places.filter((place) => kindOf(place) === kind),
      wanted,
      known.filter((item) => item.label.text === own),
    ).map((item): SampleRequest => ({ ...item, by: { template, nameTemplate } })),
  );
  if (samples.length === 0) {
    const [only] = places;
    await vscode.commands.executeCommand(PREDICTED_COMMAND, document.uri.toString(), label);
    void showMessage(
      'info',
      only !== undefined && places.length === 1
        ? t('{0} already has a prediction in game {1} after ply {2}.', label, only.game + 1, only.ply)
        : t('{0} already has a prediction at all these positions.', label),
      {
        [t('Ask Again')]: { command: 'statelens.askAgain', arguments: [{ label }] },
        [t('Remove Predictions…')]: 'statelens.removePredictions',
      },
    );
    return;
  }
  const [first] = samples;
  const shown = { ...described, template: first?.by?.template ?? described.template };
  const characters = samples.length > MANY_REQUESTS ? promptCharacters(samples, shown.template) : undefined;
  const ready = await readyToPredict(context, settings, shown, first?.place, samples.length, characters);
  if (ready === undefined) return;
  await writeAsked(context, { document, asked }, ready, settings, places, samples.length, (options, signal) =>
    predictTargets(ready.model, samples, options, signal),
  );
}

/**
 * Sends requests with a progress message, and writes the answers at the current positions of their places; answers
 * before a cancellation are kept.
 *
 * @param places all possible places
 * @param total number of requests, as far as known
 */
export async function writeAsked(
  context: FeatureContext,
  { document, asked }: { readonly document: vscode.TextDocument; readonly asked: PredictableDocument },
  { model, template, nameTemplate, waits }: ReadyToPredict,
  settings: PredictSettings,
  places: readonly PredictionTarget[],
  total: number,
  ask: (options: PredictTargetsOptions, signal: AbortSignal) => Promise<PredictionResults>,
): Promise<void> {
  const { log } = context;
  const anchors = new Anchors(
    document.uri,
    places.map(({ anchor }) => anchor),
  );
  const keeper = AnswerKeeper.of(context, document.uri);
  // A model of this process answers before a user could read the lens.
  const pending =
    model.endpoint === undefined ? undefined : new PendingLenses(document.uri, model.label, places, anchors, waits);
  try {
    log.info(`${loggedServer(model)}: ${total} requests, first with template ${template.id}.`);
    const began = systemClock.now();
    const predicted = await askWithProgress(serverLabel(model), total, waits, (signal, step) => {
      const onSample = ({ place, sample: number, by }: SampleRequest, sample: RunSample): void => {
        step();
        pending?.end(place);
        const prompt = renderPrompt(by?.template ?? template, targetTask(place, number));
        keeper?.add(sample, readsPrompts(model) ? promptText(prompt) : null);
        const content = sample.error?.message ?? sample.extraction?.fen ?? 'no FEN in the answer';
        log.debug(`game ${place.game + 1}, ply ${place.ply}: ${content}`);
      };
      const { concurrency } = settings;
      const onAsk = ({ place }: SampleRequest): void => pending?.begin(place);
      const options = { template, nameTemplate, settings: {}, concurrency, clock: systemClock, onAsk, onSample };
      return ask(options, signal);
    });
    await rememberPace(context.globalState, model, predicted.answered.length, systemClock.now() - began);
    // readers of the predictions must find their answers
    await keeper?.flush();
    const indices = new Map(places.map((place, i) => [place, i]));
    await write(context, { uri: document.uri, asked }, model, predicted, settings, () =>
      predicted.answered.map(({ asked: item }) => anchors.ranges[indices.get(item.place) ?? -1]),
    );
  } finally {
    pending?.dispose();
    anchors.dispose();
  }
}

/** Yields the samples to request, without positions that already have a prediction. */
function samplesOf(places: readonly PredictionTarget[], count: number, known: readonly Prediction[]): SampleRequest[] {
  const key = (at: { game: number; ply: number; path: readonly unknown[] }): string =>
    `${at.game} ${at.ply} ${JSON.stringify(at.path)}`;
  const there = new Set(known.map(key));
  return places
    .filter((place) => !there.has(key(place)))
    .flatMap((place) => Array.from({ length: count }, (_, sample) => ({ place, sample })));
}

/** Writes the answers in one edit, and reports the remaining results in one message. */
async function write(
  { log, globalState }: FeatureContext,
  { uri, asked }: { readonly uri: vscode.Uri; readonly asked: PredictableDocument },
  model: Model,
  predicted: PredictionResults,
  { sameLabel }: PredictSettings,
  anchors: () => Parameters<typeof planInsertion>[3],
): Promise<void> {
  const { answered, faults, unasked } = predicted;
  const insertion =
    answered.length === 0
      ? undefined
      : await applyToCurrent(
          () => documentAt(uri),
          (text) => planInsertion(asked, text, answered, anchors(), sameLabel),
        );
  const { written, unplaced } = insertion ?? { written: 0, unplaced: answered };
  if (written > 0) {
    markDone(globalState, 'statelens.predicted');
    const [label] = answered.flatMap(({ sample }) => sampleAnnotation(sample)?.label.text ?? []);
    await vscode.commands.executeCommand(PREDICTED_COMMAND, uri.toString(), label);
  }
  log.info(
    `${written === 1 ? '1 prediction' : `${written} predictions`} of ${model.label} written${unasked > 0 ? `, ${unasked} not asked` : ''}.`,
  );
  for (const [message, count] of faults) log.error(`${count} of the requests: ${message}`);
  if (unplaced.length > 0) return keepAnswers(log, unplaced.map(keptText), unplacedText(unplaced.length));
  const summary =
    written === 1
      ? t('1 prediction of {0} written', model.label)
      : t('{0} predictions of {1} written', written, model.label);
  if (faults.size === 0) vscode.window.setStatusBarMessage(`StateLens: ${summary}`, 5000);
  else reportFaults(faults, written === 0 ? '' : summary);
}

const unplacedText = (count: number): string =>
  count === 1
    ? t(
        'StateLens: An answer was not written because the moves before it were edited meanwhile. See the log for the answer.',
      )
    : t(
        'StateLens: {0} answers were not written because the moves before it were edited meanwhile. See the log for the answer.',
        count,
      );

type Answer = PredictionResults['answered'][number];

/** Edits that insert answers into the current text. */
export interface Insertion {
  readonly edits: readonly TextEdit[];
  readonly written: number;
  /** Answers whose position no longer exists. */
  readonly unplaced: readonly Answer[];
}

/**
 * Returns the edits that write answers into a text that may have changed since the requests.
 *
 * @param anchors current ranges of the moves, one per answer
 */
export function planInsertion(
  { language, open }: PredictableDocument,
  text: string,
  answers: readonly Answer[],
  anchors: readonly (Range | undefined)[],
  sameLabel: SameLabel,
): Insertion {
  const places = open(text).relocate(
    answers.map(({ asked }) => asked.place),
    anchors,
  );
  const annotations: Annotation[] = [];
  const unplaced: Answer[] = [];
  for (const [i, answer] of answers.entries()) {
    const place = places[i];
    const annotation = sampleAnnotation(answer.sample);
    if (place === undefined) unplaced.push(answer);
    else if (annotation !== undefined) {
      annotations.push({ ...annotation, game: place.game, ply: place.ply, path: place.path });
    }
  }
  const { edits, written } = annotate(text, language, annotations, { sameLabel });
  return { edits, written, unplaced };
}

/** Formats an answer that could not be placed, as text to keep: the annotation, and the moves that it is about. */
export function keptText({ sample, asked }: Answer): string {
  const annotation = sampleAnnotation(sample);
  if (annotation === undefined) return '';
  const { label, fen } = annotation;
  const { place } = asked;
  const isWorld = 'world' in place;
  const content = isWorld ? printWalkLine(label, fen) : `{ ${printCommand(label, fen)} }`;
  const moves = isWorld ? place.moves.join(' ') : movetext(place.startFen, place.moves);
  const none = isWorld ? 'no action' : 'no move';
  return `${content} after ${moves === '' ? none : moves}`;
}
