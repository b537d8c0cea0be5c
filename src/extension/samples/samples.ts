import * as vscode from 'vscode';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { tell } from '../platform/tell.ts';

/** The file that is shown, and the one that untitled documents are made of on the web as well. */
const FIRST = 'world-cup.pgn';
const FOLDER = 'statelens-samples';

/** Open Samples. */
export const open = (context: FeatureContext): OpenFeature => ({
  commands: { 'statelens.openSamples': () => openSamples(context) },
  dispose: () => undefined,
});

async function openSamples(context: FeatureContext): Promise<void> {
  const { fs } = vscode.workspace;
  const source = vscode.Uri.joinPath(context.extension.extensionUri, 'samples');
  if (context.platform.kind === 'web') {
    await openUntitled(source);
    return;
  }
  const [chosen] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: 'Copy Samples Here',
      title: 'A folder for the StateLens samples',
    })) ?? [];
  if (chosen === undefined) return;
  const target = vscode.Uri.joinPath(chosen, FOLDER);
  try {
    await fs.createDirectory(target);
    const present = new Set((await fs.readDirectory(target)).map(([name]) => name));
    // What is there already may have been worked on.
    for (const [name, type] of await fs.readDirectory(source)) {
      if (type !== vscode.FileType.File || present.has(name)) continue;
      await fs.copy(vscode.Uri.joinPath(source, name), vscode.Uri.joinPath(target, name));
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void tell('error', `the samples could not be copied to ${target.fsPath}: ${why}`, {
      'Open Samples': 'statelens.openSamples',
    });
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.joinPath(target, FIRST));
}

/** Without a file system of its own the web gets the texts as they are, to be saved wherever one likes. */
async function openUntitled(source: vscode.Uri): Promise<void> {
  const names = ['states.fen', 'traces.mav', 'examples.mav', 'chess960.pgn', FIRST];
  for (const name of names) {
    const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(source, name)));
    const language = name.slice(name.lastIndexOf('.') + 1);
    const document = await vscode.workspace.openTextDocument({ language, content });
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
