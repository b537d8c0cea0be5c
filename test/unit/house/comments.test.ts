import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { blank } from './source-scan.ts';

/** The comments of a source, as they stand in it; all else is blank. */
function commentsOf(source: string): string {
  const code = blank(source, true);
  return source
    .split('')
    .map((c, i) => (c === '\n' || c !== code[i] ? c : ' '))
    .join('');
}

/** Names of pages in comments that are none of the repository: design notes of before, pages with another name now. */
function unknownPages(source: string): string[] {
  const names = [...commentsOf(source).matchAll(/(?<![\w*/.-])(?:[\w.-]+\/)*[\w-]+\.md\b/g)].map(([name]) => name);
  return names.filter((name) => !fs.existsSync(name) && !fs.existsSync(`docs/${name}`));
}

describe('comments', () => {
  it('name pages that are there', () => {
    const faults: string[] = [];
    for (const folder of ['src', 'test', 'scripts', 'bench'])
      for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:ts|mjs)$/.test(name) || name.includes('fixtures')) continue;
        const pages = unknownPages(fs.readFileSync(`${folder}/${name}`, 'utf8'));
        for (const page of pages) faults.push(`${folder}/${name}: ${page}`);
      }
    assert.deepEqual(faults, []);
  });

  it('are told from code and text', () => {
    assert.deepEqual(
      unknownPages('/** As in gone.md and docs/cli.md. */ const a = "other.md"; // lost.md, README.md'),
      ['gone.md', 'lost.md'],
    );
  });
});
