import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { itLong } from '../support/thorough.ts';

interface Shown {
  readonly failure?: string;
  readonly diagnostics: readonly { line: number; character: number; code: string; message: string; severity: number }[];
  readonly hover: readonly string[];
  readonly lenses: readonly { line: number; text: string }[];
}

const GAME = `[Event "?"]

1. e4 e5 2. Nf3 Nc6
{ [%pfen model r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2 3] }
3. Bb7 *
`;

const LIST = `<mav game=chess> %FEN %top_1 </mav>
[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]
[%top_1 e2e5:<ctrl34>]
`;

/** The first and second number of Neovim's version; undefined without one. */
function version(): readonly [number, number] | undefined {
  const match = /^NVIM v(\d+)\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout ?? '');
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

/** The configuration in the documentation for a version, with what starts programs as worlds. */
function configuration([major, minor]: readonly [number, number]): string {
  const blocks = [...fs.readFileSync('docs/editors.md', 'utf8').matchAll(/```lua\n(.*?)```/gs)].map((m) => m[1]);
  assert.equal(blocks.length, 3);
  const [programs, newer, older] = blocks;
  return `${major > 0 || minor >= 11 ? newer : older}${programs}`;
}

const installed = version();

describe('the language server in Neovim', { skip: installed ? false : 'nvim is not installed' }, () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  let shown: Shown;

  /** What Neovim shows of a file, with the cursor at a word of it. */
  function shownOf(name: string, text: string, word: string): Shown {
    assert.ok(installed);
    const file = (name: string, text: string) => {
      fs.writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const statelens = path.join(folder, 'statelens');
    if (!fs.existsSync(statelens)) fs.symlinkSync(path.resolve('dist/cli.mjs'), statelens);
    const init = file('init.lua', configuration(installed));
    const args = ['--headless', '--clean', '-u', init, file(name, text), '-c', 'luafile test/lsp/neovim.lua'];
    const run = spawnSync('nvim', args, {
      encoding: 'utf8',
      timeout: 90_000,
      env: {
        ...process.env,
        WORD: word,
        PATH: [folder, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
        XDG_STATE_HOME: folder,
        XDG_CACHE_HOME: folder,
        XDG_DATA_HOME: folder,
      },
    });
    const line = run.stdout.split('\n').find((text) => text.startsWith('{'));
    assert.ok(line, `${run.stdout}${run.stderr}`);
    const answer = JSON.parse(line) as Shown;
    assert.equal(answer.failure, undefined);
    return answer;
  }

  before(() => {
    shown = shownOf('game.pgn', GAME, 'model');
  });

  it('shows diagnostics', () => {
    assert.deepEqual(
      shown.diagnostics.map(({ line, character, code, severity }) => ({ line, character, code, severity })),
      [{ line: 4, character: 3, code: 'PGN_ILLEGAL_MOVE', severity: 1 }],
    );
    assert.match(shown.diagnostics[0].message, /illegal move 3\. Bb7/);
  });

  it('shows verdict, numbers and the board as text in a hover', () => {
    assert.match(shown.hover[0], /^\*\*model: (thinks|sees|puts) .*\*\*$/);
    assert.ok(shown.hover.some((line) => line.startsWith('8  r  .  b  q  k  b  n  r')));
    assert.ok(shown.hover.some((line) => line.includes('[N]')));
    assert.ok(!shown.hover.join('').includes('data:image'));
  });

  it('shows a lens over a prediction', () => {
    assert.ok(
      shown.lenses.some(({ line, text }) => line === 2 && /^p₄ 0\.\d\d · r₄ 0\.\d\d · .*model: /.test(text)),
      JSON.stringify(shown.lenses),
    );
  });

  itLong('knows MAV files', () => {
    const { diagnostics, lenses } = shownOf('list.mav', LIST, 'e2e5');
    assert.ok(diagnostics.some(({ line, code }) => line === 2 && code === 'MAV_ILLEGAL_ACTION'));
    assert.ok(
      lenses.some(({ text }) => text.includes('0 of 1 legal')),
      JSON.stringify(lenses),
    );
  });
});
