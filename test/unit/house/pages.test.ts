import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { PAGES } from '../docs/pages.ts';

const MAX_README = 200;
const MAX_CONTRIBUTING = 120;
const MAX_PICTURE = 200_000;
const CODE_MAP = 'docs/architecture.md';

const read = (page: string): string => fs.readFileSync(page, 'utf8');
const lines = (page: string): number => read(page).trimEnd().split('\n').length;

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (text: string): Set<string> =>
  new Set(
    [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

/** The targets of links and pictures in a page. */
const targets = (text: string): string[] =>
  [
    ...text
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, to = '']) => to);

/** Why a link of a page leads nowhere; undefined if it leads somewhere. */
function broken(page: string, to: string): string | undefined {
  if (/^[a-z]+:/.test(to)) return undefined;
  const [file = '', anchor] = to.split('#');
  const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (!fs.existsSync(target)) return `${page}: ${to} does not exist`;
  if (anchor !== undefined && !anchors(read(target)).has(anchor))
    return `${page}: ${target} has no heading for #${anchor}`;
  return undefined;
}

/** Folders and files whose texts and comments name pages; tests name pages that do not exist on purpose. */
const NAMING = ['src', 'scripts', 'bench', 'samples', 'training', 'media', 'package.json', 'package.nls.json', 'l10n'];

/** The text files below a folder, or the file itself. */
const sources = (root: string): string[] =>
  fs.statSync(root).isFile()
    ? [root]
    : fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|mjs|json|md|walk|pgn|py|sh)$/.test(name) && !name.includes('fixtures'))
        .map((name) => path.posix.join(root, name));

/** The folders of `src`, two levels deep. */
const rooms = fs.readdirSync('src').flatMap((layer) => [
  `src/${layer}`,
  ...fs
    .readdirSync(`src/${layer}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${layer}/${name}`),
]);

describe('the pages', () => {
  it('are short where people begin', () => {
    assert.ok(lines('README.md') < MAX_README, `README.md has ${lines('README.md')} lines`);
    assert.ok(lines('CONTRIBUTING.md') < MAX_CONTRIBUTING, `CONTRIBUTING.md has ${lines('CONTRIBUTING.md')} lines`);
  });

  it('link to files and headings that exist', () => {
    const faults = PAGES.flatMap((page) => targets(read(page)).map((to) => broken(page, to)));
    assert.deepEqual(
      faults.filter((fault) => fault !== undefined),
      [],
    );
  });

  it('are named with headings that exist in code, texts and samples', () => {
    const faults = NAMING.flatMap((folder) => sources(folder)).flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/.-])docs\/[\w-]+\.md(?:#[\w-]+)?/g)]
        .map(([to]) => broken('README.md', to))
        .filter((fault) => fault !== undefined)
        .map((fault) => fault.replace('README.md', file)),
    );
    assert.deepEqual(faults, []);
  });

  it('can all be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const to of targets(read(page))) {
        const target = path.posix.join(path.posix.dirname(page), to.split('#')[0] ?? '');
        if (target.endsWith('.md') && fs.existsSync(target)) reached.add(target);
      }
    const docs = PAGES.filter((page) => page.startsWith('docs/'));
    assert.deepEqual(
      docs.filter((page) => !reached.has(page)),
      [],
    );
  });

  it('have small pictures, each of them shown', () => {
    const shown = new Set(
      PAGES.flatMap((page) => targets(read(page)).map((to) => path.posix.join(path.posix.dirname(page), to))),
    );
    for (const folder of ['media', 'docs/pictures'])
      for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.png') && name !== 'icon.png')) {
        const file = `${folder}/${name}`;
        assert.ok(shown.has(file), `${file} is on no page`);
        assert.ok(fs.statSync(file).size <= MAX_PICTURE, `${file} has ${fs.statSync(file).size} bytes`);
      }
  });
});

describe('the code map', () => {
  const map = read(CODE_MAP);
  const named = [
    ...map.matchAll(/`((?:src|test|bench|scripts|samples|media|languages|syntaxes|docs)(?:\/[\w.*-]+)*)`/g),
  ]
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('*'));

  it('names every folder of src, two levels deep', () => {
    const names = new Set(named);
    assert.deepEqual(
      rooms.filter((room) => !names.has(room)),
      [],
    );
  });

  it('names no file or folder that does not exist', () => {
    assert.deepEqual(
      named.filter((name) => !fs.existsSync(name)),
      [],
    );
  });
});
