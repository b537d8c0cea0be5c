import {
  type ChartLine,
  type LineChart,
  lineChart,
  lineStyle,
  sample,
} from '../../src/core/evaluation/report/html/line-chart.ts';
import { STYLE } from '../../src/core/evaluation/report/html/style.ts';
import type { Row } from './csv.ts';
import { escapeText } from './svg/markup.ts';

const WIDTH = 760;
/** Height of the chart, and of a line of the legend below it. */
const CHART = 420;
const LEGEND_LINE = 22;

/** Figure 3: Kendall's tau-b of p_4 with the negated edit distance, by length of game; from real-answers.csv. */
export const figure3Svg = (rows: readonly Row[]): string =>
  figure('Figure 3 on real answers: does the edit distance order answers as p_4 does?', rows, {
    yTitle: 'τ_b of p₄ with −edit distance',
    scale: 'signed',
    value: 'tau_b',
  });

/** Figure 4: mean p_4 by length of game, on a logarithmic scale; from the same rows. */
export const figure4Svg = (rows: readonly Row[]): string =>
  figure('Figure 4 on real answers: mean p_4 by length of game', rows, {
    yTitle: 'mean p₄ (logarithmic), 95 % intervals',
    scale: 'log',
    value: 'p4',
    low: 'low',
    high: 'high',
  });

/** Mean p_4 by length of game, on a plain scale; rows with `model`, `from`, `to`, `p4`, `low`, `high`. */
export const byLengthSvg = (title: string, rows: readonly Row[]): string =>
  figure(title, rows, { yTitle: 'mean p₄, 95 % intervals', scale: 'unit', value: 'p4', low: 'low', high: 'high' });

interface Column {
  readonly yTitle: string;
  readonly scale: LineChart['scale'];
  readonly value: string;
  readonly low?: string;
  readonly high?: string;
}

function figure(
  title: string,
  rows: readonly Row[],
  { yTitle, scale, value, low = value, high = value }: Column,
): string {
  const grouped = rows.filter(({ from }) => from !== '');
  const categories = [...new Set(grouped.map(({ from }) => Number(from)))].sort((a, b) => a - b);
  const names = [...new Set(rows.map(({ model }) => String(model)))];
  let [models, baselines] = [0, 0];
  const lines = names.map((name): ChartLine => {
    const floor = name.startsWith('baseline:');
    return {
      name,
      style: lineStyle(floor ? baselines++ : models++, floor),
      points: categories.map((from) => {
        const row = grouped.find((one) => one.model === name && one.from === from);
        if (row === undefined || row[value] === '') return undefined;
        // Fewer than ten independent games have no interval.
        const end = (column: string): number | null => (row[column] === '' ? null : Number(row[column]));
        return { value: Number(row[value]), low: end(low), high: end(high), text: String(row[value]) };
      }),
    };
  });
  const labels = categories.map((from) => `${from}–${grouped.find((row) => row.from === from)?.to ?? ''}`);
  const chart = lineChart({ label: title, categories: labels, xTitle: 'half-moves played', yTitle, scale, lines });
  const legend = lines.map(({ name, style }, i) => {
    const y = CHART + LEGEND_LINE * i;
    return `<g transform="translate(60 ${y})">${sample(style)}<text x="44" y="13" font-size="14">${escapeText(name)}</text></g>`;
  });
  const height = CHART + LEGEND_LINE * lines.length + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
<title>${escapeText(title)}</title>
<style>${escapeText(STYLE).replaceAll('&quot;', '"').replaceAll('&gt;', '>')}</style>
<rect width="${WIDTH}" height="${height}" fill="var(--bg)"/>
<text x="14" y="28" font-size="17" font-weight="600">${escapeText(title)}</text>
<g transform="translate(10 38)">${chart.replace('<svg ', `<svg width="720" height="380" `)}</g>
${legend.join('\n')}
</svg>
`;
}
