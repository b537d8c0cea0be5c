import * as vscode from 'vscode';
import { firstLine as getFirstLine } from '../../core/languages/languages.ts';

/** A language of the manifest. */
interface ContributedLanguage {
  readonly id: string;
  /** Pattern of a first line that belongs to the language whatever the file is called. */
  readonly firstLine?: string;
}

/**
 * Gives an untitled plain text its language once lines of one of ours are pasted at its start: the first line that is no comment decides,
 * by the pattern for files without an extension. What is typed changes no language.
 */
export function namePastedTexts({ extension }: vscode.ExtensionContext): vscode.Disposable {
  const manifest = extension.packageJSON as {
    readonly contributes?: { readonly languages?: readonly ContributedLanguage[] };
  };
  const languages = manifest.contributes?.languages ?? [];
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!document.isUntitled || document.languageId !== 'plaintext') return;
    if (!contentChanges.some(({ range, text }) => range.start.line === 0 && text.includes('\n'))) return;
    const line = getFirstLine(document.getText());
    const language = languages.find(({ firstLine }) => firstLine !== undefined && new RegExp(firstLine).test(line));
    if (language !== undefined) void vscode.languages.setTextDocumentLanguage(document, language.id);
  });
}
