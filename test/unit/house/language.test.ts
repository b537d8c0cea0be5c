import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { readManifest } from '../../support/manifest.ts';
import { PAGES, prose } from '../docs/pages.ts';
import { phrasesIn } from './language.ts';

/** Pages of people's reading, and the steps of the walkthrough. */
const pages = [...PAGES, ...fs.readdirSync('media/walkthrough').map((name) => `media/walkthrough/${name}`)];
/** What the manifest's keys show to people. */
const SHOWN = /^(?:title|description|markdownDescription|displayName|label|contents|userDescription|modelDescription)$/;

/** The texts of a manifest that people read, each with the way to it. */
function shownTexts(value: unknown, way = ''): { way: string; text: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = way === '' ? key : `${way}.${key}`;
    if (typeof inner === 'string')
      return SHOWN.test(key) || /[dD]escriptions/.test(way) ? [{ way: here, text: inner }] : [];
    return shownTexts(inner, here);
  });
}

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '');

describe('the language of what people read', () => {
  it('has no phrase of a dialect and no British spelling, on any page', () => {
    const faults = pages.flatMap((page) =>
      phrasesIn(prose(fs.readFileSync(page, 'utf8'))).map((fault) => `${page}:${fault}`),
    );
    assert.deepEqual(faults, []);
  });

  it('has none in the manifest', () => {
    const { contributes, capabilities, description } = readManifest() as Record<string, unknown>;
    const texts = shownTexts({ description, contributes, capabilities });
    assert.ok(texts.length > 150, `${texts.length} texts`);
    assert.deepEqual(
      texts.flatMap(({ way, text }) => phrasesIn(withoutCode(text)).map((fault) => `${way}: ${fault}`)),
      [],
    );
  });

  it('is told from what is allowed', () => {
    assert.deepEqual(
      phrasesIn('A run is resumed, whitespace is normalized, colors stay. A blank line. A blanket.'),
      [],
    );
    const dialect =
      'The engine that is carried along\ngoes on with what is there already, in good order; its colour is grey.';
    assert.deepEqual(
      phrasesIn(dialect).map((fault) => fault.replace(/:.*/, '')),
      ['1', '2', '2', '2', '2', '2'],
    );
    assert.deepEqual(phrasesIn(prose('Write `colour`, see [here](colour.md).\n\n```\ncolour\n```\n')), []);
  });
});
