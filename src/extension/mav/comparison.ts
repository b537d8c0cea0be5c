import { promptComparison } from '../../core/mav/features/answer-comparison.ts';
import { listTableCsv, listTableMarkdown } from '../../core/mav/features/list-table-text.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type ExampleDraft, printTarget } from '../../core/mav/write/draft.ts';
import type { PlacedPrompt } from '../../core/mav/write/placed-prompt.ts';
import { t } from '../platform/l10n.ts';

/** What a comparison says of itself. */
export interface ComparisonTitle {
  /** Where the example is: `prompts.mav:12`. */
  readonly place: string;
  /** Where the values of the reference come from; undefined where it needs none. */
  readonly values: string | undefined;
}

/**
 * An example's outputs beside those of the reference, as Markdown: states and best action in words, lists as a table, then both
 * texts. Lines end with `\n`.
 */
export function mavComparison(
  text: string,
  found: PlacedPrompt,
  draft: ExampleDraft,
  dialect: MavDialect,
  { place, values }: ComparisonTitle,
): string {
  const plain = (all: string): string => all.replace(/\r\n?/g, '\n');
  const { outputs } = found;
  const own = outputs === undefined ? '' : text.slice(outputs.start, outputs.end);
  const compared = promptComparison(text, found, draft, dialect);
  const { state = null, situation = null, lines = [], rows = [] } = compared ?? {};
  return [
    `# ${t('{0}: the answer beside the reference', place)}`,
    '',
    ...(state === null
      ? []
      : [
          t('Position: {0} ({1})', `\`${state}\``, situation === null ? draft.game : `${draft.game}, ${situation}`),
          '',
        ]),
    ...(values === undefined ? [] : [t('Values of the reference: {0}', values), '']),
    ...lines.map((line) => `- \`${line.label}\`: ${line.text}`),
    '',
    ...(rows.length === 0 ? [] : tableOf(rows)),
    `## ${t('The answer')}`,
    '',
    indented(plain(own)),
    '',
    `## ${t('The reference')}`,
    '',
    indented(printTarget(draft, dialect).trimEnd()),
    ...(rows.length === 0 ? [] : ['', `## ${t('The list as CSV')}`, '', indented(plain(listTableCsv(rows)).trimEnd())]),
    '',
  ].join('\n');
}

const tableOf = (rows: Parameters<typeof listTableMarkdown>[0]): string[] => [
  `## ${t('The list')}`,
  '',
  t(
    'Values are buckets with their win probability; the difference is that of the model from the reference, in buckets.',
  ),
  '',
  listTableMarkdown(rows),
  '',
];

/** A block of code that no line of its text can end. */
const indented = (text: string): string => text.replace(/^/gm, '    ');
