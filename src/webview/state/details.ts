import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SquareBlame } from '../../core/metrics/blame.ts';
import { blameText, errorText, type NamedMove, type TextComparison } from '../../core/metrics/comparison.ts';
import type { ComparedPrediction } from '../../protocol/lsp.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import type { Folds } from '../common/answer.ts';
import { button, type Content, Section } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { useStableHeight } from '../common/layout.ts';
import { hasSquares } from '../common/state-picture.ts';
import { listCount, listDetails } from './lists.ts';
import { depthTable, facts, scoreText } from './scores.ts';
import { type StepDetails, unprintedText, type View } from './view.ts';

/** Returns the errors in words; null when there are none. */
function mistakes({ errors, truthReason }: TextComparison): JSX.Element | null {
  const lines = errors.map(errorText);
  if (truthReason !== null) lines.unshift(t('The true state is not valid either: {0}.', truthReason));
  if (lines.length === 0) return null;
  return h(
    Section,
    { title: t('What is wrong'), class: 'mistakes' },
    h(
      'ul',
      null,
      lines.map((line) => h('li', { lang: 'en' }, line)),
    ),
  );
}

/**
 * Returns the wrong squares with the move that each missed; entries with a move are links.
 *
 * @param goToPly shows the position after the move that was played at a ply
 */
function blameList(blame: readonly SquareBlame[], goToPly: (ply: number) => void): JSX.Element {
  const entry = (item: SquareBlame): JSX.Element => {
    const { square, ply, move } = item;
    if (ply === null) return h('li', { lang: 'en' }, blameText(item));
    const title = t('Show {0}, which changed {1}', move ?? t('ply {0}', ply + 1), square);
    return h(
      'li',
      null,
      button(blameText(item), () => goToPly(ply + 1), { class: 'link', title, lang: 'en' }),
    );
  };
  return h('ul', { class: 'blame' }, blame.map(entry));
}

/** Returns legal moves that the predicted state lacks and adds; null where there is no comparison. */
function moveLists({ comparison }: ComparedPrediction): JSX.Element | null {
  const { movesLost = null, movesInvented = null } = comparison ?? {};
  if (movesLost === null || movesInvented === null) return null;
  const list = (title: string, items: readonly NamedMove[]): JSX.Element[] => [
    h('dt', null, `${title} (${items.length})`),
    h('dd', null, items.length === 0 ? t('none') : items.map(({ san, uci }) => h('span', { title: uci }, san))),
  ];
  return h(
    Section,
    { title: t('Legal moves'), class: 'moves' },
    h('dl', null, list(t('Lost'), movesLost), list(t('Invented'), movesInvented)),
  );
}

/** Actions of the details. */
export interface DetailTargets extends Folds {
  /** Shows the position after the move that was played at a ply. */
  goToPly(ply: number): void;
  command(command: StateCommand): void;
}

/** Name of the part with the lists of an answer, beside its reference where that is known. */
export const LISTS = t('Lists and reference');

/** A folded part: its heading and its content. */
interface Part {
  readonly name: string;
  /** Returns undefined where nothing is known or there is nothing to be seen. */
  readonly content: (details: StepDetails, targets: DetailTargets) => Content | undefined;
  /** Returns false where the part is left out. */
  readonly only?: (details: StepDetails) => boolean;
  /** Returns the text after the name: `9 and 7`. */
  readonly count?: (details: StepDetails) => string;
}

const PARTS: readonly Part[] = [
  {
    name: t('Wrong squares'),
    // Blame needs squares: stones and worlds have no ply at which a part was last right.
    only: ({ view }) => hasSquares(view.line.variant),
    content: ({ view }, targets) => {
      const blame = view.cell?.blame ?? [];
      return blame.length === 0 ? undefined : blameList(blame, (ply) => targets.goToPly(ply));
    },
    count: ({ view: { cell } }) => (cell === null || cell.fen === null ? '' : String(cell.wrongSquares)),
  },
  {
    name: t('Moves lost and invented'),
    content: (details) => {
      const prediction = findPrediction(details);
      return prediction && present(moveLists(prediction), mistakes(prediction.text));
    },
    count: (details) => moveCount(findPrediction(details)),
  },
  {
    name: t('Scores by depth'),
    content: (details) => {
      const prediction = findPrediction(details);
      return prediction === undefined || prediction.fen === null ? undefined : depthTable(prediction);
    },
  },
  {
    name: t('Metrics and method'),
    content: (details) => {
      const prediction = findPrediction(details);
      if (details.result === undefined || prediction === undefined || prediction.fen === null) return undefined;
      return facts(details.result, prediction);
    },
  },
  {
    name: LISTS,
    only: ({ view, result }) => view.line.labels === 'states' || (result?.lists.length ?? 0) > 0,
    content: (details, targets) => listDetails(details, (command) => targets.command(command)),
    count: ({ result, reference }) => listCount(result, reference),
  },
];

