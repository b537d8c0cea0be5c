import { shardSize } from '../../core/evaluation/runs/run-plan.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import type { RunTally } from '../../core/evaluation/runs/run-tally.ts';
import { readEndpoint } from '../../models/endpoint.ts';
import { t } from '../platform/l10n.ts';
import type { RunSession } from './session.ts';
import type { RunFacts } from './texts.ts';

const NOTHING = { input: 0, output: 0 };

/**
 * Returns the name of an experiment from that of its run file: `opening` from `opening.gpt-4o.run.jsonl`; '' for the
 * default one.
 */
export function runName(file: string): string {
  const base = file.replace(/^.*[\\/]/s, '');
  const name = /^([\w-]+)\./.exec(base)?.[1] ?? '';
  return name === 'experiment' || `${name}.run.jsonl` === base ? '' : name;
}

/** Returns the facts of a run of this window. `counted`: the earlier contents of its file, if known. */
export function sessionFacts(
  session: RunSession,
  counted: RunTally | undefined,
  figures?: RunFacts['figures'],
): RunFacts {
  const { job, state, progress, executed, isUnderway } = session;
  const numbers = isUnderway ? progress : undefined;
  // Another process may have continued the file.
  const done = (counted?.answered ?? 0) > (executed?.answered ?? 0) ? counted : (executed ?? counted);
  return {
    ...planFacts(job.header()),
    name: runName(job.file),
    label: job.label,
    host: job.model.endpoint?.host,
    phase: state.phase,
    reason: state.reason,
    failure: state.failure,
    total: shardSize(job.tasks.count, job.shard),
    answered: numbers?.answered ?? done?.answered ?? 0,
    failed: numbers?.failed ?? done?.failed ?? 0,
    fault: numbers === undefined ? done?.commonFault?.message : undefined,
    figures,
    rate: numbers?.rate,
    left: numbers?.left,
    since: numbers?.since,
    tokens: numbers?.tokens ?? executed?.spending.tokens ?? counted?.tokens ?? NOTHING,
    cost: numbers?.cost ?? executed?.spending.cost ?? counted?.cost,
    prices: job.prices,
    ...(numbers === undefined ? {} : { active: numbers.active, limit: numbers.limit, waits: numbers.waits }),
    file: job.file,
  };
}

/** Returns the facts of a run file that this window does not continue. */
export function fileFacts(
  file: string,
  tally: RunTally | undefined,
  fault: string | undefined,
  figures?: RunFacts['figures'],
): RunFacts {
  const header = tally?.header;
  const refusal =
    fault ?? tally?.refusal ?? (tally !== undefined && header === undefined ? t('it has no header') : undefined);
  const base = file.replace(/^.*[\\/]/s, '').replace(/\.run\.jsonl$/, '');
  const [model] = header?.models ?? [];
  const { answered = 0, failed = 0, total } = tally ?? {};
  return {
    ...(header === undefined ? {} : planFacts(header)),
    name: model === undefined || (header?.models.length ?? 0) > 1 ? '' : runName(file),
    label: model === undefined || (header?.models.length ?? 0) > 1 ? base : model.label,
    host: hostOf(model?.endpoint),
    phase: refusal === undefined ? phaseOf(tally) : 'damaged',
    reason: refusal,
    total,
    answered,
    failed,
    fault: tally?.commonFault?.message,
    figures,
    models: header?.models.length ?? 0,
    tokens: tally?.tokens ?? NOTHING,
    cost: tally?.cost,
    prices: model?.prices,
    file,
  };
}

function phaseOf(tally: RunTally | undefined): RunFacts['phase'] {
  if (tally === undefined) return 'counting';
  if (tally.total === undefined) return 'imported';
  return tally.answered >= tally.total ? 'complete' : 'incomplete';
}

const hostOf = (baseUrl: string | undefined): string | undefined => {
  const endpoint = baseUrl === undefined ? undefined : readEndpoint(baseUrl);
  return endpoint?.ok === true ? endpoint.value.host : baseUrl;
};

function planFacts({ plan, games }: RunHeader): Pick<RunFacts, 'plies' | 'samples' | 'templates' | 'games'> {
  if (plan === undefined) return { games: games?.file };
  return {
    plies: plan.plies,
    samples: plan.samples,
    templates: plan.templates.map(({ id }) => id),
    games: games?.file,
  };
}
