import * as vscode from 'vscode';
import { err, type Result } from '../../core/base/result.ts';
import { cureFirst, isKeyFault } from '../../core/evaluation/runs/fault-words.ts';
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
import { parseWalkFile } from '../../models/runs/walk-tasks.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName, bytesAt, namesIn } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { rememberPace } from '../platform/models/pace.ts';
import { showMessage } from '../platform/show-message.ts';
import { agreeToMore, agreeToRuns, isTrustedForRuns, type RunToConfirm } from './consent.ts';
import { projectionSentence } from './experiment-texts.ts';
import type { RunCounts } from './run-counts.ts';
import { sessionFacts } from './run-facts.ts';
import { answerCache, fileToUri, jobsAt, openEntry, runStorage, sha256, uriToFile } from './run-storage.ts';
import { RunSequence, RunSession, type WindowRuns } from './session.ts';
import { failureMessage, formatInteger, hasFailed, type RunFacts, rowAlarm, rowLabel } from './texts.ts';

/** Shows why a run stopped, or which of its requests failed, with what helps; nothing for any other run. */
export function tellFault(uri: vscode.Uri, facts: RunFacts): void {
  const alarm = rowAlarm(facts);
  if (alarm === undefined) return;
  const message = hasFailed(facts) ? failedMessage(facts) : stoppedMessage(facts);
  const reason = facts.failure?.message ?? facts.fault ?? '';
  void showMessage(alarm, message, {
    ...(isKeyFault(reason) && { [t('Set API Key')]: 'statelens.setApiKey' }),
    ...(facts.phase === 'stopped' && { [t('Resume Run')]: { command: 'statelens.resumeRun', arguments: [uri] } }),
    ...(hasFailed(facts) && { [t('Retry Failed Requests')]: { command: 'statelens.retryRun', arguments: [uri] } }),
    [t('Show Runs')]: 'statelens.runs.focus',
  });
}

function stoppedMessage(facts: RunFacts): string {
  const reason = failureMessage(facts) ?? '';
  if (facts.phase === 'damaged') return t('{0} cannot be read: {1}', rowLabel(facts), reason);
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return t('{0} stopped. {1} What is done is kept.', rowLabel(facts), sentence);
}

function failedMessage(facts: RunFacts): string {
  const { failed, answered, total = 0, fault } = facts;
  const counts = [failed, answered, total].map(formatInteger);
  const said = t('{0} has ended: {1} failed, {2} of {3} answered.', rowLabel(facts), ...counts);
  return fault === undefined ? said : `${said} ${cureFirst(fault)}`;
}

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
  const { experiment, jobs: planned } = described.value;
  const busy = planned.find(({ file }) => windowRuns.isBusy(file));
  if (busy !== undefined) {
    void showMessage('info', t('{0} runs already.', busy.label), { [t('Show Runs')]: 'statelens.runs.focus' });
    return;
  }
  const isPilot = wanted === 'pilot';
  const about = await Promise.all(
    planned.map(async (job, i): Promise<RunToConfirm> => {
      const left = await samplesLeft(services, job);
      return { job, entry: experiment.models[i] ?? { model: '' }, left: isPilot ? Math.min(left, PILOT) : left };
    }),
  );
  const agreed = await agreeToRuns(context, about, baseName(uri));
  if (agreed === undefined) return;
  const opened = await jobsAt(context, uri, text, agreed.keyOf);
  if (!opened.ok) return;
  await begin(services, opened.value.jobs, uri, {
    limits: budgetLimits(experiment),
    pilot: isPilot || agreed.isPilot,
    retryErrors: false,
  });
}

/** Returns the number of samples of a run that are still to be asked for. */
async function samplesLeft({ files }: RunServices, job: RunJob, retryErrors = false): Promise<number> {
  const { answered = 0, failed = 0 } = (await files.counted(fileToUri(job.file)))?.tally ?? {};
  return Math.max(0, job.tasks.count - answered - (retryErrors ? 0 : failed));
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
      // Immediately, while other runs continue.
      ended: (session: RunSession) => {
        const { asked = 0, elapsed = 0 } = session.progress ?? {};
        void rememberPace(context.globalState, session.job.model, asked, elapsed);
        // Rows are of files that are known: the watcher of files may take seconds.
        files.touch(fileToUri(session.job.file));
        tellFault(fileToUri(session.job.file), sessionFacts(session, undefined));
      },
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
    const more = isMore ? await samplesLeft(services, session.job) : 0;
    const isAgreed = more === 0 || (await agreeToMore(context, session.job, more));
    if (!isAgreed) return;
    session.queue({ pilot: false, retryErrors });
    if (session.state.phase === 'queued') return follow(services, sequence, false);
  }
  if (!(await isTrustedForRuns(context))) return;
  const resumed = await jobOfFile(services, uri, retryErrors);
  if (resumed === undefined) return;
  const { job, isPilot } = resumed;
  await begin(services, [job], uri, { limits: budgetLimits(job.header().limits), pilot: isPilot, retryErrors });
}

/**
 * Returns the remaining job of a run file, with all agreements; undefined if one was declined, or the run cannot be
 * resumed.
 */
async function jobOfFile(
  services: RunServices,
  uri: vscode.Uri,
  retryErrors: boolean,
): Promise<{ readonly job: RunJob; readonly isPilot: boolean } | undefined> {
  const { context, files } = services;
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
  const { entry } = read.value;
  const left = await samplesLeft(services, described.value, retryErrors);
  const agreed = await agreeToRuns(context, [{ job: described.value, entry, left }], name);
  if (agreed === undefined) return undefined;
  const job = await describe(context, uri, file, read.value, agreed.keyOf(entry));
  return job.ok ? { job: job.value, isPilot: agreed.isPilot } : undefined;
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
