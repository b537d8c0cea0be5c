import * as vscode from 'vscode';
import { LANGUAGES } from '../../core/notation/language.ts';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { tell } from '../platform/tell.ts';
import { largeFileText, MAX_SYNCED_BYTES } from './large-file-text.ts';

/** Says once a file what VS Code does not do for large ones. */
export function watchLargeFiles(context: FeatureContext): vscode.Disposable {
  const seen = new Set<string>();
  const look = (): void => void lookAtActive(context, seen);
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    // files over 50 MB have a tab, but no editor that an extension sees
    vscode.window.tabGroups.onDidChangeTabs(look),
  );
}

async function lookAtActive({ log }: FeatureContext, seen: Set<string>): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText) || seen.has(input.uri.toString())) return;
  const { uri } = input;
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const ours =
    document === undefined
      ? LANGUAGES.some((ending) => uri.path.toLowerCase().endsWith(`.${ending}`))
      : DOCUMENT_LANGUAGES.some((language) => language === document.languageId);
  if (!ours) return;
  let bytes = 0;
  try {
    bytes = (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    // untitled, or in a file system that does not tell: its lines still do
  }
  // a tab comes before its document
  if ((document === undefined && bytes <= MAX_SYNCED_BYTES) || seen.has(uri.toString())) return;
  seen.add(uri.toString());
  const text = largeFileText({
    name: uri.path.slice(uri.path.lastIndexOf('/') + 1),
    bytes,
    lines: document?.lineCount ?? 0,
    optimized: vscode.workspace.getConfiguration('editor').get<boolean>('largeFileOptimizations') ?? true,
  });
  if (text === undefined) return;
  log.info(text);
  await tell('info', text);
}
