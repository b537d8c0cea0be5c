import { spawnSync } from 'node:child_process';
import process from 'node:process';
import type { OpenPage, PageHost } from './page-host.ts';

let bundle: string | undefined;

/** The probe as one script. */
function bundled(): string {
  const options = { entryPoints: ['test/webview/drawing-entry.ts'], bundle: true, format: 'iife', target: 'es2022' };
  const script = `import('esbuild').then((m) => m.build(${JSON.stringify(options)}))`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}

/** Opens the page of trees and puts a drawing by itself into it, which is `globalThis.drawing` there. */
export async function openDrawingPage(host: PageHost, tree: string, width = 1000): Promise<OpenPage> {
  bundle ??= bundled();
  const open = await host.open({ page: 'tree', width });
  await open.page.evaluate(bundle);
  await open.page.evaluate(async (text) => {
    const drawing = globalThis.openDrawing(text);
    drawing.show({});
    await drawing.drawn();
  }, tree);
  return open;
}
