import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { manifestTexts } from '../../support/manifest.ts';

/** The languages beside English, as VS Code names them. */
const LANGUAGES = ['de', 'fr', 'ja', 'zh-cn'];
/** What the manifest's keys show to people; `modelDescription` is for models, which are asked in English. */
const SHOWN =
  /^(?:description|markdownDescription|title|shortTitle|displayName|label|contents|altText|userDescription|deprecationMessage|markdownDeprecationMessage|patternErrorMessage|errorMessage)$/;
const LISTED = /^(?:enumDescriptions|markdownEnumDescriptions|enumItemLabels)$/;
/** Names, which are the same in all languages. */
const NAMES = new Set(['StateLens']);
/** Texts of code and numbers alone, which no language changes. */
const CODE = /^(?:`[^`]*`|\W)*$/;

interface Shown {
  readonly way: string;
  readonly text: string;
}

/** The texts that people read, each with the way to it. JSON schemas below `inputSchema` are for models. */
function shownIn(value: unknown, way: string): Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): Shown[] => {
    const here = `${way}.${key}`;
    if (typeof inner !== 'string') return key === 'inputSchema' ? [] : shownIn(inner, here);
    const isShown =
      SHOWN.test(key) || (key === 'name' && /\.views\./.test(way)) || LISTED.test(way.split('.').at(-1) ?? '');
    return isShown && /\p{L}/u.test(inner) && !NAMES.has(inner) ? [{ way: here, text: inner }] : [];
  });
}

// The description of the package stays in English: npm, which knows no such texts, shows it, too.
const { contributes, capabilities } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Record<string, unknown>;
const shown = shownIn({ contributes, capabilities }, '');
const english = manifestTexts();
const keyOf = (text: string): string | undefined => /^%(.+)%$/.exec(text)?.[1];
const translations = LANGUAGES.map((language) => {
  const texts = JSON.parse(fs.readFileSync(`package.nls.${language}.json`, 'utf8')) as Record<string, string>;
  return { language, texts };
});
/** What a translation keeps as it is: code, settings and links to commands. */
const kept = (text: string): string[] => [...(text.match(/`+[^`]+`+|\((?:command|https):[^)]*\)/g) ?? [])].sort();

describe('the texts of the manifest', () => {
  it('all stand in the file of texts, none in the manifest', () => {
    assert.ok(shown.length > 200, `${shown.length} texts`);
    assert.deepEqual(
      shown.filter(({ text }) => !Object.hasOwn(english, keyOf(text) ?? '')),
      [],
    );
    const used = new Set(shown.map(({ text }) => keyOf(text)));
    assert.deepEqual(
      Object.keys(english).filter((key) => !used.has(key)),
      [],
      'texts that nothing shows',
    );
  });

  // A text that is not translated yet is shown in English.
  it('are translated in one order, and nothing else is', () => {
    for (const { language, texts } of translations)
      assert.deepEqual(
        Object.keys(texts),
        Object.keys(english).filter((key) => Object.hasOwn(texts, key)),
        `package.nls.${language}.json`,
      );
  });

  it('keep code, settings and links in every language', () => {
    for (const { language, texts } of translations)
      for (const [key, text] of Object.entries(texts))
        assert.deepEqual(kept(text), kept(english[key] ?? ''), `${language}: ${key}`);
  });

  it('are translated', () => {
    // "Start" is German too.
    const same = translations.flatMap(({ language, texts }) =>
      Object.entries(english)
        .filter(([key, text]) => texts[key] === text && !CODE.test(text) && text !== 'Start')
        .map(([key]) => `${language}: ${key}`),
    );
    assert.deepEqual(same, []);
  });

  it('name commands by the title that they have in that language', () => {
    for (const { language, texts } of [{ language: 'en', texts: english }, ...translations]) {
      const titles = new Set(
        Object.entries(texts).flatMap(([key, text]) => (key.startsWith('command.') ? [text] : [])),
      );
      for (const [key, text] of Object.entries(texts))
        for (const [, title = ''] of text.matchAll(/\*(?:StateLens: )?([^*\n]+)\*(?!\*)/g))
          if (!NAMES.has(title)) assert.ok(titles.has(title), `${language}: ${key} names *${title}*`);
    }
  });
});
