import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';

const COMMANDS = ['check', 'compare', 'score', 'predict', 'import', 'annotate', 'strip', 'lsp'];

/** Wrong usage: exit status 2 and one line on standard error. */
function assertUsage(args: readonly string[], line: RegExp) {
  const { status, stdout, stderr } = cli(args);
  assert.equal(status, 2, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^statelens: [^\n]+\n$/);
  assert.match(stderr, line);
}

describe('wrong usage gives exit status 2 and one line that helps', () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /which command\? One of check, compare/],
    ['an unknown command, with a suggestion', ['chek', 'x.pgn'], /unknown command 'chek' \(did you mean check\?\)/],
    ['an unknown option, with a suggestion', ['compare', 'a', 'b', '--metod', 'exact'], /did you mean --method/],
    ['a missing argument', ['compare', 'a'], /missing required argument 'predicted'; see statelens compare --help/],
    ['FENs without quotes', ['compare', '8/8', 'w', '-'], /quote arguments that hold spaces/],
    ['a depth that is no number', ['compare', 'a', 'b', '-m', 'four'], /whole number from 1 to 100/],
    ['a method that does not exist', ['compare', 'a', 'b', '--method', 'best'], /Allowed choices are auto, exact/],
    ['a file that does not exist', ['check', 'missing.pgn'], /cannot read missing\.pgn: no such file/],
    ['a folder without a file to read', ['check', 'src/protocol'], /no \.pgn, \.fen, \.epd file in src\/protocol/],
    ['an import without its format', ['import'], /subcommand is missing/],
    ['contradicting options', ['score', 'README.md', '--summary', '--table'], /--table/],
  ];
  for (const [name, args, line] of cases) it(name, () => assertUsage(args, line));
});

describe('help', () => {
  it('names every command', () => {
    const { status, stdout } = cli(['--help']);
    assert.equal(status, 0);
    for (const name of COMMANDS) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  });

  for (const name of [...COMMANDS, 'import pgn2fen']) {
    it(`of ${name} has an example`, () => {
      const { status, stdout } = cli([...name.split(' '), '--help']);
      assert.equal(status, 0);
      assert.match(stdout, new RegExp(`Example:\\n {2}\\$ statelens ${name}`));
    });
  }

  it('prints the version of the package', () => {
    const { status, stdout } = cli(['--version']);
    assert.equal(status, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
