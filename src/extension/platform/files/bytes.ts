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

/** Files of this machine, where VS Code's own file system reads and writes them as a whole alone. */
export interface LocalFiles {
  /** The bytes of a file, piece by piece. */
  bytes(path: string): ByteSource;
  /** Adds a text to the end of a file, which is made where it is missing. */
  append(path: string, text: string): Promise<void>;
}

/** Compresses bytes (raw deflate, RFC 1951), beside other work. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Bytes by pieces where the file is one of this machine; else VS Code reads it as a whole. */
export function bytesOf({ localFiles }: { readonly localFiles?: LocalFiles }, uri: vscode.Uri): ByteSource {
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
