import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readEndpoint } from '../../../src/models/endpoint.ts';
import { SECRETS } from '../../../src/models/secrets.ts';
import { itLong } from '../../support/thorough.ts';

const KEY = 'sk-unit-7Qz/8+x_Yb=R4tW9';
SECRETS.add(KEY);

const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
/** All the ways in which a server can say a key. */
const FORMS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'upper case': (key) => key.toUpperCase(),
  'JSON escapes': (key) => Array.from(key).map(escaped).join(''),
  'some JSON escapes': (key) =>
    Array.from(key)
      .map((one, i) => (i % 3 === 0 ? escaped(one) : one))
      .join(''),
  'escapes in escapes': (key) =>
    Array.from(key)
      .map((one) => `\\${escaped(one)}`)
      .join(''),
  'a string in a string': (key) => JSON.stringify(JSON.stringify(key)),
  'a URL': encodeURIComponent,
  'a URL in a URL': (key) => encodeURIComponent(encodeURIComponent(key)),
  'percent signs': (key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
  HTML: (key) =>
    Array.from(key)
      .map((one) => `&#${one.charCodeAt(0)};`)
      .join(''),
  'HTML, hexadecimal': (key) =>
    Array.from(key)
      .map((one) => `&#x${one.charCodeAt(0).toString(16)};`)
      .join(''),
  Base64: (key) => Buffer.from(key).toString('base64'),
  'Base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  'Base64 of a header': (key) => Buffer.from(`Authorization: Bearer ${key}\r\n`).toString('base64'),
  'Base64 of a login': (key) => Buffer.from(`a:${key}`).toString('base64'),
  hexadecimal: (key) => Buffer.from(key).toString('hex'),
  backwards: (key) => Array.from(key).reverse().join(''),
  'two strings': (key) => `"${key.slice(0, 9)}" + "${key.slice(9)}"`,
  'two lines': (key) => `${key.slice(0, 12)}\n${key.slice(12)}`,
  'spaces between': (key) => Array.from(key).join(' '),
  'joiners between': (key) => Array.from(key).join('\u200b'),
  'groups of five': (key) => (key.match(/.{1,5}/g) ?? []).join(' '),
  'groups of eight': (key) => (key.match(/.{1,8}/g) ?? []).join(' | '),
  'groups with dots': (key) => (key.match(/.{1,5}/g) ?? []).join('.'),
  'a list of codes': (key) => JSON.stringify([...Buffer.from(key)]),
  'a list of hexadecimal codes': (key) => [...Buffer.from(key)].map((byte) => `0x${byte.toString(16)}`).join(', '),
  'codes on lines': (key) => [...Buffer.from(key)].join('\n'),
  'full-width forms': (key) =>
    Array.from(key)
      .map((one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0))
      .join(''),
  'its first two thirds': (key) => key.slice(0, 16),
  'its last two thirds': (key) => key.slice(-16),
};

describe('a known key', () => {
  for (const [name, form] of Object.entries(FORMS))
    it(`is taken out as ${name}`, () => {
      const said = SECRETS.redact(`before ${form(KEY)} behind`);
      assert.match(said, /^before .*\(the key\).* behind$/s);
      for (let from = 0; from + 12 <= KEY.length; from++) {
        const part = KEY.slice(from, from + 12);
        assert.ok(!said.toLowerCase().includes(part.toLowerCase()), said);
        assert.ok(!Buffer.from(said, 'base64').toString('latin1').includes(part), said);
      }
      assert.equal(SECRETS.redact(said), said);
    });

  it('is taken out of strings and names at any depth, and the rest stays the same', () => {
    const value = { a: [{ [`x${KEY}`]: 1, b: `y ${KEY}` }], n: 5, u: undefined };
    assert.deepEqual(SECRETS.redactAll(value), { a: [{ 'x(the key)': 1, b: 'y (the key)' }], n: 5, u: undefined });
    const clean = { a: [{ b: 'y' }] };
    assert.equal(SECRETS.redactAll(clean), clean);
    const written = `{"a":"${Array.from(KEY).map(escaped).join('')}"}`;
    assert.equal(SECRETS.redactJson(written), '{"a":"(the key)"}');
    assert.equal(SECRETS.redactJson('{ "a": 1 }'), '{ "a": 1 }');
  });

  itLong('changes no text without it, however long', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(SECRETS.redact(text), text)));
    for (const long of ['s', 's-', '-', '| - ', '115, ', '0x73, '].map((part) => part.repeat(1_000_000 / part.length)))
      assert.equal(SECRETS.redact(long), long);
  });

  it('that is a placeholder is none', () => {
    for (const short of ['', 'none', 'ollama', '  x  ']) SECRETS.add(short);
    assert.equal(SECRETS.redact('none of ollama'), 'none of ollama');
  });
});

describe('a URL that is refused', () => {
  it('is not shown with what is secret in it, and that is known from then on', () => {
    for (const [url, secret] of [
      ['https://me:A1-pass-of-it@h.example/v1', 'A1-pass-of-it'],
      ['https://h.example/v1?key=word-in-a-query-2', 'word-in-a-query-2'],
      ['ftp://me:ftp3secret3@h.example', 'ftp3secret3'],
      ['me:barebarebare4@h.example/v1', 'barebarebare4'],
      ['h.example/v1?api_key=five%2F55%2F5555', 'five/55/5555'],
    ] as const) {
      const read = readEndpoint(url);
      assert.ok(!read.ok);
      assert.ok(!read.error.includes(secret) && !/five|%2F/.test(read.error), read.error);
      assert.equal(SECRETS.redact(secret), '(the key)');
    }
  });
});
