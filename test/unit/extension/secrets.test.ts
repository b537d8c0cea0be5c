import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SecretStorage } from 'vscode';
import { clearKey, findKey, storeKey } from '../../../src/extension/secrets.ts';
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
});
