import * as vscode from 'vscode';

/** A file that may grow. */
export interface ByteSource {
  /** The file as it is now. Rejects with why it cannot be read. */
  open(): Promise<OpenBytes>;
}

export interface OpenBytes {
  /** Bytes that there are. */
  readonly size: number;
  /** So many bytes from a place on; fewer at the end. */
  read(from: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that is being written; what was there stays until `commit`. */
export interface FileReplacement {
  write(bytes: Uint8Array): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Files of this machine, where VS Code's own file system reads and writes them as a whole alone. */
export interface LocalFiles {
  /** The bytes of a file, piece by piece. */
  bytes(path: string): ByteSource;
  /** Replaces a file, or makes it, in one step at the end. */
  replace(path: string): Promise<FileReplacement>;
  /** Adds a text to the end of a file, which is made where it is missing. */
  append(path: string, text: string): Promise<void>;
}

/** Compresses bytes (raw deflate, RFC 1951), beside other work. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Bytes by pieces where the file is one of this machine; else VS Code reads it as a whole. */
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

/** A replacement of a file: in pieces where it is one of this machine; else VS Code writes it as a whole. */
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
