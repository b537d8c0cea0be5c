import fs from 'node:fs';
import path from 'node:path';

/** Makes a color theme the one of a folder, by its settings. */
export function setTheme(folder: string, theme: string): void {
  fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
}
