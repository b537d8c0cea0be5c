import fs from 'node:fs';
import path from 'node:path';

/** Something that both statelens and pgn-extract can do with a file of games. */
export interface Job {
  readonly name: string;
  /** Arguments behind `statelens` that make it read the file and write to the folder. */
  readonly ours: (file: string, folder: string) => readonly string[];
  /** The same of pgn-extract; what it reads besides is in the folder. */
  readonly theirs: (file: string, folder: string) => readonly string[];
  /** What each of them wrote to the folder, in comparable lines; undefined for what only counts errors. */
  readonly read?: { readonly ours: (folder: string) => string[]; readonly theirs: (folder: string) => string[] };
}

/** The tags that tell the games of a corpus apart. */
const sites = (text: string): string[] => text.match(/^\[Site .*$/gm) ?? [];

const sitesOf =
  (name: string) =>
  (folder: string): string[] =>
    sites(fs.readFileSync(path.join(folder, name), 'utf8'));

const PGN = { ours: sitesOf('ours.pgn'), theirs: sitesOf('theirs.pgn') };

const written = (folder: string): readonly string[] => ['--out', path.join(folder, 'ours.pgn'), '--overwrite'];

/** A choice of games: an expression of ours, and the same in a file for an option of pgn-extract. */
const choice = (name: string, where: string, option: string, criteria: string): Job => ({
  name,
  ours: (file, folder) => ['games', file, '--where', where, ...written(folder)],
  theirs(file, folder) {
    const given = path.join(folder, 'criteria.txt');
    fs.writeFileSync(given, criteria);
    return ['-s', `-${option}${given}`, file, `-o${path.join(folder, 'theirs.pgn')}`];
  },
  read: PGN,
});

/** Games in a file of a division. */
const PART = 2000;

const parts = (folder: string, nameOf: (number: number) => string): string[] => {
  const found: string[] = [];
  for (let number = 1; fs.existsSync(path.join(folder, nameOf(number))); number++) {
    found.push(`part ${number}`, ...sitesOf(nameOf(number))(folder));
  }
  return found;
};

interface UciRow {
  readonly site: string;
  readonly uci: string;
}

/** The jobs of both, by what `docs/games.md` says of ours. */
export const JOBS: readonly Job[] = [
  {
    name: 'check',
    ours: (file) => ['check', file, '--jobs', '1'],
    theirs: (file) => ['-s', '-r', file],
  },
  choice('tags', 'elo >= 2000', 't', 'WhiteElo >= "2000"\nBlackElo >= "2000"\n'),
  {
    name: 'duplicates',
    ours: (file, folder) => ['games', file, '--unique', 'moves', ...written(folder)],
    theirs: (file, folder) => ['-s', '-D', file, `-o${path.join(folder, 'theirs.pgn')}`],
    read: PGN,
  },
  choice('material', 'material "RP* v RP*"', 'z', '0 rp* rp*\n'),
  choice('line', 'line "1. e4 c5 2. Nf3 e6 3. d4"', 'x', '1. e4 c5 2. Nf3 e6 3. d4\n'),
  choice('position', 'position "*/*/2n5/*/4P3/*/*/*"', 't', 'FENPattern "*/*/2n5/*/4P3/*/*/*"\n'),
  {
    name: 'split',
    ours: (file, folder) => [
      'games',
      file,
      '--split-by',
      String(PART),
      '--out',
      path.join(folder, 'ours-part.pgn'),
      '--overwrite',
    ],
    // it writes to the folder it is in
    theirs: (file) => ['-s', `-#${PART}`, file],
    read: {
      ours: (folder) => parts(folder, (number) => `ours-part.${number}.pgn`),
      theirs: (folder) => parts(folder, (number) => `${number}.pgn`),
    },
  },
  {
    name: 'UCI',
    ours: (file, folder) => ['games', file, '--out', path.join(folder, 'ours.jsonl'), '--overwrite'],
    theirs: (file, folder) => ['-s', '-Wuci', '-w1000000', file, `-o${path.join(folder, 'theirs.pgn')}`],
    read: {
      ours: (folder) =>
        fs
          .readFileSync(path.join(folder, 'ours.jsonl'), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as UciRow)
          .map(({ site, uci }) => `${site} ${uci}`),
      theirs: (folder) =>
        [
          ...fs
            .readFileSync(path.join(folder, 'theirs.pgn'), 'utf8')
            .matchAll(/^\[Site "(.*)"\][^]*?\n\n([^]*?) (?:1-0|0-1|1\/2-1\/2|\*)\s/gm),
        ].map(([, site, uci = '']) => `${site} ${uci.replace(/\s+/g, ' ').toLowerCase()}`),
    },
  },
];
