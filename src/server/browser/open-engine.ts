import { EMBEDDED_ENGINE } from '../../engine/embedded.ts';
import type { EngineWorker } from '../../engine/worker-program.ts';

/**
 * Starts the engine that is carried along in a worker. Both of its files are fetched and given to the worker as blobs, since
 * a worker's script has to come from the place of the page, and the extension's files seldom do.
 *
 * @param folder URL of the folder with the engine
 */
export async function openEngineWorker(folder: string): Promise<EngineWorker> {
  const { script } = EMBEDDED_ENGINE;
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  const [code, wasm] = await Promise.all([
    fetched(new URL(script, base), 'text/javascript'),
    fetched(new URL(script.replace(/\.js$/, '.wasm'), base), 'application/wasm'),
  ]);
  // The script reads where its WebAssembly is behind the #.
  return new Worker(`${code}#${encodeURIComponent(wasm)}`);
}

/** The URLs of the blobs, by their files: they are the same for every start. */
const blobs = new Map<string, Promise<string>>();

function fetched(file: URL, type: string): Promise<string> {
  const known = blobs.get(file.href);
  if (known !== undefined) return known;
  const blob = toBlob(file, type);
  blobs.set(file.href, blob);
  // Another start may find the network again.
  blob.catch(() => blobs.delete(file.href));
  return blob;
}

async function toBlob(file: URL, type: string): Promise<string> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file.pathname} cannot be fetched (status ${response.status})`);
  return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
}
