import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/compute/system-clock.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../src/core/games/connect-four/connect-four.ts';
import { readTree } from '../../src/core/search/read-tree.ts';
import { rolloutModel } from '../../src/core/search/rule-models.ts';
import { runSearch } from '../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../src/core/search/settings.ts';
import { SearchRecorder } from '../../src/core/search/tree-file.ts';
import { eventually } from './eventually.ts';
import type { Scene } from './stage.ts';
import type { Workbench } from './workbench.ts';

export const TREE = 'four.mcts.jsonl';

/** The lines of a search of Connect Four by random games. */
export async function treeOf(simulations: number): Promise<string> {
  const root = { game: 'connect_four', state: connectFour.print(EMPTY_CONNECT_FOUR), played: 0 } as const;
  const settings = { ...DEFAULT_SEARCH, simulations };
  const model = rolloutModel();
  let text = '';
  const { onStart, onSimulation } = new SearchRecorder({ ...root, model: model.label, settings }, (lines) => {
    text += lines;
  });
  const { signal } = new AbortController();
  const done = await runSearch({ root, model, settings, clock: systemClock, signal, onStart, onSimulation });
  assert.ok(done.ok);
  return text;
}

/** The file in `.statelens/searches` of the scene's folder, once it is there. */
export async function searchFile(folder: string): Promise<string> {
  const place = path.join(folder, '.statelens/searches');
  const list = () => (fs.existsSync(place) ? fs.readdirSync(place) : []);
  const [name] = await eventually('a file of the search', list, (found) => found.length > 0);
  return path.join(place, name);
}

/** What the file of a search holds, once it pleases. */
export const stored = (file: string, pleases: (simulations: number, end: string | undefined) => boolean) =>
  eventually(
    `the search in ${path.basename(file)}`,
    () => {
      const read = readTree(fs.readFileSync(file, 'utf8'));
      if (!read.ok) return undefined;
      const { header, simulations, end, problems } = read.value;
      return { model: header.model, simulations: simulations.length, end, problems };
    },
    (found) => found !== undefined && pleases(found.simulations, found.end),
  );

/** Opens a file that no text editor shows. A VS Code that has just started may know an extension's languages, and not its editors. */
export async function openTree(workbench: Workbench, name: string): Promise<void> {
  const heading = workbench.webview.locator('h1', { hasText: name.replace(/\.mcts\.jsonl$/, '') });
  const text = workbench.editor(name).lines.first();
  const opens = async (): Promise<boolean> => {
    await workbench.show(name);
    const asTree = await Promise.race([heading.waitFor().then(() => true), text.waitFor().then(() => false)]);
    if (!asTree) await workbench.run('Close Editor', 'View');
    return asTree;
  };
  await eventually(`the tree of ${name}`, opens, (opened) => opened);
}

export const title = ({ workbench }: Scene, text: RegExp) =>
  workbench.webview.locator('h1', { hasText: text }).waitFor();
/** Names the parts of the tree's page that are not whole in its frame: there one would scroll. */
export const partsOutside = ({ workbench }: Scene, parts: readonly string[]): Promise<string[]> =>
  workbench.webview.locator('html').evaluate((page, parts) => {
    const { clientWidth, clientHeight } = page;
    return parts.filter((part) => {
      const box = page.querySelector(part)?.getBoundingClientRect();
      return box === undefined || box.top < 0 || box.left < 0 || box.right > clientWidth || box.bottom > clientHeight;
    });
  }, parts);
export const running = ({ workbench }: Scene, text: RegExp) =>
  workbench.webview.locator('.running', { hasText: text }).waitFor();

/** Takes a usual search out of the form. */
export async function searchBy({ workbench }: Scene, choice: string): Promise<void> {
  await workbench.run('Search from Here', 'StateLens');
  await workbench.choose(choice);
}