/** Returns true if the part with the lists is to be seen. */
export const hasLists = (details: StepDetails): boolean => !isEmpty(details) && isShown(LISTS_PART, details);

const LISTS_PART: Part | undefined = PARTS.at(-1);

const isEmpty = ({ view, result, reference }: StepDetails): boolean =>
  view.row === null && (result?.lists.length ?? 0) === 0 && reference === null;

const isShown = (part: Part | undefined, details: StepDetails): boolean =>
  part !== undefined && part.only?.(details) !== false && (details.view.row !== null || part.name === LISTS);

interface DetailsProps {
  readonly details: StepDetails;
  readonly targets: DetailTargets;
  /** Raised for each request to go to the lists. */
  readonly listRequests: number;
}

/** The folded parts below the answer: wrong squares, moves, scores, method, lists. */
export const Details = ({ details, targets, listRequests }: DetailsProps): JSX.Element =>
  h(
    'div',
    { class: 'details', hidden: isEmpty(details) },
    PARTS.map((part) =>
      h(DetailPart, { key: part.name, part, details, targets, requests: part.name === LISTS ? listRequests : 0 }),
    ),
  );

interface DetailPartProps {
  readonly part: Part;
  readonly details: StepDetails;
  readonly targets: DetailTargets;
  readonly requests: number;
}

function DetailPart({ part, details, targets, requests }: DetailPartProps): JSX.Element {
  const { view, result } = details;
  const { name } = part;
  const [element, body] = [useRef<HTMLDetailsElement>(null), useRef<HTMLDivElement>(null)];
  const release = useStableHeight(body, view.line.title);
  useLayoutEffect(() => {
    if (requests > 0) element.current?.scrollIntoView({ block: 'start' });
  }, [requests]);
  const isOpen = targets.open.has(name);
  const content = isOpen ? part.content(details, targets) : undefined;
  // Keeps the previous content, grayed, until the next one arrives, so that nothing jumps.
  const shown = useRef<Content>(null);
  if (content !== undefined) shown.current = content;
  else if (isOpen && result !== undefined) shown.current = h('p', { class: 'hint' }, emptyText(view));
  const toggle = (): void => {
    targets.toggled(name, element.current?.open === true);
    release();
  };
  return h(
    'details',
    { class: 'detail', open: isOpen, hidden: !isShown(part, details), onToggle: toggle, ref: element },
    h('summary', null, name, h('span', { class: 'count' }, part.count?.(details) ?? '')),
    h(
      'div',
      {
        class: isOpen && content === undefined && result === undefined ? 'detail-body waiting' : 'detail-body',
        ref: body,
      },
      shown.current,
    ),
  );
}

/** Finds the prediction that is open in the result. */
const findPrediction = ({ view: { cell }, result }: StepDetails): ComparedPrediction | undefined =>
  cell === null ? undefined : result?.predictions.find(({ label }) => label === cell.label);

/** Returns the content that there is; undefined for none. */
function present(...content: readonly (JSX.Element | null)[]): Content | undefined {
  return content.every((part) => part === null) ? undefined : [...content];
}

function moveCount(prediction: ComparedPrediction | undefined): string {
  const comparison = prediction?.comparison ?? null;
  if ((prediction?.fen ?? null) === null || comparison === null) return '';
  const { movesLost, movesInvented, m } = comparison;
  if (movesLost === null || movesInvented === null) return '';
  const isSame = movesLost.length === 0 && movesInvented.length === 0;
  if (!isSame || m === 1 || (comparison.p.at(-1) === 1 && comparison.r.at(-1) === 1))
    return t('{0} and {1}', movesLost.length, movesInvented.length);
  // The positions allow the same moves now and others later: without the depths that contradicts p and r.
  const [p, r] = [scoreText(comparison, 'p'), scoreText(comparison, 'r')];
  return t('none at depth 1; at depth {0} p {1}, r {2}', m, p, r);
}

/** Returns the reason for which a part is empty. */
function emptyText(view: View): string {
  const { cell, line } = view;
  if (cell === null) return line.labels === 'states' ? `${unprintedText(view)}.` : t('Nothing to show.');
  return cell.fen === null ? t('The answer has no state to compare.') : t('Nothing to show.');
}
