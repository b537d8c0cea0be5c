import { PILOT } from '../../core/evaluation/runs/projection.ts';
import type { TextProblem } from '../../models/runs/experiment-text.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { t } from '../platform/l10n.ts';
import { MANY_REQUESTS } from '../platform/models/consent.ts';
import { dryRunTitle } from './experiment-texts.ts';

/** What there is of an experiment's runs. */
export interface DoneOfExperiment {
  readonly total: number;
  /** Answered or failed. */
  readonly done: number;
  readonly isRunning: boolean;
  /** Why it does not go on now: `rate limited (429), attempt 3, next try in 8 s`. */
  readonly waits?: string;
}

/** A lens above an experiment; its command gets the experiment's URI, or those of its run files. */
export interface LensTitle {
  readonly of?: 'runs';
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
}

type Looked =
  | { readonly state: 'jobs'; readonly jobs: readonly RunJob[] }
  | { readonly state: 'problems'; readonly problems: readonly TextProblem[] }
  | { readonly state: 'large' };

const RUN: LensTitle = {
  title: t('$(play) Run'),
  tooltip: t('Ask all models, one after the other; what was answered is kept at every moment'),
  command: 'statelens.runExperiment',
};
const PILOT_RUN: LensTitle = {
  title: t('Run a pilot of {0}', PILOT),
  tooltip: t('Ask {0} samples drawn at random of each model, and project tokens and cost of the whole', PILOT),
  command: 'statelens.pilotExperiment',
};

/** The lenses above an experiment. */
export function lensTitles(looked: Looked, done: DoneOfExperiment | undefined): LensTitle[] {
  if (looked.state === 'problems') {
    const [first] = looked.problems;
    const what = first?.message ?? t('it cannot be read');
    const others = looked.problems.length - 1;
    const title = `$(error) ${others > 0 ? t('{0} (and {1} more)', what, others) : what}`;
    return [{ title, tooltip: t('Show the mistakes'), command: 'workbench.actions.view.problems' }];
  }
  if (looked.state === 'large') {
    const title = t('Dry run…');
    return [{ title, tooltip: t('The games are many: count them now'), command: 'statelens.dryRun' }, RUN];
  }
  const dry = {
    title: dryRunTitle(looked.jobs),
    tooltip: t('By model, without asking anything'),
    command: 'statelens.dryRun',
  };
  return [dry, ...runLenses(looked.jobs, done)];
}

const of = (n: number, total: number): string =>
  t('{0} of {1}', n.toLocaleString('en-US'), total.toLocaleString('en-US'));

function runLenses(jobs: readonly RunJob[], done: DoneOfExperiment | undefined): LensTitle[] {
  const counts = done === undefined || done.done === 0 ? undefined : t('{0} done', of(done.done, done.total));
  if (done?.isRunning === true) {
    const { waits, total, done: n } = done;
    const running = waits === undefined ? `$(sync~spin) ${counts ?? t('runs')}` : `$(watch) ${waits} · ${of(n, total)}`;
    return [{ title: running, tooltip: t('Show the runs'), command: 'statelens.runs.focus' }];
  }
  if (counts !== undefined && done !== undefined) {
    if (done.done >= done.total)
      return [
        {
          of: 'runs',
          title: t('$(pass) {0} · Show Report', counts),
          tooltip: t('Of all its runs'),
          command: 'statelens.showReport',
        },
      ];
    return [
      { ...RUN, title: t('$(play) {0} · Resume', counts), tooltip: t('Ask for the rest; nothing is asked twice') },
    ];
  }
  const isMany = jobs.some(({ model, tasks }) => model.endpoint !== undefined && tasks.count > MANY_REQUESTS);
  return isMany ? [RUN, PILOT_RUN] : [RUN];
}
