import { VERDICTS, type Verdict } from '../../../metrics/verdict.ts';

type Hex = `#${string}`;

/**
 * Fill and text color of each verdict, for both themes: blue for right, orange for board mistakes, violet for unusable
 * answers.
 */
const VERDICT_COLORS: Readonly<Record<Verdict, readonly [fill: Hex, text: Hex]>> = {
  exact: ['#0b5fa5', '#ffffff'],
  notation: ['#2e7fc6', '#ffffff'],
  partial: ['#6cabe2', '#04213a'],
  clocks: ['#4b9add', '#04213a'],
  'en passant': ['#86c0ea', '#04213a'],
  castling: ['#b9dcf3', '#04213a'],
  side: ['#f3d17f', '#3a2a00'],
  squares: ['#e58f3c', '#2c1600'],
  impossible: ['#a94c1c', '#ffffff'],
  format: ['#b3a8dc', '#1d1440'],
  unparsable: ['#665a93', '#ffffff'],
  unread: ['#c3c9ce', '#14181c'],
  none: ['#9aa3ab', '#14181c'],
};

/** Returns the class of elements in a verdict's color. */
export const verdictClass = (verdict: Verdict): string => `v-${verdict.replace(' ', '-')}`;

/** Returns the colors of a verdict on light paper. */
export function verdictColors(verdict: Verdict): { readonly fill: Hex; readonly text: Hex } {
  const [fill, text] = VERDICT_COLORS[verdict];
  return { fill, text };
}

const VERDICT_RULES = VERDICTS.map((verdict) => {
  const [fill, text] = VERDICT_COLORS[verdict];
  return `.${verdictClass(verdict)}{fill:${fill}}.${verdictClass(verdict)}-t{fill:${text}}`;
}).join('\n');

/** Colors of lines in charts, for light and dark pages; each line has its own mark, too. */
const LINE_COLORS = [
  ['#0b62a8', '#6cb6ff'],
  ['#c04d00', '#ff9d57'],
  ['#00735a', '#4fcfa5'],
  ['#87398c', '#d89fe2'],
  ['#7a6100', '#e0c14a'],
  ['#ad2c58', '#ff8fb3'],
  ['#33667f', '#9fc6dd'],
  ['#555555', '#c4c4c4'],
] as const;

/** Color of the lines of baselines on light paper. */
export const BASELINE_COLOR = '#6b747d';

/** Returns the color of a class of lines on light paper; undefined for baselines. */
export const lineColor = (className: string): Hex | undefined =>
  /^c\d+$/.test(className) ? LINE_COLORS[Number(className.slice(1))]?.[0] : undefined;

export const LINE_CLASSES = LINE_COLORS.length;

/** Returns the colors of the lines as variables, for a light (0) or a dark page (1). */
export const lineColors = (theme: 0 | 1): string => LINE_COLORS.map((pair, i) => `--c${i}:${pair[theme]}`).join(';');

const LINE_RULES = LINE_COLORS.map((_, i) => `.c${i}{--c:var(--c${i})}`).join('');

