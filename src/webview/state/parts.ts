import { h, type JSX } from 'preact';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { ShowNothing } from '../../protocol/state-messages.ts';
import { noteWord } from '../common/candidates.ts';
import { type Content, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { stepTitle } from '../common/step-name.ts';
import { Answers, type AnswerTargets, type SampleRequest } from './answers.ts';
import { Belief, type BeliefTargets } from './belief.ts';
import { Nothing } from './commands.ts';
import { availableCopies } from './copy.ts';
import { Details, type DetailTargets } from './details.ts';
import { Header, type HeaderTargets } from './header.ts';
import { KeyDialog } from './keys.ts';
import { ModelTable } from './model-table.ts';
import { ReplayBar, type ReplayState, type ReplayTargets } from './replay.ts';
import { Timeline, type TimelineTargets } from './timeline.ts';
import { type StepDetails, unprintedText, type View } from './view.ts';

/** Actions of the parts of the page. */
export type PageTargets = HeaderTargets &
  BeliefTargets &
  TimelineTargets &
  AnswerTargets &
  DetailTargets &
  ReplayTargets;

interface StepPartsProps {
  readonly details: StepDetails;
  readonly isPinned: boolean;
  /** Undefined until the extension has sent them. */
  readonly answers: readonly StoredAnswer[] | undefined;
  readonly sample: SampleRequest | undefined;
  readonly listRequests: number;
  readonly targets: PageTargets;
}

/** The parts of a step, from top to bottom. */
export function StepParts(props: StepPartsProps): JSX.Element[] {
  const { details, isPinned, answers, sample, listRequests, targets } = props;
  const { view, result } = details;
  const { row, line } = view;
  const hasRows = line.rows.length > 0;
  return [
    h(Header, { key: 'header', view, isPinned, copies: availableCopies({ view, result, answers }), targets }),
    h(Belief, { key: 'belief', view, targets }),
    ...(hasRows ? [h(Timeline, { key: 'timeline', view, targets })] : []),
    ...(hasRows && row === null ? [h(ModelTable, { key: 'all', view, open: (label) => targets.select(label) })] : []),
    h(Answers, { key: 'answers', view, answers, request: sample, targets }),
    h(Details, { key: 'details', details, targets, listRequests }),
  ];
}

interface StatePageContentProps {
  /** The parts of the last step; undefined for none yet. */
  readonly step: JSX.Element | undefined;
  /** Present while there is no step to show. */
  readonly nothing: ShowNothing | undefined;
  readonly isPinned: boolean;
  readonly targets: PageTargets;
  readonly notice: string;
  /** Read out when the steps have come to rest. */
  readonly spoken: Content;
  /** Present while the list of keys is shown; called when it is closed. */
  readonly keysClosed: (() => void) | undefined;
  /** Present while a loss is replayed. */
  readonly replay: ReplayState | undefined;
}

/** The page: a function of its state. What is hidden stays as it is, and is there with the next step. */
export const StatePageContent = ({
  step,
  nothing,
  isPinned,
  targets,
  notice,
  spoken,
  keysClosed,
  replay,
}: StatePageContentProps): JSX.Element[] => [
  h('div', { class: 'content', hidden: step === undefined || nothing !== undefined }, step),
  h(
    'div',
    null,
    nothing &&
      h(Nothing, {
        reason: nothing.reason,
        commands: nothing.commands,
        run: (command) => targets.command(command),
        unpin: isPinned ? () => targets.pin() : undefined,
      }),
  ),
  h('p', { class: 'notice', role: 'status' }, notice),
  h('p', { class: 'spoken', 'aria-live': 'polite' }, spoken),
  ...(replay === undefined ? [] : [h(ReplayBar, { key: 'replay', replay, targets })]),
  ...(keysClosed === undefined ? [] : [h(KeyDialog, { closed: keysClosed })]),
];

/** Returns the text that is read out at a step; sentences of the core are English. */
export function spokenText(view: View): Content {
  const { line, step, row, cell, finding } = view;
  const hasStates = line.labels === 'states' || step.unjudged !== undefined;
  const nothing = hasStates ? `${unprintedText(view)}.` : row === null ? '' : t('{0} was not asked here.', row.label);
  const isOfCore = cell === null ? hasStates && step.unjudged !== undefined : row !== null;
  const note = noteWord(view.reading?.result ?? null);
  const words =
    row !== null && cell !== null ? `${row.label}: ${cell.sentence}${note === '' ? '' : `, ${note}`}.` : nothing;
  const sentence = finding !== null && cell === null ? english(finding.text) : isOfCore ? english(words) : words;
  return [`${stepTitle(line, step)}. `, sentence];
}
