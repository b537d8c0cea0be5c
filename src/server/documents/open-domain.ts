import type { Result } from '../../core/base/result.ts';
import { findDomain, type PddlFile, type PddlFolder } from '../../core/worlds/pddl/problem.ts';
import type { ServerDocument } from './document.ts';

/** Splits a URI into its folder, with the last slash, and the name of the file. */
export function splitUri(uri: string): { readonly folder: string; readonly name: string } {
  const at = uri.lastIndexOf('/') + 1;
  return { folder: uri.slice(0, at), name: decoded(uri.slice(at)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the domain of a problem, from the open documents of its folder, with their edits, and the files there.
 *
 * @param files the folder on the platform; undefined if it has no files
 */
export function openDomain(
  uri: string,
  text: string,
  open: readonly ServerDocument[],
  files: PddlFolder | undefined,
): Result<PddlFile, string> {
  const { folder, name } = splitUri(uri);
  const edited = new Map<string, ServerDocument>();
  for (const document of open) {
    const place = splitUri(document.uri);
    if (document.kit?.besideOptions !== undefined && place.folder === folder) edited.set(place.name, document);
  }
  return findDomain(
    { name, text },
    {
      names: [...new Set([...edited.keys(), ...(files?.names ?? [])])],
      read: (file) => edited.get(file)?.text ?? files?.read(file),
    },
  );
}
