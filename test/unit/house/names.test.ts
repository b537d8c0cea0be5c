import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { declaredSettings, manifestTexts, readManifest } from '../../support/manifest.ts';
import { PAGES, prose } from '../docs/pages.ts';

const PAGE = 'docs/vscode.md';
/** Pages about the past, and names of other programs' things. */
const PAGES_OF_NOW = PAGES.filter((page) => page !== 'CHANGELOG.md');

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
}
const { contributes } = readManifest() as Manifest;
const page = fs.readFileSync(PAGE, 'utf8').replace(/\s+/g, ' ');

describe('the names in the docs', () => {
  it('include every command that the palette can list', () => {
    const former = new Set(
      contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    const titles = contributes.commands.filter(({ command }) => !former.has(command)).map(({ title }) => title);
    assert.ok(titles.length > 50);
    assert.deepEqual(
      titles.filter((title) => !page.includes(title)),
      [],
    );
  });

  it('include every setting, by its whole name, its last part or its group', () => {
    const keys = Object.keys(declaredSettings());
    assert.ok(keys.length > 25);
    const named = (key: string): boolean => {
      const parts = key.split('.');
      const group = `${parts.slice(0, -1).join('.')}.`;
      return page.includes(`\`${key}\``) || page.includes(`\`${group}*\``) || page.includes(`\`.${parts.at(-1)}\``);
    };
    assert.deepEqual(
      keys.filter((key) => !named(key)),
      [],
    );
  });

  it('in italics that begin with a capital are shown by the extension', () => {
    const sources = fs
      .readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => fs.readFileSync(`src/${name}`, 'utf8'));
    const shown = [...Object.values(manifestTexts()), ...sources].join('\n');
    const names = PAGES_OF_NOW.flatMap((page) =>
      [...prose(fs.readFileSync(page, 'utf8')).matchAll(/(?<![\w*])_([A-Z][^_\n]*)_(?!\w)/g)].map(([, name = '']) => ({
        page,
        name,
      })),
    );
    assert.ok(names.length > 40);
    const known = ({ name }: { name: string }): boolean =>
      shown.includes(name.replace(/^StateLens: /, '').replace(/…$/, '')) || /^Fix all$/.test(name);
    assert.deepEqual(
      names.filter((name) => !known(name)).map(({ page, name }) => `${page}: ${name}`),
      [],
    );
  });
});
