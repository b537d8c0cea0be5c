import * as vscode from 'vscode';
import type { FeatureContext } from './feature.ts';
import type { ByteSource } from './tree-file-feed.ts';

/** Bytes by pieces where the file is one of this machine; else VS Code reads it as a whole. */
export function bytesOf({ platform }: FeatureContext, uri: vscode.Uri): ByteSource {
  if (uri.scheme === 'file' && platform.localFiles !== undefined) return platform.localFiles.bytes(uri.fsPath);
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
