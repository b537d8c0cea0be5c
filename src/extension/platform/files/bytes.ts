import * as vscode from 'vscode';

/** A file that can grow. */
export interface ByteSource {
  /** Opens the file as it is now. Rejects with the reason why it cannot be read. */
  open(): Promise<OpenBytes>;
}

export interface OpenBytes {
  /** Number of bytes. */
  readonly size: number;
  /** Reads `length` bytes from an offset; fewer at the end. */
  read(from: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that is being written; the old content stays until `commit`. */
export interface FileReplacement {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Files of this machine, which VS Code's file system can only read and write as a whole. */
export interface LocalFiles {
  /** Returns the bytes of a file, for reading in pieces. */
  bytes(path: string): ByteSource;
  /** Replaces a file, or creates it, in one step at the end. */
  replace(path: string): Promise<FileReplacement>;
  /** Appends a text to a file, which is created if it is missing. */
  append(path: string, text: string): Promise<void>;
}

/** Compresses bytes (raw deflate, RFC 1951) in the background. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Returns the bytes of a file, in pieces if it is on this machine; otherwise VS Code reads it as a whole. */
export function byteSource({ localFiles }: { readonly localFiles?: LocalFiles }, uri: vscode.Uri): ByteSource {
  if (uri.scheme === 'file' && localFiles !== undefined) return localFiles.bytes(uri.fsPath);
  return {
    open: async () => {
      const bytes = await vscode.workspace.fs.readFile(uri);
      return {
        size: bytes.length,
        read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
        close: () => Promise.resolve(),
      };
    },
  };
}

/** Starts the replacement of a file, in pieces if it is on this machine; otherwise VS Code writes it as a whole. */
export async function startReplacement(
  { localFiles }: { readonly localFiles?: LocalFiles },
  uri: vscode.Uri,
): Promise<FileReplacement> {
  if (uri.scheme === 'file' && localFiles !== undefined) return await localFiles.replace(uri.fsPath);
  const pieces: Uint8Array[] = [];
  return {
    write: (bytes) => {
      pieces.push(bytes);
      return Promise.resolve();
    },
    commit: async () => {
      const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      await vscode.workspace.fs.writeFile(uri, all);
    },
    discard: () => Promise.resolve(),
  };
}
