import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { cli, shell, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const CLEAN = '[Event "Clean"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n';
const ILLEGAL = '[Event "Illegal"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n';

const file = (name: string, content: string | Buffer): string => {
  writeFileSync(path.join(folder, name), content);
  return name;
};
const check = (...args: string[]) => cli(['check', ...args], { cwd: folder });

file('clean.pgn', CLEAN);
file('illegal.pgn', ILLEGAL);

describe('statelens check', () => {
  it('finds nothing in a clean game', async () => {
    const { status, stdout, stderr } = await check('clean.pgn');
    assert.deepEqual([status, stdout], [0, '']);
    assert.equal(stderr, 'statelens: no findings in 1 file\n');
    assert.equal((await check('clean.pgn', '--format', 'json')).stdout, '[]\n');
  });

  it('prints findings as JSON with 0-based places, and exits with 1', async () => {
    const { status, stdout, stderr } = await check('clean.pgn', 'illegal.pgn', '--format', 'json');
    assert.deepEqual([status, stderr], [1, '']);
    const findings = JSON.parse(stdout);
    const [{ message, ...finding }] = findings;
    assert.deepEqual(finding, {
      file: 'illegal.pgn',
      range: { start: { line: 3, character: 12 }, end: { line: 3, character: 15 } },
      severity: 'error',
      code: 'PGN_ILLEGAL_MOVE',
      game: 0,
      ply: 3,
    });
    assert.ok(message.length > 0);
    assert.deepEqual(jsonLines((await check('illegal.pgn', '--format', 'jsonl')).stdout), findings);
  });

  it('checks the positions of a variant by its rules', async () => {
    file('pockets.fen', 'r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 5\n');
    assert.equal((await check('pockets.fen')).status, 1);
    assert.deepEqual([(await check('pockets.fen', '--variant', 'crazyhouse')).status], [0]);
    const { status, stderr } = await check('pockets.fen', '--variant', 'Crazyhose');
    assert.equal(status, 2);
    assert.match(stderr, /Did you mean Crazyhouse\?/);
  });

  it('prints places as terminals jump to them', async () => {
    const { status, stdout, stderr } = await check('illegal.pgn');
    assert.equal(status, 1);
    assert.match(stdout, /^illegal\.pgn:4:13: error PGN_ILLEGAL_MOVE: .+\n/);
    assert.match(stderr, /1 error.* in 1 file/);
  });

  it('prints SARIF 2.1.0', async () => {
    const { stdout } = await check('illegal.pgn', '--format', 'sarif');
    const { version, runs } = JSON.parse(stdout);
    assert.equal(version, '2.1.0');
    const [{ tool, results }] = runs;
    assert.equal(tool.driver.name, 'StateLens');
    const [{ ruleId, ruleIndex, level, message, locations }] = results;
    assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
    assert.deepEqual([ruleId, level], ['PGN_ILLEGAL_MOVE', 'error']);
    assert.ok(message.text.length > 0);
    assert.deepEqual(locations[0].physicalLocation, {
      artifactLocation: { uri: 'illegal.pgn' },
      region: { startLine: 4, startColumn: 13, endLine: 4, endColumn: 16 },
    });
  });

  it('fails from the level that --fail-on names', async () => {
    assert.equal((await check('illegal.pgn', '--fail-on', 'error')).status, 1);
    assert.equal((await check('illegal.pgn', '--fail-on', 'never')).status, 0);
    file('unfinished.pgn', CLEAN.replace(' *\n', '\n'));
    assert.equal((await check('unfinished.pgn')).status, 1);
    assert.equal((await check('unfinished.pgn', '--fail-on', 'error')).status, 0);
  });

  it('reads standard input, and is told what it holds', async () => {
    assert.match((await cli(['check', '-'], { input: ILLEGAL })).stdout, /^<stdin>:4:13: error/);
    const fen = await cli(['check', '-', '--language', 'fen', '--format', 'json'], { input: '8/8/8 w - - 0 1\n' });
    assert.equal(fen.status, 1);
    assert.match(fen.stdout, /FEN_/);
  });

  itLong('prints the findings of many files in their order, on threads too', async () => {
    const names = Array.from({ length: 12 }, (_, i) => file(`${i}.pgn`, i % 3 === 0 ? ILLEGAL : CLEAN));
    file('large.pgn', CLEAN.repeat(12_000));
    const { stdout } = await check(...names, 'large.pgn', 'illegal.pgn', '--jobs', '2', '--format', 'jsonl');
    assert.deepEqual(
      jsonLines(stdout).map(({ file }) => file),
      ['0.pgn', '3.pgn', '6.pgn', '9.pgn', 'illegal.pgn'],
    );
  });

  describe('on bad input', () => {
    const inputs: readonly (readonly [string, string | Buffer])[] = [
      ['nothing', ''],
      ['garbage', '\0\x01 not a game { ( [ % ; $999 <>\n'.repeat(50)],
      ['1 MB on one line', '1. e4 e5 '.repeat(110_000)],
      ['lone carriage returns', CLEAN.replaceAll('\n', '\r')],
      ['a byte order mark', `\uFEFF${CLEAN}`],
      ['UTF-16', Buffer.from(`\uFEFF${CLEAN}`, 'utf16le')],
      ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
    ];
    for (const [name, content] of inputs) {
      itLong(`ends with 0 or 1 and sound JSON: ${name}`, async () => {
        const { status, stdout } = await check(file('bad.pgn', content), '--format', 'json');
        assert.ok(status === 0 || status === 1, `exit status ${status}`);
        assert.ok(Array.isArray(JSON.parse(stdout)));
      });
    }

    it('reads what is no UTF-8 as Windows-1252, and says so once a file', async () => {
      const name = file('latin1.pgn', Buffer.from(CLEAN.replace('Clean', 'Jos\u00e9').repeat(3), 'latin1'));
      const { status, stdout } = await check(name, '--format', 'json');
      const findings: Record<string, unknown>[] = JSON.parse(stdout);
      assert.equal(status, 0);
      assert.deepEqual(
        findings.map(({ code, severity, range }) => ({ code, severity, range })),
        [
          {
            code: 'PGN_ENCODING',
            severity: 'info',
            range: { start: { line: 0, character: 11 }, end: { line: 0, character: 12 } },
          },
        ],
      );
      assert.equal((await check(name, '--encoding', 'latin1')).stdout, '');
    });

    itLong('says where no game ends for too long, and goes on with the next file', async () => {
      file('endless.pgn', `${CLEAN}\n[Event "x"]\n\n${'1. e4 e5 '.repeat(2_500_000)}`);
      const { status, stdout, stderr } = await check('endless.pgn', 'illegal.pgn');
      assert.equal(status, 3);
      assert.match(stderr, /endless\.pgn: no game or record ends within [\d,]+ characters from line 6/);
      assert.match(stdout, /^illegal\.pgn:4:13: error/);
    });
  });

  it('takes severities and what else is looked for', async () => {
    const name = file('null.pgn', CLEAN.replace('2. Nf3', '2. --'));
    const codes = async (...args: string[]) =>
      JSON.parse((await check(name, '--format', 'json', ...args)).stdout).map(
        ({ code, severity }: { code: string; severity: string }) => `${severity} ${code}`,
      );
    assert.deepEqual(await codes(), ['info PGN_NULL_MOVE']);
    assert.deepEqual(await codes('--severity', 'pgn_null_move=off'), []);
    assert.deepEqual(await codes('--severity', 'PGN_NULL_MOVE=off', '--severity', 'PGN_NULL_MOVE=error'), [
      'error PGN_NULL_MOVE',
    ]);
    assert.equal((await check(name, '--severity', 'PGN_NULL_MOVE=error')).status, 1);
    assert.match((await check(name, '--severity', 'PGN_NUL_MOVE=off')).stderr, /did you mean PGN_NULL_MOVE\?/);
    assert.doesNotMatch((await check(name, '--severity', 'FOO=off')).stderr, /did you mean/);
    assert.match((await check(name, '--severity', 'PGN_NULL_MOVE=loud')).stderr, /CODE=LEVEL/);
  });

  it('counts lines and games through a file that is checked in parts', async () => {
    const games = 9000;
    file('parts.pgn', CLEAN.repeat(games) + ILLEGAL);
    for (const jobs of ['1', '2']) {
      const { stdout } = await check('parts.pgn', '--jobs', jobs, '--format', 'jsonl');
      const [finding] = jsonLines(stdout);
      assert.equal(finding?.['game'], games);
      assert.deepEqual(finding?.['range'], {
        start: { line: 4 * games + 3, character: 12 },
        end: { line: 4 * games + 3, character: 15 },
      });
    }
  });

  it('reads MAV in the dialect that is named', async () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    file('zero.mav', `<|chess|> %FEN %top_2\n[%FEN ${fen}]\n[%top_2 e2e4:<val_0> d2d4:<val_63>]\n`);
    assert.equal((await check('zero.mav')).status, 1);
    assert.equal((await check('zero.mav', '--mav-dialect', 'base0,val')).status, 0);
    const { status, stderr } = await check('zero.mav', '--mav-dialect', 'base2');
    assert.equal(status, 2);
    assert.match(stderr, /Unknown dialect word base2; expected one of base1, base0/);
  });

  itLong('ends in good order at Ctrl-C, with what was found', async () => {
    const child = startProcess(['check', '-', '--format', 'json']);
    child.stdin.on('error', () => {});
    child.stdin.write(ILLEGAL + CLEAN.repeat(30_000));
    const ended = once(child, 'exit');
    let output = '';
    let errors = '';
    child.stderr.on('data', (data) => (errors += String(data)));
    // the input stays open: without the signal the command would wait for ever
    child.stdout.once('data', () => child.kill('SIGINT'));
    child.stdout.on('data', (data) => (output += String(data)));
    assert.deepEqual(await ended, [3, null]);
    assert.equal(JSON.parse(output)[0].code, 'PGN_ILLEGAL_MOVE');
    assert.match(errors, /interrupted/);
  });

  itLong('ends silently when its reader goes away, and says when the disk is full', () => {
    file('many.pgn', ILLEGAL.repeat(3000));
    const closed = shell('$CLI check many.pgn 2>err | head -1 >/dev/null; echo "${PIPESTATUS[0]}"; cat err', folder);
    assert.equal(closed.stdout.trim(), '0');
    const full = shell('$CLI check many.pgn --format json > /dev/full', folder);
    assert.equal(full.status, 3);
    assert.equal(full.stderr, 'statelens: cannot write standard output: the disk is full\n');
  });
});
