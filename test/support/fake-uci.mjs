// An engine that speaks UCI and misbehaves as its file name says: tests copy it to `normal.mjs`, `dies.mjs` and so on.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const manner = path.basename(process.argv[1]).replace(/\..*$/, '');
const say = (...lines) => process.stdout.write(lines.map((line) => `${line}\r\n`).join(''));
/** True if this is the first one that gets here. */
const isFirst = () => {
  try {
    fs.writeFileSync(`${process.argv[1]}.died`, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
};
const die = () => {
  process.stderr.write('warming up\nnetwork file not found\n');
  process.exit(3);
};
let multiPv = 1;

if (manner === 'babbles') setInterval(() => process.stdout.write('x'.repeat(100_000)), 1);
if (manner === 'stays') process.on('SIGTERM', () => {});
readline
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'uci') {
      if (manner === 'silent' || manner === 'babbles') return;
      say('id name Fake 2', 'option name MultiPV type spin default 1 min 1 max 500', 'uciok');
    } else if (line === 'isready') say('readyok');
    else if (line.startsWith('setoption name MultiPV')) multiPv = Number(line.split(' ').pop());
    else if (line.startsWith('go ')) {
      if (manner === 'dies' || (manner === 'dies-once' && isFirst())) die();
      // Those of the position in the tests.
      const moves = ['a6b6', 'a6a5', 'a6b5', 'h1h2', 'h1g1', 'h1f1', 'h1e1', 'h1d1', 'h1c1', 'h1b1', 'h1a1'];
      const rest = ['h1h3', 'h1h4', 'h1h5', 'h1h6', 'h1h7', 'h1h8'];
      const all = [...moves, ...rest].slice(0, multiPv);
      say(
        ...all.map((move, i) => `info depth 8 multipv ${i + 1} score cp ${-10 * i} pv ${move}`),
        `bestmove ${all[0]}`,
      );
    } else if (line === 'quit' && manner !== 'stays') process.exit(0);
  })
  .on('close', () => {
    if (manner !== 'stays') process.exit(0);
    setInterval(() => {}, 1000);
  });
