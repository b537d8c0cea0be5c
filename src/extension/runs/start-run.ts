import * as vscode from 'vscode';
import { err, type Result } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { PILOT } from '../../core/evaluation/runs/projection.ts';
import { type BudgetLimits, budgetLimits } from '../../core/evaluation/runs/spending.ts';
import { decodeText } from '../../models/decode-text.ts';
import type { ExecuteOptions } from '../../models/runs/execute-run.ts';
import {
  GAMES_FOLDERS,
  type Resumption,
  readResumption,
  resumedGames,
  resumedJob,
  resumedWalks,
} from '../../models/runs/resumption.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { parseWalkFile } from '../../models/runs/walk-file-tasks.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName, bytesAt, namesIn } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { agreedKeys, confirmRuns, isTrustedForRuns, type RunToConfirm } from './consent.ts';
import { projectionSentence } from './experiment-texts.ts';
import type { RunCounts } from './run-counts.ts';
import { tellFault } from './run-end.ts';
import { sessionFacts } from './run-facts.ts';
import { answerCache, fileToUri, jobsAt, openEntry, runStorage, sha256, uriToFile } from './run-storage.ts';
import { RunSequence, RunSession, type WindowRuns } from './session.ts';

/** Services for starting runs. */
export interface RunServices {
  readonly context: FeatureContext;
  readonly windowRuns: WindowRuns;
  readonly files: RunCounts;
  /** Called when a run's state or progress has changed. */
  readonly changed: () => void;
}

/** Runs an experiment: asks the necessary questions, then runs all its models one after the other. */
export async function runExperiment(services: RunServices, uri: vscode.Uri, wanted: 'all' | 'pilot'): Promise<void> {
  const { context, windowRuns } = services;
  if (!(await isTrustedForRuns(context))) return;
  const document = await vscode.workspace.openTextDocument(uri);
  // The command line resumes from the saved file, which must be what was run.
  if (document.isDirty && !(await document.save())) return;
  const text = document.getText();
  const described = await jobsAt(context, uri, text);
  if (!described.ok) {
    const [first] = described.error;
    await vscode.window.showTextDocument(document);
    void showMessage('error', `${baseName(uri)}: ${first?.message ?? t('it cannot be read')}.`);
    return;
  }
  const { experiment } = described.value;
  const busy = described.value.jobs.find(({ file }) => windowRuns.isBusy(file));
  if (busy !== undefined) {
    void showMessage('info', t('{0} runs already.', busy.label), { [t('Show Runs')]: 'statelens.runs.focus' });
    return;
  }
  const keys = await agreedKeys(context, experiment.models, described.value.jobs, baseName(uri));
  if (keys === undefined) return;
  // By the model's values: the text is read again, so entries are other objects.
  const byValue = new Map([...keys].map(([entry, key]) => [JSON.stringify(entry), key]));
  const keyOf = (entry: ExperimentModel): string => byValue.get(JSON.stringify(entry)) ?? '';
  const opened = await jobsAt(context, uri, text, keyOf);
  if (!opened.ok) return;
  const { jobs } = opened.value;
  const about = await Promise.all(jobs.map((job) => aboutToRun(services, job)));
  const isPilot = wanted === 'pilot';
  const agreed = await confirmRuns(
    isPilot ? about.map(({ job, left }) => ({ job, left: Math.min(left, PILOT) })) : about,
  );
  if (agreed === undefined) return;
  await begin(services, jobs, uri, {
    limits: budgetLimits(experiment),
    pilot: isPilot || agreed === 'pilot',
    retryErrors: false,
  });
}

async function aboutToRun({ files }: RunServices, job: RunJob, retryErrors = false): Promise<RunToConfirm> {
  const { answered = 0, failed = 0 } = (await files.counted(fileToUri(job.file)))?.tally ?? {};
  const done = answered + (retryErrors ? 0 : failed);
  return { job, left: Math.max(0, job.tasks.count - done) };
}

/** Options of runs besides their jobs. */
interface RunChoices {
  readonly limits: BudgetLimits;
  readonly pilot: boolean;
  readonly retryErrors: boolean;
}

async function begin(
  services: RunServices,
  jobs: readonly RunJob[],
  uri: vscode.Uri,
  wishes: RunChoices,
): Promise<void> {
  const { context, windowRuns, files, changed } = services;
  const sessions: RunSession[] = [];
  for (const job of jobs) {
    const place = runStorage(context, fileToUri(job.file));
    const options: ExecuteOptions = {
      ...wishes,
      breakLock: false,
      concurrency: undefined,
      cache: answerCache(context, uri),
    };
    const earlier = (await files.counted(fileToUri(job.file)))?.tally?.spending;
    const events = {
      changed,
      // At once, while other runs go on.
      ended: (session: RunSession) => tellFault(fileToUri(session.job.file), sessionFacts(session, undefined)),
      log: (message: string) => context.log.info(message),
    };
    sessions.push(new RunSession(job, options, place, events, earlier));
  }
  const sequence = new RunSequence(sessions);
  windowRuns.add(sequence);
  changed();
  await follow(services, sequence, wishes.pilot);
}

