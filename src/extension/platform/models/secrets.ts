import type { SecretStorage } from 'vscode';
import { KEY_VARIABLE } from '../../../models/api-key.ts';
import type { Endpoint } from '../../../models/endpoint.ts';
import { SECRETS } from '../../../models/secrets.ts';
import type { Platform } from '../feature.ts';

/** A key, and where it was found. */
export interface ResolvedKey {
  readonly key: string;
  readonly from: 'storage' | 'environment';
}

/**
 * Returns the name of a key, which belongs to scheme, host and port: a key that was set for one server is never sent to
 * another. A named model can have a separate one.
 */
const nameOf = ({ origin }: Endpoint, named: string | undefined): string =>
  `statelens.apiKey ${origin}${named === undefined ? '' : ` ${named}`}`;

/**
 * Returns the API key for a server: the named model's own, otherwise the one that was set for the server, otherwise the
 * environment's.
 */
export async function findKey(
  secrets: SecretStorage,
  platform: Platform,
  endpoint: Endpoint,
  named?: string,
): Promise<ResolvedKey | undefined> {
  if (endpoint.keyless === true) return undefined;
  const own = named === undefined ? undefined : await secrets.get(nameOf(endpoint, named));
  const stored = own !== undefined && own !== '' ? own : await secrets.get(nameOf(endpoint, undefined));
  if (stored !== undefined && stored !== '') {
    SECRETS.add(stored);
    return { key: stored, from: 'storage' };
  }
  const key = platform.environment(KEY_VARIABLE)?.trim() ?? '';
  SECRETS.add(key);
  return key === '' ? undefined : { key, from: 'environment' };
}

export function storeKey(secrets: SecretStorage, endpoint: Endpoint, key: string, named?: string): Thenable<void> {
  SECRETS.add(key);
  return secrets.store(nameOf(endpoint, named), key);
}

export const clearKey = (secrets: SecretStorage, endpoint: Endpoint, named?: string): Thenable<void> =>
  secrets.delete(nameOf(endpoint, named));
