import { figure, type Table } from '../harness/table.ts';
import type { LargeResult } from './large.ts';
import type { ReadingResult } from './reading.ts';

/** What was aimed at, against what was measured in this run. */
export function judge(readings: readonly ReadingResult[], large: readonly LargeResult[]): Table {
  const speed = (who: string): number =>
    readings.find(({ text, contestant }) => text === 'plain' && contestant.startsWith(who))?.speed.median ?? Number.NaN;
  const row = (what: string, target: string, measured: string, met: boolean) => [
    what,
    target,
    measured,
    met ? 'yes' : 'NO',
  ];
  const rows: string[][] = [];
  const ratio = speed('StateLens, check in process') / speed('chessops');
  rows.push(
    row(
      'plain PGN on one core, against chessops streamed with replay',
      '2 × or more',
      `${figure(ratio)} ×`,
      ratio >= 2,
    ),
  );
  const extract = speed('pgn-extract');
  const two = speed('statelens check --jobs 2') / extract;
  if (Number.isFinite(two)) {
    rows.push(row('plain PGN with two workers, against pgn-extract', '1 × or more', `${figure(two)} ×`, two >= 1));
  }
  for (const { megabytes, jobs, peakMb, boundMb, status } of large) {
    if (peakMb === undefined) continue;
    const what = `memory for ${figure(megabytes)} MB with ${jobs} workers`;
    rows.push(row(what, `${boundMb} MB or less`, `${figure(peakMb)} MB`, peakMb <= boundMb && status === 0));
  }
  return { title: 'Targets of check', columns: ['what', 'target', 'measured', 'met'], rows, notes: [] };
}