/** Waits for runs, and offers the rest of a pilot. */
async function follow(services: RunServices, sequence: RunSequence, pilot: boolean): Promise<void> {
  await sequence.go();
  for (const { job } of sequence.sessions) services.files.touch(fileToUri(job.file));
  services.changed();
  const stopped = sequence.sessions.some(({ state }) => state.phase === 'stopped');
  if (pilot && !stopped) await offerRest(services, sequence);
}

async function offerRest(services: RunServices, sequence: RunSequence): Promise<void> {
  const rest = sequence.sessions.filter(({ state }) => state.phase === 'incomplete');
  if (rest.length === 0) return;
  const sentences = rest.map(({ job, executed }) => projectionSentence(job.label, executed?.projection, job.prices));
  const run = t('Run the Rest');
  const chosen = await vscode.window.showInformationMessage(`StateLens: ${sentences.join(' ')}`, run);
  if (chosen !== run) return;
  for (const session of rest) session.queue({ pilot: false });
  await follow(services, sequence, false);
}

/**
 * Resumes a run: the one of this window, otherwise the one described by its file. `retryErrors`: repeats failed
 * requests.
 */
export async function resumeRun(services: RunServices, uri: vscode.Uri, retryErrors: boolean): Promise<void> {
  const { context, windowRuns } = services;
  const known = windowRuns.of(uriToFile(uri));
  if (known !== undefined) {
    const { session, sequence } = known;
    if (windowRuns.isBusy(session.job.file)) return;
    // After a pilot, many more requests follow than the user has agreed to.
    const isMore = session.state.phase === 'incomplete' && !retryErrors;
    if (isMore && (await confirmRuns([await aboutToRun(services, session.job)])) !== 'all') return;
    session.queue({ pilot: false, retryErrors });
    if (session.state.phase === 'queued') return follow(services, sequence, false);
  }
  if (!(await isTrustedForRuns(context))) return;
  const job = await jobOfFile(services, uri);
  if (job === undefined) return;
  const much = await confirmRuns([await aboutToRun(services, job, retryErrors)]);
  if (much === undefined) return;
  await begin(services, [job], uri, {
    limits: budgetLimits(job.header().limits),
    pilot: much === 'pilot',
    retryErrors,
  });
}

/**
 * Returns the remaining job of a run file, with all agreements; undefined if one was declined, or the run cannot be
 * resumed.
 */
async function jobOfFile({ context, files }: RunServices, uri: vscode.Uri): Promise<RunJob | undefined> {
  const file = uriToFile(uri);
  const name = baseName(uri);
  const header = (await files.counted(uri))?.tally?.header;
  const read = header === undefined ? undefined : readResumption(name, header, undefined);
  if (read?.ok !== true) {
    void showMessage('error', `${read?.error.message ?? t('{0} has no header that can be read', name)}.`);
    return undefined;
  }
  const described = await describe(context, uri, file, read.value, '');
  if (!described.ok) {
    void showMessage('error', `${described.error}.`);
    return undefined;
  }
  const keys = await agreedKeys(context, [read.value.entry], [described.value], name);
  if (keys === undefined) return undefined;
  const job = await describe(context, uri, file, read.value, keys.get(read.value.entry) ?? '');
  return job.ok ? job.value : undefined;
}

async function describe(
  context: FeatureContext,
  uri: vscode.Uri,
  file: string,
  resumption: Resumption,
  key: string,
): Promise<Result<RunJob, string>> {
  const open = () => openEntry(context, resumption.entry, key, undefined);
  const walks = await resumedWalks(resumption, sha256);
  if (walks !== undefined) {
    const job = walks.ok ? resumedJob(file, resumption, walks.value, walks.value.file, open) : walks;
    return job.ok ? job : err(job.error.message);
  }
  const name = resumption.header.games?.file;
  if (name === undefined) return err(t('{0} does not name its games', baseName(uri)));
  let wrong: string | undefined;
  for (const folder of GAMES_FOLDERS) {
    const bytes = await bytesAt(vscode.Uri.joinPath(uri, '..', folder, name));
    if (bytes === undefined) continue;
    const at = (file: string) => vscode.Uri.joinPath(uri, '..', folder, file);
    const source = await parseWalkFile(decodeText(bytes).text, name, {
      read: (world) => bytesAt(at(world)),
      list: (below) => namesIn(at(below)),
    });
    const games = await resumedGames(resumption, source, sha256);
    if (!games.ok) return err(games.error.message);
    const job = resumedJob(file, resumption, games.value, name, open);
    if (job.ok) return job;
    wrong = job.error.message;
    if (job.error.code !== 'changed-games') break;
  }
  return err(
    wrong ?? t('{0}, the games of {1}, is neither beside it nor in the two folders above', name, baseName(uri)),
  );
}
