import type { SecretStorage } from 'vscode';
import type { Endpoint } from '../models/endpoint.ts';
import type { Platform } from './feature.ts';

/** The environment's key, which is OpenAI's own by its name. */
const VARIABLE = 'OPENAI_API_KEY';

/** Where a key was found. */
export interface FoundKey {
  readonly key: string;
  readonly from: 'storage' | 'environment';
}

/** A key belongs to scheme, host and port: one that was set for one server is never sent to another. */
const nameOf = ({ origin }: Endpoint): string => `statelens.apiKey ${origin}`;

/** The API key for a server: the one that was set for it, else the environment's. */
export async function findKey(
  secrets: SecretStorage,
  platform: Platform,
  endpoint: Endpoint,
): Promise<FoundKey | undefined> {
  const stored = await secrets.get(nameOf(endpoint));
  if (stored !== undefined && stored !== '') return { key: stored, from: 'storage' };
  const key = platform.environment(VARIABLE)?.trim() ?? '';
  return key === '' ? undefined : { key, from: 'environment' };
}

export const storeKey = (secrets: SecretStorage, endpoint: Endpoint, key: string): Thenable<void> =>
  secrets.store(nameOf(endpoint), key);

export const clearKey = (secrets: SecretStorage, endpoint: Endpoint): Thenable<void> =>
  secrets.delete(nameOf(endpoint));
