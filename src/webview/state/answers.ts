import { type ComponentChildren, h, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { AnswerFolds, AnswerPart, type Folds, stateText } from '../common/answer.ts';
import { button, type Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { useStableHeight } from '../common/layout.ts';
import { unprintedText, type View } from './view.ts';

/** Actions of the part of the answer. */
export interface AnswerTargets extends Folds {
  reveal(label: string): void;
  /** Writes another state of an answer into the prediction of its label. */
  take(label: string, state: string): void;
  command(command: StateCommand): void;
}

/** A sample that the extension asks to show; each request is another object. */
export interface SampleRequest {
  /** The label with the number of the sample. */
  readonly label: string;
}

interface AnswersProps {
  readonly view: View;
  /** Answers that are kept about the step; undefined until that is known. */
  readonly answers: readonly StoredAnswer[] | undefined;
  readonly request: SampleRequest | undefined;
  readonly targets: AnswerTargets;
}

/** The answer of the open model about the position, or its state alone where no answer is kept. */
export function Answers({ view, answers, request, targets }: AnswersProps): JSX.Element | null {
  const element = useRef<HTMLElement>(null);
  const { row, cell, line, step, at, inDocument } = view;
  const place = `${at} ${step.fen} ${row?.label}`;
  // A sample is chosen for the step that is shown.
  const [chosen, choose] = useState<{ readonly place: string; readonly label: string } | undefined>(undefined);
  useLayoutEffect(() => {
    if (request === undefined) return;
    choose({ place, label: request.label });
    // No further than to have it in sight; the keyboard stays where it is.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [request]);
  if (row === null) return null;
  const ofModel = (answers ?? []).filter(({ label }) => withoutSample(label) === row.label);
  const wanted = chosen?.place === place ? chosen.label : cell?.label;
  const answer = ofModel.find(({ label }) => label === wanted) ?? ofModel[0];
  const label = cell?.label;
  const take = inDocument && cell !== null ? (of: string, state: string) => targets.take(of, state) : undefined;
  const subject = { variant: line.variant, truth: step.fen };
  return h(
    'section',
    { class: 'wrote', 'aria-labelledby': 'answer-title', ref: element },
    h(
      'div',
      { class: 'section-head' },
      h('h2', { id: 'answer-title' }, line.labels === 'models' ? t('What {0} wrote', row.label) : t('What is printed')),
      h(
        'div',
        { class: 'samples', role: 'group', 'aria-label': t('Samples') },
        ofModel.length > 1
          ? ofModel.map((sample) =>
              sampleButton(sample, sample === answer, () => choose({ place, label: sample.label })),
            )
          : null,
      ),
      button(t('show in the text'), () => label !== undefined && targets.reveal(label), {
        class: 'link',
        hidden: cell === null || !inDocument,
      }),
    ),
    h(
      AnswerBody,
      { game: line.title },
      answer === undefined
        ? unkeptAnswer(view, answers !== undefined, targets, place)
        : h(AnswerPart, { key: `${place} ${answer.label}`, answer, subject, folds: targets, take }),
    ),
  );
}

interface AnswerBodyProps {
  /** Identifies the game. */
  readonly game: string;
  readonly children?: ComponentChildren;
}

/** The place of an answer. It grows with its text, and keeps the height that it has had: steps and models move nothing below it. */
function AnswerBody({ game, children }: AnswerBodyProps): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  useStableHeight(body, game);
  return h('div', { class: 'answer-body', ref: body }, children);
}

function sampleButton({ label }: StoredAnswer, isShown: boolean, choose: () => void): JSX.Element {
  const number = label.slice(withoutSample(label).length).replace('#', '') || '1';
  return button(number, choose, { key: label, 'aria-pressed': isShown, title: label, class: 'quiet' });
}

/** Returns the predicted text where the answer is not kept, and how answers are kept. */
function unkeptAnswer(view: View, isKnown: boolean, targets: AnswerTargets, place: string): JSX.Element {
  return h(
    'div',
    { class: 'answer', key: `unkept-${place}` },
    predictedText(view),
    h('p', { class: 'facts' }, isKnown ? howToKeep(view, targets) : null),
    h('p', { class: 'reading' }),
    h(AnswerFolds, { answer: isKnown ? null : undefined, folds: targets }),
  );
}

function predictedText(view: View): JSX.Element {
  const { cell, line, step } = view;
  if (cell === null) {
    // The headline says that a model was not asked.
    if (line.labels === 'models') return h('p', { class: 'text-box no-text', 'aria-hidden': 'true' }, '–');
    return h('p', { class: 'text-box no-text' }, `${unprintedText(view)}.`);
  }
  const { fen, printed } = cell;
  if (fen === null) return h('p', { class: 'text-box no-text' }, t('The prediction in the text has no state.'));
  return h(
    'pre',
    { class: 'text-box raw', tabindex: 0, role: 'region', 'aria-label': t('Believed state') },
    printed === undefined ? null : `${printed}\n${t('read as')} `,
    h('mark', { class: 'extracted' }, stateText(fen, { variant: line.variant, truth: step.fen })),
  );
}

function howToKeep({ line, predicts, asks, cell }: View, targets: AnswerTargets): Content {
  if (line.labels === 'states') return null;
  const reason = cell === null ? '' : `${t('No answer is kept for this prediction.')} `;
  if (!predicts) return reason;
  const name = asks === '' ? t('Predict State Here') : t('Ask {0} here', asks);
  return [reason, button(name, () => targets.command('statelens.predictHere'), { class: 'link' })];
}
