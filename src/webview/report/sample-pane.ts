import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { comparedBuiltInWorld } from '../../core/board/world-board.ts';
import { type PageSample, sampleStatement } from '../../core/evaluation/report/list/listed-sample.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { VERDICTS, type Verdict } from '../../core/metrics/verdict.ts';
import type { SampleDetail } from '../../protocol/report-messages.ts';
import { AnswerPart, type Folds } from '../common/answer.ts';
import { readingNote } from '../common/candidates.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { mountInside } from '../common/mount.ts';
import { type PairView, pairPicture } from '../common/pair-parts.ts';
import { statement } from '../common/statement.ts';
import { groupDigits } from './group-bars.ts';

/** Actions of a sample; an exported page has none. */
export interface SampleActions {
  /** Shows the move in its PGN, beside the report. */
  readonly open: (sample: number) => void;
  readonly compare: (sample: number) => void;
}

interface SamplePaneProps {
  /** Undefined where there is no sample to show. */
  readonly detail: SampleDetail | undefined;
  readonly actions: SampleActions | undefined;
}

/** One sample beside the list: what the model believes, both boards, what it wrote, what it was asked. */
export function SamplePane({ detail, actions }: SamplePaneProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    if (element.current !== null) element.current.scrollTop = 0;
  }, [detail?.sample]);
  const folds: Folds = {
    open,
    toggled: (name, isOpen) =>
      setOpen((names) => new Set([...names, name].filter((other) => isOpen || other !== name))),
  };
  return h(
    'div',
    { class: 'pane', role: 'region', 'aria-label': t('Chosen answer'), tabindex: 0, ref: element },
    detail === undefined
      ? h('p', { class: 'quiet' }, t('No answer is found with these filters.'))
      : h(SampleText, { key: detail.sample, detail, actions, folds }),
  );
}

interface SampleTextProps {
  readonly detail: SampleDetail;
  readonly actions: SampleActions | undefined;
  readonly folds: Folds;
}

function SampleText({ detail, actions, folds }: SampleTextProps): JSX.Element[] {
  const { listed, answer, verdictText } = detail;
  const { series, status, variant, trueFen } = listed;
  const judgment = {
    sentence: sampleStatement(listed),
    verdict: isVerdict(status) ? status : 'none',
    verdictText,
    knows: status === 'exact' || listed.cause === 'clocks' || listed.cause === 'notation',
  } as const;
  return [
    h('div', { class: 'pane-head' }, placeLine(listed), toolbar(detail, actions)),
    statement(series, judgment, readingNote(answer?.reading ?? null, answer?.raw ?? null)),
    ...boards(detail),
    h('h2', null, t('What {0} wrote', series)),
    answer === null
      ? h('p', { class: 'quiet' }, t('The answer is not kept with the scores, and its run cannot be read again.'))
      : h(AnswerPart, { answer, subject: { variant, truth: trueFen }, folds }),
    stateTexts(listed),
  ];
}

function toolbar(
  { sample, listed: { games, variant } }: SampleDetail,
  actions: SampleActions | undefined,
): JSX.Element | null {
  // A walk stands in no file, and no board shows its states.
  if (actions === undefined || isComparedWorld(variant)) return null;
  return h(
    'div',
    { class: 'toolbar' },
    button(t('Open in PGN'), () => actions.open(sample), {
      title: t('Show the move in its PGN, beside the report (O)'),
      disabled: games === null,
    }),
    button(t('Compare'), () => actions.compare(sample), { title: t('Compare the answer with the true state (C)') }),
  );
}

const isVerdict = (status: string): status is Verdict => VERDICTS.some((verdict) => verdict === status);

/** Formats the place of a sample: `12...O-O`, then `ply 24 · Ruy Lopez · game 3 (name) · games.pgn`. */
function placeLine({ games, game, gameName, move, ply, opening, template }: PageSample): JSX.Element {
  const number = groupDigits(game + 1);
  const name = gameName === null ? t('game {0}', number) : t('game {0} ({1})', number, gameName);
  const rest = [t('ply {0}', ply), opening, name, games, template].filter((part) => part !== null).join(' · ');
  return h('p', { class: 'place', title: rest }, h('strong', null, move ?? (ply === 0 ? t('start') : '')), ` ${rest}`);
}

/** Returns both boards; none for states of a world without pictures, whose texts stand below the answer. */
function boards({ listed, lastMove, blame }: SampleDetail): JSX.Element[] {
  const { variant, series, trueFen, predicted, ply, move, status } = listed;
  if (isComparedWorld(variant) && comparedBuiltInWorld(variant)?.draw === undefined) return [];
  const pair: PairView = {
    variant,
    labels: 'models',
    step: { ply, name: move ?? t('ply {0}', ply), fen: trueFen, lastMove },
    before: null,
    label: series,
    cell: status === 'failed' ? null : { fen: predicted, blame },
    // One orientation for all: from one sample to the next the same squares are in the same places.
    orientation: 'white',
  };
  return [pairPicture(pair)];
}

/** Returns both states as texts to be copied. */
const stateTexts = ({ trueFen, predicted }: PageSample): JSX.Element =>
  h(
    'dl',
    { class: 'states' },
    h('dt', null, t('true')),
    h('dd', null, h('code', null, trueFen)),
    predicted === null ? null : [h('dt', null, t('believed')), h('dd', null, h('code', null, predicted))],
  );

/** Gives the worst answers in a section of the report their buttons. */
export function addActions(section: HTMLElement, worst: readonly number[], actions: SampleActions): void {
  for (const card of section.querySelectorAll<HTMLElement>('[data-worst]')) {
    const sample = worst[Number(card.dataset['worst'])] ?? -1;
    if (sample < 0) continue;
    const title = card.querySelector('h3')?.textContent ?? '';
    mountInside(
      card,
      'toolbar',
      button(t('Show in the PGN'), () => actions.open(sample), { 'aria-label': t('Show in the PGN: {0}', title) }),
      button(t('Compare'), () => actions.compare(sample), { 'aria-label': t('Compare: {0}', title) }),
    );
  }
}
