import * as vscode from 'vscode';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { PILOT, PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { OPENAI_BASE_URL, readEndpoint } from '../../models/endpoint.ts';
import { promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { MANY_REQUESTS } from '../platform/models/consent.ts';
import { agreedKey } from '../platform/models/open.ts';
import { findKey } from '../platform/models/secrets.ts';
import { showMessage } from '../platform/show-message.ts';
import { estimateText } from './experiment-texts.ts';

/** Returns true if runs are allowed here; otherwise shows a message. */
export async function isTrustedForRuns({ isTrusted }: FeatureContext): Promise<boolean> {
  if (isTrusted()) return true;
  await showMessage('warning', t('runs are not made: this workspace is not trusted.'), {
    [t('Manage Trust')]: 'workbench.trust.manage',
  });
  return false;
}

/**
 * Returns the key for each entry's server, '' for none, after agreement to its host; undefined if the user declined
 * one.
 *
 * @param file that names the servers, for the question
 */
export async function agreedKeys(
  context: FeatureContext,
  entries: readonly ExperimentModel[],
  jobs: readonly RunJob[],
  file: string,
): Promise<ReadonlyMap<ExperimentModel, string> | undefined> {
  const keys = new Map<ExperimentModel, string>();
  for (const [i, entry] of entries.entries()) {
    const job = jobs[i];
    const endpoint = job?.model.endpoint;
    if (job === undefined || endpoint === undefined) continue;
    const variable = entry.apiKeyVariable;
    const key =
      variable === undefined
        ? ((await findKey(context.secrets, context.platform, endpoint))?.key ?? '')
        : (context.platform.environment(variable)?.trim() ?? '');
    const own = readEndpoint(OPENAI_BASE_URL);
    const isOpenAi = own.ok && own.value.origin === endpoint.origin;
    const [first] = job.tasks.ofNumbers([0]);
    const prompt = first === undefined ? '' : promptText(renderPrompt(first.template, first.position.task));
    const agreed = await agreedKey(
      context.workspaceState,
      {
        what: 'state',
        endpoint,
        model: job.label,
        prompt,
        hasKey: key !== '',
        // A file may come from others: neither its servers nor its variables are the user's choice.
        ofWorkspace: endpoint.keyless !== true && (!isOpenAi || variable !== undefined),
        file,
        ...(variable === undefined ? {} : { variable }),
      },
      key,
    );
    if (agreed === undefined) return undefined;
    keys.set(entry, agreed.value);
  }
  return keys;
}

/** A run that is about to start, with the number of requests that it still needs. */
export interface RunToConfirm {
  readonly job: RunJob;
  readonly left: number;
}

/** Asks how much of some runs to do now: all, a pilot, or nothing. */
export async function confirmRuns(runs: readonly RunToConfirm[]): Promise<'all' | 'pilot' | undefined> {
  const remote = runs.filter(({ job, left }) => job.model.endpoint !== undefined && left > 0);
  const requests = remote.reduce((sum, { left }) => sum + left, 0);
  if (requests <= MANY_REQUESTS) return 'all';
  const hosts = [...new Set(remote.map(({ job }) => job.model.endpoint?.host ?? ''))].join(', ');
  const message = t('Send {0} requests to {1}?', requests.toLocaleString('en-US'), hosts);
  const lines = remote.map(({ job, left }) => `${job.label}: ${estimateText(job, left)}`);
  const kept = t('It can be paused and cancelled; what was answered until then is kept.');
  const detail = `${lines.join('\n')}\n\n${kept}`;
  const pilot = t('Run a Pilot of {0}', PILOT);
  const isWorth = remote.some(({ left }) => left > PILOT_WORTH);
  const buttons = isWorth ? [pilot, t('Send All')] : [t('Send')];
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (chosen === undefined) return undefined;
  return chosen === pilot ? 'pilot' : 'all';
}
