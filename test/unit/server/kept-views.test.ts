import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { languageKit } from '../../../src/core/languages/kits.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { ServerDocument } from '../../../src/server/documents/document.ts';
import { ViewCache } from '../../../src/server/documents/section-places.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');

const reading = (text: string) => {
  const found = languageKit('mav').sections.read(text, true);
  assert.ok(found !== undefined);
  return found;
};

describe('what MAV sections mean', () => {
  it('is kept with a section through edits of others, and read once', () => {
    const document = new ServerDocument('file:///a.mav', 'mav', 1, `${EXAMPLE}\n`.repeat(6));
    while (document.step());
    const { sections } = document;
    const views = sections.list.map((_, i) => document.mavView(sections.at(i)));
    assert.equal(views.length, 6);
    const at = document.text.lastIndexOf('<ctrl28>') + 5;
    document.update([{ range: document.rangeAt({ start: at, end: at + 2 }), text: '99' }], 2);
    while (document.step());
    const after = sections.list.map((_, i) => document.mavView(sections.at(i)));
    assert.deepEqual(
      after.map((view, i) => view === views[i]),
      [true, true, true, true, false, false],
    );
    assert.match(after[5].text, /<ctrl99>/);
    assert.equal(document.mavView(sections.at(5)), after[5]);
  });

  it('is dropped where it was not asked for the longest, when there is too much of it', () => {
    const kept = new ViewCache(2 * EXAMPLE.length);
    const all = Array.from({ length: 4 }, () => reading(EXAMPLE));
    const isThere = (): boolean[] => all.map(({ view }) => view !== undefined);
    const [first, second] = all;
    kept.used(first);
    kept.used(second);
    kept.used(first);
    kept.used(all[2]);
    assert.deepEqual(isThere(), [true, false, true, true]);
    let texts = 0;
    const again = kept.view(
      second,
      () => {
        texts++;
        return EXAMPLE;
      },
      PUBLISHED_DIALECT,
    );
    assert.equal(again.examples.length, 1);
    assert.equal(
      kept.view(second, () => assert.fail(), PUBLISHED_DIALECT),
      again,
    );
    assert.equal(texts, 1);
    assert.deepEqual(isThere(), [false, true, true, true]);
    kept.forget(second);
    kept.used(all[3]);
    assert.deepEqual(isThere(), [false, true, true, true]);
  });

  it('of one section alone is kept, however long it is', () => {
    const kept = new ViewCache(1);
    const one = reading(EXAMPLE);
    kept.used(one);
    assert.ok(one.view !== undefined);
  });

  it('is the same for a section whose end lies behind what is looked at first', () => {
    const long = EXAMPLE.replace(' d7c5:', `${' d7c5:<ctrl28>'.repeat(400)} d7c5:`);
    const text = long + EXAMPLE + EXAMPLE;
    const reader = languageKit('mav').sections;
    assert.ok(reader.window < long.length);
    assert.equal(reader.read(text.slice(0, reader.window), false), undefined);
    assert.equal(reader.read(text, false)?.length, long.length);
  });
});
