// Audits logs, and has each finding judged by the rules of another library and the FENs of its record alone.
// node bench/run.mjs audit-logs --files=a.json,b.jsonl [--show]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { TranscriptAudit } from '../src/core/audit/audit.ts';
import { judgeFinding, shownFaults } from '../test/support/audit-judge.ts';

const given = process.argv.slice(2);
const files = given.flatMap((arg) => (arg.startsWith('--files=') ? arg.slice(8).split(',') : []));
if (files.length === 0) {
  console.error('--files=FILE,… names the logs');
  process.exit(2);
}
console.log('| log | findings | true | false | not judged | moves not placed | faults that records show | found |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const audit = new TranscriptAudit(/\.(?:md|txt)$/.test(file) ? 'text' : undefined);
  const found = [...audit.push(text), ...audit.end()].filter(({ severity }) => severity !== 'info');
  const counts = { true: 0, false: 0, unknown: 0 };
  for (const finding of found) {
    const ruling = judgeFinding(text, finding);
    counts[ruling]++;
    if (ruling !== 'true' && given.includes('--show')) {
      const { start, range, code, message } = finding;
      const said = text.slice(range.start, range.end);
      console.error(
        `${ruling} ${path.basename(file)}:${start.line + 1}:${start.character + 1} ${code} ${said}: ${message}`,
      );
    }
  }
  const shown = shownFaults(text);
  let hits = 0;
  for (const { start, end, faults } of shown)
    hits += Math.min(faults, found.filter(({ range }) => range.start >= start && range.end <= end).length);
  const all = shown.reduce((sum, { faults }) => sum + faults, 0);
  const { unplacedMoves } = audit;
  const cells = [
    path.basename(file),
    found.length,
    counts.true,
    counts.false,
    counts.unknown,
    unplacedMoves,
    all,
    hits,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
