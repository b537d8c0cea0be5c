import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { PILOT, PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import type { PlannedRequest } from '../platform/models/consent.ts';
import { askOnce } from '../platform/models/open.ts';
import { paceText } from '../platform/models/pace.ts';
import { findKey } from '../platform/models/secrets.ts';
import { readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { estimateText } from './experiment-texts.ts';
import { isOwnServer, namedModel } from './settings-models.ts';

/** Returns true if runs are allowed here; otherwise shows a message. */
export async function isTrustedForRuns({ isTrusted }: FeatureContext): Promise<boolean> {
  if (isTrusted()) return true;
  await showMessage('warning', t('runs are not made: this workspace is not trusted.'), {
    [t('Manage Trust')]: 'workbench.trust.manage',
  });
  return false;
}

/** A run that is about to start, with the number of requests that it still needs. */
export interface RunToConfirm {
  readonly job: RunJob;
  readonly entry: ExperimentModel;
  readonly left: number;
}

/** The user's agreement to some runs. */
export interface RunAgreement {
  /** Key for each entry's server, by its values; '' for none. */
  readonly keyOf: (entry: ExperimentModel) => string;
  /** True if only a pilot is to be run. */
  readonly isPilot: boolean;
}

/**
 * Asks the one question about some runs, if there is one: about new hosts and keys, and about many requests, of which a
 * pilot may be enough. Undefined if the user declined.
 *
 * @param file that names the servers
 */
export async function agreeToRuns(
  context: FeatureContext,
  runs: readonly RunToConfirm[],
  file: string,
): Promise<RunAgreement | undefined> {
  const remote: { readonly run: RunToConfirm; readonly key: string; readonly planned: PlannedRequest }[] = [];
  for (const run of runs) if (run.left > 0) remote.push(...(await plannedRun(context, run, file)));
  const count = remote.reduce((sum, { run: { left } }) => sum + left, 0);
  const isWorth = remote.some(({ run: { left } }) => left > PILOT_WORTH);
  const asked = remote.map(({ run: { job, left } }) => ({ model: job.model, count: left }));
  const estimates = remote.map(({ run: { job, left } }) => `${job.label}: ${estimateText(job, left)}`);
  const answer = await askOnce(
    context.workspaceState,
    remote.map(({ planned }) => planned),
    {
      count,
      lines: [...estimates, paceText(context.globalState, asked)],
      part: isWorth ? t('Run a Pilot of {0}', PILOT) : undefined,
    },
  );
  if (answer === undefined) return undefined;
  // By the entry's values: the text is read again, so entries are other objects.
  const keys = new Map(
    remote.map(({ run, key, planned }) => [
      JSON.stringify(run.entry),
      answer.withKey || !planned.ofWorkspace ? key : '',
    ]),
  );
  return { keyOf: (entry) => keys.get(JSON.stringify(entry)) ?? '', isPilot: answer.isPart };
}

/** Returns the first request of a run to a server, with its key; none for a model of this process. */
async function plannedRun(context: FeatureContext, run: RunToConfirm, file: string) {
  const { job, entry } = run;
  const { endpoint } = job.model;
  if (endpoint === undefined) return [];
  const settings = readSettings();
  const variable = entry.apiKeyVariable;
  const key =
    variable === undefined
      ? ((await findKey(context.secrets, context.platform, endpoint, namedModel(entry, settings)))?.key ?? '')
      : (context.platform.environment(variable)?.trim() ?? '');
  const [first] = job.tasks.ofNumbers([0]);
  const prompt = first === undefined ? '' : promptText(renderPrompt(first.template, first.position.task));
  // A file may come from others: neither its servers nor its variables are the user's choice.
  const isForeign = variable !== undefined || !isOwnServer(context.globalState, endpoint, settings);
  const planned: PlannedRequest = {
    what: 'state',
    endpoint,
    model: job.label,
    prompt,
    hasKey: key !== '',
    ofWorkspace: endpoint.keyless !== true && isForeign,
    file,
    ...(variable === undefined ? {} : { variable }),
  };
  return [{ run, key, planned }];
}

/** Asks about the rest of a run whose server was agreed to; false if the user declined. */
export async function agreeToMore(context: FeatureContext, job: RunJob, left: number): Promise<boolean> {
  const { endpoint, label } = job.model;
  if (endpoint === undefined) return true;
  const planned = { what: 'state', endpoint, model: label, prompt: '', hasKey: false, ofWorkspace: false } as const;
  const time = paceText(context.globalState, [{ model: job.model, count: left }]);
  const lines = [`${job.label}: ${estimateText(job, left)}`, time];
  return (await askOnce(context.workspaceState, [planned], { count: left, lines })) !== undefined;
}
