import { escapeXml } from '../../board/board-svg.ts';
import type { GameTrace, TracePoint } from './game-traces.ts';

/** Left edge of the bars, in pixels. */
const LEFT = 130;
const HEIGHT = 44;
const GAP = 12;
const HEAD = 34;
const MIN_WIDTH = 480;
const MAX_WIDTH = 1200;
/** Width of a ply where there is room, in pixels. */
const PLY = 9;
/** Maximum number of models. */
const MAX_TRACES = 12;

/** Values of `fill` and `stroke`, for files and paper; `quiet` is for notes. */
const COLORS = {
  paper: '#ffffff',
  ink: '#000000',
  quiet: '#555555',
  grid: '#c8ced4',
  right: '#2f6fab',
  stale: '#d07a1c',
  never: '#7a4a12',
} as const;

/** Timeline of a trace: its name, and the values of a point that are drawn as stacked bars, each a share 0..1. */
interface Timeline {
  readonly name: string;
  readonly bars: (
    point: TracePoint,
    most: number,
  ) => readonly { share: number; color: keyof typeof COLORS; hatch?: boolean }[];
}

const LANES: readonly Timeline[] = [
  { name: 'p', bars: ({ p }) => (p === undefined ? [] : [{ share: p, color: 'right' }]) },
  { name: 'board', bars: ({ accuracy }) => [{ share: accuracy, color: 'right' }] },
  {
    name: 'wrong squares',
    bars: ({ stale, neverTrue }, most) => [
      { share: stale / most, color: 'stale' },
      { share: neverTrue / most, color: 'never', hatch: true },
    ],
  },
];

/**
 * Draws traces as stacked timelines, by ply and model: p_m, right squares, and wrong squares by blame (stale ones;
 * above them, hatched, those that were never true). A triangle marks a lost position, a ring a recovered one. The SVG
 * stands alone, without scripts, styles or external references.
 *
 * @param m depth of p_m, for its name
 */
export function timelineChart(traces: readonly GameTrace[], m: number, title: string): string {
  const drawn = traces.slice(0, MAX_TRACES);
  const last = Math.max(1, ...drawn.flatMap(({ points }) => points.map(({ ply }) => ply)));
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, last * PLY));
  const block = HEAD + LANES.length * (HEIGHT + GAP);
  const height = 30 + drawn.length * block + 24;
  const x = (ply: number): number => LEFT + (ply / last) * width;
  const severalGames = new Set(drawn.map(({ game }) => game)).size > 1;
  const body = drawn.map((trace, i) => {
    const name = severalGames ? `game ${trace.game + 1}, ${trace.label}` : trace.label;
    return traceDrawing({ ...trace, label: name }, m, 30 + i * block, x, Math.max(2, width / last - 1));
  });
  const whole = LEFT + width + 30;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${height}" viewBox="0 0 ${whole} ${height}" role="img" ` +
    `aria-label="${escapeXml(title)}" font-family="sans-serif" font-size="12"><title>${escapeXml(title)}</title>` +
    `<defs><pattern id="h" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="${COLORS.never}"/>` +
    `<path d="M0 4 4 0" stroke="${COLORS.paper}"/></pattern></defs><rect width="100%" height="100%" fill="${COLORS.paper}"/>` +
    `<text x="10" y="20" fill="${COLORS.ink}" font-weight="bold">${escapeXml(title)}</text>${body.join('')}${axis(last, x, height - 24)}</svg>`
  );
}

function traceDrawing(trace: GameTrace, m: number, top: number, x: (ply: number) => number, thick: number): string {
  const { label, says, points, changes } = trace;
  const most = Math.max(1, ...points.map(({ stale, neverTrue }) => stale + neverTrue));
  const head = `<text x="10" y="${top + 18}" fill="${COLORS.ink}">${escapeXml(`${label}: ${says}`)}</text>`;
  const timelines = LANES.map(({ name, bars }, i) => {
    const ground = top + HEAD + i * (HEIGHT + GAP) + HEIGHT;
    const shown = name === 'p' ? `p of ${m} plies` : i === 2 ? `${name}, to ${most}` : name;
    const rows = points.map((point) => {
      let y = ground;
      const drawn = bars(point, most).map(({ share, color, hatch }) => {
        const high = Math.round(share * HEIGHT * 10) / 10;
        y -= high;
        const fill = hatch === true ? 'url(#h)' : COLORS[color];
        return `<rect x="${(x(point.ply) - thick / 2).toFixed(1)}" y="${y.toFixed(1)}" width="${thick.toFixed(1)}" height="${high}" fill="${fill}"/>`;
      });
      return `<g><title>${escapeXml(pointText(point, m))}</title>${drawn.join('')}</g>`;
    });
    return (
      `<text x="10" y="${ground - HEIGHT / 2}" fill="${COLORS.quiet}">${escapeXml(shown)}</text>` +
      `<path d="M${LEFT} ${ground}H${x(points.at(-1)?.ply ?? 0).toFixed(1)}" stroke="${COLORS.grid}"/>${rows.join('')}`
    );
  });
  const marks = changes.map(({ kind, to }) => {
    const [at, y] = [x(to), top + HEAD - 6];
    return kind === 'lost'
      ? `<path d="M${(at - 5).toFixed(1)} ${y - 8}h10l-5 9z" fill="${COLORS.stale}"><title>lost at ply ${to}</title></path>`
      : `<circle cx="${at.toFixed(1)}" cy="${y - 4}" r="4" fill="none" stroke="${COLORS.right}" stroke-width="2"><title>recovered at ply ${to}</title></circle>`;
  });
  return head + timelines.join('') + marks.join('');
}

function pointText({ ply, move, p, accuracy, stale, neverTrue, knows }: TracePoint, m: number): string {
  const wrong = stale + neverTrue === 0 ? '' : `, ${stale + neverTrue} wrong squares (${stale} stale)`;
  const score = p === undefined ? '' : `, p${m} ${p.toFixed(2)}`;
  return `${move} (ply ${ply}): ${knows ? 'known' : 'not known'}, ${Math.round(accuracy * 100)} % of the board right${wrong}${score}`;
}

/** Draws the plies below all timelines, with about ten labels. */
function axis(last: number, x: (ply: number) => number, top: number): string {
  const step = Math.max(2, 2 * Math.ceil(last / 20));
  const labels: string[] = [];
  for (let ply = 0; ply <= last; ply += step) {
    labels.push(
      `<text x="${x(ply).toFixed(1)}" y="${top + 14}" fill="${COLORS.quiet}" text-anchor="middle">${ply}</text>`,
    );
  }
  return `<text x="10" y="${top + 14}" fill="${COLORS.quiet}">ply</text>${labels.join('')}`;
}
