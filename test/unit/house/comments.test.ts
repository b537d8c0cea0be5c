import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { ODD_NAME, phrasesInComments, QUESTION_OPENING } from './language.ts';
import { readSources } from './read-sources.ts';
import { blank, commentsOf } from './source-scan.ts';

const sources = Object.entries(readSources());
const withoutCode = (comments: string): string => comments.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Names of pages in comments that are none of the repository: design notes of before, pages with another name now. */
function unknownPages(source: string): string[] {
  if (!source.includes('.md')) return [];
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

  it('have no phrase of a dialect and no British spelling', () => {
    const faults = sources.flatMap(([file, source]) =>
      phrasesInComments(withoutCode(commentsOf(source))).map((fault) => `${file}:${fault}`),
    );
    assert.deepEqual(faults, []);
  });

  it('begin with a verb or a noun, not with a question', () => {
    const openings = sources.flatMap(([file, source]) =>
      (commentsOf(source).match(QUESTION_OPENING) ?? []).map((opening) => `${file}: ${opening}`),
    );
    assert.deepEqual(openings, []);
  });

  it('are at fault with a phrase, and with a question as opening', () => {
    assert.deepEqual(
      phrasesInComments('Goes on with it behind the move.').map((fault) => fault.split(':').slice(0, 2).join(':')),
      ['1: "Goes on with"', '1: "Goes on"', '1: "behind"'],
    );
    assert.deepEqual('/** Whether it is.\n */ /** Returns it. What */ // Of two'.match(QUESTION_OPENING), [
      '/** Whether',
      '// Of',
    ]);
  });
});

describe('exported names', () => {
  it('are nouns and verbs of the field', () => {
    const names = sources.flatMap(([file, source]) =>
      [...blank(source).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => ODD_NAME.test(name))
        .map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(names, []);
  });

  it('are told from odd ones', () => {
    const names = [
      'PlacedFault',
      'shadeOf',
      'valuesOfGame',
      'whyNot',
      'sayings',
      'Office',
      'onePly',
      'FoundationModel',
    ];
    assert.deepEqual(
      names.filter((name) => ODD_NAME.test(name)),
      ['PlacedFault', 'shadeOf', 'valuesOfGame', 'whyNot', 'onePly'],
    );
  });
});
