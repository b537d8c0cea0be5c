import { readFen } from '../../core/metrics/fen-reading.ts';
import { printComment } from '../../core/notation/predictions/comment-form.ts';
import type { Label } from '../../core/notation/predictions/types.ts';
import type { MainLine } from '../../models/asking/asked-positions.ts';
import type { SamplePlace } from '../../models/report/report-session.ts';

/**
 * The PGN of a sample: the game up to the asked position, with the answer as a prediction.
 *
 * @param line its game, where that is found and still has the position; without it the PGN starts there
 */
export function samplePgn(place: SamplePlace, line: MainLine | undefined, label: Label): string {
  const startFen = line?.startFen ?? place.trueFen;
  const moves = line?.moves.slice(0, place.ply) ?? [];
  const { fields } = readFen(startFen);
  const isBlack = fields.side === 'b';
  const first = Math.max(1, Number(startFen.trim().split(/\s+/)[5]) || 1);
  const words = moves.map((san, i) => {
    const ply = i + Number(isBlack);
    const number = first + Math.floor(ply / 2);
    return ply % 2 === 0 ? `${number}. ${san}` : i === 0 ? `${number}... ${san}` : san;
  });
  const tags = [
    ...namesOf(place, line),
    ['Result', '*'],
    ...(place.variant === 'chess960' ? [['Variant', 'Chess960']] : []),
    ['SetUp', '1'],
    ['FEN', startFen.replaceAll('"', '')],
  ];
  const head = tags.map(([name, value = '']) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('');
  return `${head}\n${[...words, ''].join(' ')}\n${printComment(label, place.predicted ?? undefined, false)}\n*\n`;
}

/** The tags of the game itself, where it is found and says who played; else its place among the games of the run. */
function namesOf({ games, game, run }: SamplePlace, line: MainLine | undefined): (readonly [string, string])[] {
  const own = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].flatMap((name) => {
    const value = line?.tag(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const isNamed = own.some(([name, value]) => (name === 'White' || name === 'Black') && value !== '?');
  return isNamed ? own : [['Event', `Game ${game + 1} of ${games ?? run.replace(/^.*[/\\]/s, '')}`]];
}