/** Rules of the parts of a report on any page; colors come from variables. */
export const PARTS_STYLE = `
.quiet,caption,figcaption,footer{color:var(--quiet)}
a{color:var(--link)}
nav ul{list-style:none;margin:.75rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.1rem}
.model{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.15rem;margin:.75rem 0}
.model h3{font-size:1.15rem;overflow-wrap:anywhere}
.model .finding{font-size:1.02rem;margin:.15rem 0 .6rem;max-width:none}
.bar{display:block;width:100%;height:auto;border-radius:5px}
.bar text{font-size:15px;font-weight:600;pointer-events:none}
dl.figures{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:.7rem 0 0}
dl.figures div{min-width:6.5rem}
dt{font-size:.82rem;color:var(--quiet)}
.state-text{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.82rem;margin:.3rem 0}
dd{margin:0;font-size:1.2rem;font-variant-numeric:tabular-nums}
dd small{font-size:.8rem;color:var(--quiet)}
ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;padding:0;margin:.6rem 0;font-size:.9rem}
ul.legend li{display:flex;align-items:center;gap:.4rem;overflow-wrap:anywhere}
ul.legend svg{flex:none}
.scroll{overflow-x:auto;margin:.75rem 0 1.25rem}
.scroll:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;min-width:50%}
caption{text-align:left;padding:.2rem 0 .45rem;font-size:.9rem}
th,td{padding:.3rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th:first-child{text-align:left;padding-left:0;position:sticky;left:0;background:var(--bg)}
th.text,td.text{text-align:left}
td.text{white-space:normal;min-width:12rem}
td.words,tbody th{white-space:normal;min-width:8rem}
thead th{white-space:normal;color:var(--quiet);font-weight:600;vertical-align:bottom}
tbody th{font-weight:600}
tr.floor th,tr.floor td{color:var(--quiet);font-weight:400;font-style:italic}
figure{margin:1.25rem 0}
figure>svg{display:block;width:100%;max-width:46rem;height:auto}
figcaption{font-size:.95rem;margin-bottom:.35rem;max-width:46rem}
figcaption strong{color:var(--ink)}
svg text{font-family:inherit;fill:var(--ink)}
svg .tick{fill:var(--quiet);font-size:13px}
svg .grid{stroke:var(--line);stroke-width:1}
svg .column{fill:transparent}
svg .run,svg .whisker{pointer-events:none}
svg .axis{stroke:var(--quiet);stroke-width:1}
svg .run{fill:none;stroke:var(--c);stroke-width:2.2;stroke-linejoin:round}
svg .whisker{stroke:var(--c);stroke-width:1.2;opacity:.75}
svg .mark{fill:var(--c);stroke:var(--bg);stroke-width:1}
svg .hollow{fill:var(--bg);stroke:var(--c);stroke-width:2}
svg .baseline-line .run{stroke-width:1.6}
.baseline-line{--c:var(--floor)}
${LINE_RULES}
${VERDICT_RULES}
p.lead{font-size:1.15rem;font-weight:600;max-width:60rem}
ul.cases{list-style:none;padding:0;margin:.3rem 0 .8rem;font-size:.9rem}
ul.cases .case{text-decoration:underline dotted}
.methods{margin:.75rem 0}
.methods dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem 1rem;margin:.5rem 0}
.methods dd{font-size:.86rem;overflow-wrap:anywhere}
.methods pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;max-height:16rem;overflow:auto}
.worst{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem;padding:0;list-style:none}
.worst li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.85rem}
.worst img{display:block;width:100%;max-width:17rem;height:auto;margin:.5rem auto}
.worst p{font-size:.9rem;overflow-wrap:anywhere}
.worst code,details code{font-size:.8rem;overflow-wrap:anywhere}
details{font-size:.9rem}
summary{cursor:pointer;padding:.3rem 0}
`.trim();

/** Style sheet of the page: no external fonts, pictures or files. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--ink:#1b2127;--quiet:#525c66;--line:#d5dbe0;--card:#f5f7f9;--link:#0b5fa5;--floor:${BASELINE_COLOR};${lineColors(0)}}
@media (prefers-color-scheme:dark){:root{--bg:#14181c;--ink:#e7ebee;--quiet:#a7b1bb;--line:#353d45;--card:#1c2228;--link:#7fc0ff;--floor:#98a2ac;${lineColors(1)}}}
@media print{.methods::details-content{content-visibility:visible;block-size:auto}.methods pre{max-height:none}.scroll{overflow:visible}nav{display:none}section,figure,.model{break-inside:avoid}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:76rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.3rem;margin:2.75rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:0}
p{margin:.4rem 0;max-width:46rem}
${PARTS_STYLE}
footer{padding-top:1.5rem;padding-bottom:3rem;font-size:.9rem}
`.trim();

/** Mark of a line in a chart, around its point. */
type ChartMark =
  | { readonly type: 'disc'; readonly radius: number }
  | { readonly type: 'polygon'; readonly points: readonly (readonly [dx: number, dy: number])[] };

const polygon = (...points: readonly (readonly [number, number])[]): ChartMark => ({ type: 'polygon', points });

/** Disc, square, triangle, diamond, triangle down, star; then the thin ones of baselines. */
export const MARKS: readonly ChartMark[] = [
  { type: 'disc', radius: 4.6 },
  polygon([-4.2, -4.2], [4.2, -4.2], [4.2, 4.2], [-4.2, 4.2]),
  polygon([0, -5.4], [5.2, 4], [-5.2, 4]),
  polygon([0, -5.8], [5.2, 0], [0, 5.8], [-5.2, 0]),
  polygon([0, 5.4], [5.2, -4], [-5.2, -4]),
  polygon(
    [-5, -1.6],
    [-1.6, -1.6],
    [-1.6, -5],
    [1.6, -5],
    [1.6, -1.6],
    [5, -1.6],
    [5, 1.6],
    [1.6, 1.6],
    [1.6, 5],
    [-1.6, 5],
    [-1.6, 1.6],
    [-5, 1.6],
  ),
  polygon([-3, -3], [3, -3], [3, 3], [-3, 3]),
  polygon([0, -4], [3.6, 2.8], [-3.6, 2.8]),
  polygon([0, -4], [4, 0], [0, 4], [-4, 0]),
];
