import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { CUTS } from './samples.ts';
import { itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

interface Binding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
}

const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
  contributes: { keybindings: readonly Binding[] };
};
const GAMES = { files: { 'games.pgn': CUTS }, open: 'games.pgn' };

/** What VS Code takes a browser for that says so. */
const SYSTEMS = {
  Linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  Windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
} as const;

/** The keys of VS Code's own commands, as its page of default shortcuts lists them. */
async function builtInKeys({ workbench, page }: Scene, modifier: string): Promise<string[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.run('Open Default Keyboard Shortcuts (JSON)');
  const lines = page.locator('.monaco-editor .view-lines').last();
  await lines.filter({ hasText: '"key"' }).waitFor();
  await lines.click();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const text = await eventually(
    'the default shortcuts on the clipboard',
    async () => {
      await page.keyboard.press(`${modifier}+a`);
      // the browser copies, whatever system it claims to be on
      await page.keyboard.press('Control+c');
      return page.evaluate(() => navigator.clipboard.readText());
    },
    (copied) => copied.length > 10_000,
  );
  return [...text.matchAll(/"key":\s*"([^"]+)",\s*"command":\s*"([^"]+)"/g)].flatMap(([, key, command]) =>
    key === undefined || command?.startsWith('statelens.') ? [] : [key],
  );
}

describe('the keys', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  for (const [system, userAgent] of Object.entries(SYSTEMS))
    itInEach(`begin with a key that no command of VS Code has on ${system}`, () =>
      stage.play(`keys-${system}`, { ...GAMES, userAgent }, async (scene) => {
        const keys = await builtInKeys(scene, system === 'Mac' ? 'Meta' : 'Control');
        assert.equal(
          keys.some((key) => key.startsWith('cmd+')),
          system === 'Mac',
        );
        assert.ok(keys.length > 500, `${keys.length} keys`);
        for (const { key, mac } of contributes.keybindings) {
          const [prefix = ''] = (system === 'Mac' ? (mac ?? key) : key).split(' ');
          assert.deepEqual(
            keys.filter((one) => one.split(' ')[0] === prefix),
            [],
          );
        }
      }),
    );
});
