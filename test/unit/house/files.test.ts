import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DATA_TABLE } from './layers.ts';
import { readSources } from './read-sources.ts';
import { blank } from './source-scan.ts';

const sources = readSources();

/** Shorter files are scraps: most belong to the file that uses them. */
const SCRAP_LINES = 30;
const MAX_SCRAPS = 82;
/** Files that the guide asks for whatever their length: the kit of a language, explanations of its codes. */
const PRESCRIBED = /\/languages\/[^/]+\/kit\.ts$|\/explanations\//;

/** Names that many files export by their role: entries of VS Code, commands and parts that are loaded when first needed, kernels. */
const ROLES = new Set(['activate', 'deactivate', 'define', 'open', 'newClient', 'KERNEL_HEX']);

const lineCount = (text: string): number => text.split('\n').length - 1;

/** Returns the names that a source exports by a declaration of its own. */
const exportedNames = (source: string): string[] =>
  [
    ...blank(source).matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name);

/** Returns each name that several files of a layer export, with these files. */
function repeatedNames(files: Readonly<Record<string, string>>): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(files)) {
    const layer = file.split('/')[1] ?? '';
    for (const name of exportedNames(text)) {
      if (ROLES.has(name)) continue;
      const key = `${layer}: ${name}`;
      owners.set(key, (owners.get(key) ?? new Set()).add(file));
    }
  }
  return [...owners].filter(([, files]) => files.size > 1).map(([key, files]) => `${key} in ${[...files].join(', ')}`);
}

describe('files', () => {
  it('are ideas, no scraps', () => {
    const scraps = Object.entries(sources).filter(
      ([file, text]) => !DATA_TABLE.test(file) && !PRESCRIBED.test(file) && lineCount(text) < SCRAP_LINES,
    );
    assert.ok(
      scraps.length <= MAX_SCRAPS,
      `${scraps.length} files have fewer than ${SCRAP_LINES} lines, and ${MAX_SCRAPS} may: move what is in a new one into the file ` +
        `that uses it. All of them:\n${scraps.map(([file]) => file).join('\n')}`,
    );
  });

  it('of one layer export a name once', () => {
    assert.deepEqual(repeatedNames(sources), []);
  });

  it('with the same exported name are found, in one layer alone', () => {
    const files = {
      'src/core/a.ts': 'export interface Place {}\nexport const text = "export const Other = 1";',
      'src/core/b.ts': 'export type Place = 1;\nexport function open() {}',
      'src/core/c.ts': 'export function open() {}\nconst Place = 2;',
      'src/cli/d.ts': 'export class Place {}',
    };
    assert.deepEqual(repeatedNames(files), ['core: Place in src/core/a.ts, src/core/b.ts']);
  });
});
