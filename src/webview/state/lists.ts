import { formatWholeNumber } from '../../core/base/text/counts.ts';
import type { ListRow } from '../../core/mav/features/list-rows.ts';
import type { ComparedList, ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView } from '../../protocol/state.ts';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { button, h, section } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { statePicture } from '../common/state-picture.ts';
import { sentenceNodes } from '../common/statement.ts';
import { listRows } from './list-table.ts';
import { commandButtons } from './nothing.ts';
import type { View } from './view.ts';

const SIZE = 280;

/** What the part of the lists asks for. */
interface ListTargets {
  command(command: StateCommand): void;
}

/**
 * The list of an answer as a table: beside its reference once somebody has asked for that, else with what the rules alone say, and
 * the offer to ask. Then, in words, the best action; and what the list is worth on a printed board that is another one. Undefined
 * where the answer is not known yet, or has none of that.
 */
export function listDetails(
  view: View,
  result: ComparisonResult | undefined,
  reference: ReferenceView | null,
  targets: ListTargets,
): readonly Node[] | undefined {
  const lists = result?.lists ?? [];
  const [list] = lists;
  const isAnswered = lists.length > 0 || (result?.predictions.length ?? 0) > 0;
  if (reference === null && !isAnswered) return undefined;
  const run = (command: StateCommand): void => targets.command(command);
  const compare =
    view.inDocument && reference === null
      ? [
          h('p', { class: 'hint' }, t('Whether the values are right only a reference can say: an engine or a solver.')),
          commandButtons(['statelens.compareReference'], run),
        ]
      : [];
  const label = list?.label ?? t('The list');
  const rows = reference === null ? (list?.rows ?? []) : reference.rows;
  return [
    ...(reference === null ? [] : [beside(reference)]),
    ...(rows.length === 0 ? [] : [listRows(label, rows, reference?.values ?? null, reference !== null)]),
    ...(reference === null ? compare : [again(run)]),
    ...(result === undefined ? [] : lists.flatMap((one) => judged(result, one, view))),
  ];
}

/** `1 illegal, 2 missing`; of a list with neither how many actions it has. */
export function listCount(result: ComparisonResult | undefined, reference: ReferenceView | null): string {
  const rows = reference === null || reference.rows.length === 0 ? result?.lists[0]?.rows : reference.rows;
  if (rows === undefined || rows.length === 0) return '';
  const count = (status: ListRow['status']): number => rows.filter((row) => row.status === status).length;
  const [illegal, missing] = [count('illegal'), count('missing')];
  const faults = [
    ...(illegal > 0 ? [t('{0} illegal', illegal)] : []),
    ...(missing > 0 ? [t('{0} missing', missing)] : []),
  ];
  if (faults.length > 0) return faults.join(', ');
  const actions = rows.filter(({ model }) => model !== null).length;
  return actions === 1 ? t('1 action') : t('{0} actions', formatWholeNumber(actions));
}

/** Each line of the answer beside that of the reference, in words. */
const beside = ({ lines }: ReferenceView): HTMLElement =>
  section(
    t('Beside the reference'),
    'beside',
    h(
      'ul',
      {},
      ...lines.map(({ label, text }) => h('li', { lang: 'en' }, h('code', {}, label), ': ', ...sentenceNodes(text))),
    ),
  );

/** What can be done with a comparison: keep it as text, or ask once more, as after a change of the engine. */
const again = (run: (command: StateCommand) => void): HTMLElement =>
  h(
    'p',
    { class: 'again' },
    button(t('Open as Markdown'), () => run('statelens.openReferenceText'), { class: 'link' }),
    button(t('Compare again'), () => run('statelens.compareReference'), { class: 'link' }),
  );

/** The scores of a list; what it is worth on the printed board where that is another one. */
function judged(
  { variant }: ComparisonResult,
  { judged: on, best, notes }: ComparedList,
  { orientation }: View,
): HTMLElement[] {
  const [first, printed] = on;
  const lines = [
    ...(first === undefined ? [] : [`${first.scores}.`]),
    ...(best === null ? [] : [`${best[0]?.toUpperCase()}${best.slice(1)}.`]),
    ...notes,
  ].map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`);
  const says = section(
    t('By the rules alone'),
    'mistakes',
    h('ul', { lang: 'en' }, ...lines.map((line) => h('li', {}, line))),
  );
  if (printed === undefined) return [says];
  const actions = (title: string, items: readonly string[]): HTMLElement[] => [
    h('dt', {}, `${title} (${items.length})`),
    h('dd', {}, ...(items.length === 0 ? [t('none')] : items.map((item) => h('span', {}, item)))),
  ];
  const board = {
    state: printed.state,
    // what is wrong with it is marked
    other: first?.state ?? null,
    role: 'predicted' as const,
    orientation,
    lastMove: [],
    name: t('The printed board'),
  };
  return [
    says,
    h(
      'div',
      { class: 'judged' },
      h(
        'figure',
        {},
        h('figcaption', {}, h('strong', {}, t('The printed board'))),
        statePicture(variant, board, SIZE, 'picture'),
        h('code', { class: 'fen' }, printed.state),
      ),
      section(
        t('Judged on the printed board'),
        'moves',
        h('p', { lang: 'en' }, printed.scores),
        h('dl', {}, ...actions(t('Illegal'), printed.illegal), ...actions(t('Missing'), printed.missing)),
      ),
    ),
  ];
}
