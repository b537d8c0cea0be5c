import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SecretStorage } from 'vscode';
import { clearKey, findKey, storeKey } from '../../../src/extension/platform/models/secrets.ts';
import { type Endpoint, readEndpoint } from '../../../src/models/endpoint.ts';

const at = (baseUrl: string): Endpoint => {
  const endpoint = readEndpoint(baseUrl);
  assert.ok(endpoint.ok);
  return endpoint.value;
};

/** The part of VS Code's storage that is used. */
const storage = () => {
  const kept = new Map<string, string>();
  const secrets = {
    get: (name: string) => Promise.resolve(kept.get(name)),
    store: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
    delete: (name: string) => Promise.resolve(void kept.delete(name)),
  } as unknown as SecretStorage;
  return secrets;
};
const platform = (key?: string) => ({
  kind: 'desktop' as const,
  loadReports: () => {
    throw new Error('no report is wanted');
  },
  environment: (name: string) => (name === 'OPENAI_API_KEY' ? key : undefined),
});

describe('an API key', () => {
  it('belongs to the server that it was set for', async () => {
    const secrets = storage();
    await storeKey(secrets, at('https://a.example/v1'), 'key-a');
    assert.deepEqual(await findKey(secrets, platform(), at('https://a.example/other')), {
      key: 'key-a',
      from: 'storage',
    });
    for (const other of ['https://b.example/v1', 'http://a.example/v1', 'https://a.example:8443/v1'])
      assert.equal(await findKey(secrets, platform(), at(other)), undefined);
    await clearKey(secrets, at('https://a.example/v1'));
    assert.equal(await findKey(secrets, platform(), at('https://a.example/v1')), undefined);
  });

  it('comes from the environment where none was set', async () => {
    const secrets = storage();
    const endpoint = at('https://a.example/v1');
    assert.deepEqual(await findKey(secrets, platform(' env '), endpoint), { key: 'env', from: 'environment' });
    assert.equal(await findKey(secrets, platform('  '), endpoint), undefined);
    await storeKey(secrets, endpoint, 'set');
    assert.equal((await findKey(secrets, platform('env'), endpoint))?.key, 'set');
  });

  it('of a named model goes before that of its server, and only there', async () => {
    const secrets = storage();
    const endpoint = at('https://a.example/v1');
    await storeKey(secrets, endpoint, 'of the server');
    await storeKey(secrets, endpoint, 'own', 'fast');
    const keyOf = async (at: Endpoint, named?: string) => (await findKey(secrets, platform(), at, named))?.key;
    assert.equal(await keyOf(endpoint, 'fast'), 'own');
    assert.equal(await keyOf(endpoint, 'slow'), 'of the server');
    assert.equal(await keyOf(endpoint), 'of the server');
    assert.equal(await keyOf(at('https://b.example/v1'), 'fast'), undefined);
    await clearKey(secrets, endpoint, 'fast');
    assert.equal(await keyOf(endpoint, 'fast'), 'of the server');
  });

  it('is never given to a place that wants none', async () => {
    const secrets = storage();
    const endpoint = { ...at('https://a.example/v1'), keyless: true } as const;
    await storeKey(secrets, endpoint, 'key');
    assert.equal(await findKey(secrets, platform('env'), endpoint), undefined);
  });
});
