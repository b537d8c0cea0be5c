import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cli, runProcess } from '../../support/run-cli.ts';

const COMMANDS = ['check', 'format', 'compare', 'score', 'predict', 'import', 'annotate', 'predictions', 'mav', 'lsp'];

describe('wrong usage gives exit status 2 and one line that helps', async () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /missing command; expected one of check, format, convert, audit, compare/],
    ['an unknown command, with a suggestion', ['chek', 'x.pgn'], /unknown command 'chek' \(did you mean check\?\)/],
    ['an unknown option, with a suggestion', ['compare', 'a', 'b', '--metod', 'exact'], /did you mean --method/],
    [
      'a missing option',
      ['import', 'records', 'a.json'],
      /'--answer <field>' not specified; see statelens import records --help/,
    ],
    ['a missing argument', ['compare', 'a'], /missing required argument 'predicted'; see statelens compare --help/],
    ['missing files', ['check'], /missing required argument 'files'; see statelens check --help/],
    ['a rule that is none, said once', ['games', 'a', '--unique', 'x'], /is no rule for equal games: expected moves/],
    ['FENs without quotes', ['compare', '8/8', 'w', '-'], /quote arguments that contain spaces/],
    ['a depth that is no number', ['compare', 'a', 'b', '-m', 'four'], /whole number from 1 to 100/],
    ['a method that does not exist', ['compare', 'a', 'b', '--method', 'best'], /Allowed choices are auto, exact/],
    ['a file that does not exist', ['check', 'missing.pgn'], /cannot read missing\.pgn: no such file or folder/],
    [
      'a folder without a file to read',
      ['check', 'src/protocol'],
      /no \.pgn, \.fen, (?:\.[\w.]+, )+\.[\w.]+ \(or compressed\) file in src\/protocol/,
    ],
    [
      'a file of an unknown kind',
      ['check', 'package.json'],
      /cannot determine the language of package\.json; specify --language/,
    ],
    ['a file that another command wrote', ['score', 'samples/world-cup.run.jsonl'], /is a run: report, .*read it/],
    ['an import without its format', ['import'], /missing subcommand/],
    ['contradicting options', ['score', 'README.md', '--summary', '--table'], /--table/],
  ];
  const runs = await Promise.all(cases.map(([, args]) => cli(args)));
  cases.forEach(([name, , line], i) => {
    it(name, () => {
      assert.deepEqual([runs[i]?.status, runs[i]?.stdout], [2, '']);
      assert.match(runs[i]?.stderr ?? '', /^statelens: [^\n]+\n$/);
      assert.match(runs[i]?.stderr ?? '', line);
    });
  });
});

it('exits with the status of the command, as a process', async () => {
  const { status, stdout, stderr } = await runProcess(['chek', 'x.pgn']);
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /^statelens: unknown command 'chek'/);
});

describe('help', async () => {
  const named = [...COMMANDS, 'import pgn2fen', 'mav make', 'mav answer', 'mav stats', 'mav dataset', 'mav overlap'];
  const [all, version, ...each] = await Promise.all([
    runProcess(['--help']),
    runProcess(['--version']),
    ...named.map((name) => cli([...name.split(' '), '--help'], { isTTY: true })),
  ]);

  it('names every command', () => {
    assert.equal(all?.status, 0);
    for (const name of COMMANDS) assert.match(all?.stdout ?? '', new RegExp(`^  ${name} `, 'm'));
  });

  named.forEach((name, i) => {
    it(`of ${name} has an example`, () => {
      assert.equal(each[i]?.status, 0);
      assert.match(each[i]?.stdout ?? '', new RegExp(`Examples?:\\n {2}\\$ statelens ${name}`));
    });
  });

  it('fits a terminal of 80 columns, but for examples', () => {
    for (const { stdout = '' } of [...each, ...(all === undefined ? [] : [all])])
      for (const line of stdout.split('\n')) if (!/^ {2,6}["$]|^ {2}\{/.test(line)) assert.ok(line.length <= 80, line);
  });

  it('names pages that describe what it points to', () => {
    for (const [name, page] of [
      ['compare', 'cli'],
      ['score', 'cli'],
    ] as const)
      assert.match(each[COMMANDS.indexOf(name)]?.stdout ?? '', new RegExp(`docs/${page}\\.md`));
  });

  it('is there for the earlier names of commands, of which one is in no list', async () => {
    const [lab, world, strip] = await Promise.all(['lab', 'world', 'strip'].map((name) => cli([name, '--help'])));
    assert.deepEqual([lab?.status, lab?.stdout], [world?.status, world?.stdout]);
    assert.match(strip?.stdout ?? '', /^Usage: statelens strip [^]*Remove predictions/);
    assert.doesNotMatch(all?.stdout ?? '', /^  strip/m);
  });

  it('prints the version of the package', () => {
    assert.equal(version?.status, 0);
    assert.match(version?.stdout ?? '', /^\d+\.\d+\.\d+\n$/);
  });
});
