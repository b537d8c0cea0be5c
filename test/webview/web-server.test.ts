import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { itLong } from '../support/thorough.ts';
import { borrowBrowser, returnBrowser, skipReason } from './shared-browser.ts';

interface Published {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

const MATE = '<mav game=chess> %FEN %top_1 </mav>\n[%FEN 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1]\n[%top_1 g5g6:<ctrl20>]\n';
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

describe('the server in a worker of a real browser', { skip: skipReason ?? false }, () => {
  let server: http.Server;
  let browser: Browser;
  let page: Page;
  let requests: string[] = [];

  before(async () => {
    assert.ok(fs.existsSync('dist/server-web.js'), 'there is no dist/: node esbuild.mjs');
    server = http.createServer((request, response) => {
      const name = request.url ?? '/';
      const file = name.slice(1);
      if (name === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>');
      else if (/^(?:dist\/server-(?:web|core)\.js|media\/engine\/[\w.-]+)$/.test(file) && fs.existsSync(file))
        response.setHeader('content-type', TYPES[path.extname(file)] ?? '').end(fs.readFileSync(file));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await borrowBrowser();
    page = await browser.newPage();
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  after(async () => {
    await page?.context().close();
    returnBrowser();
    server.closeAllConnections();
    server.close();
  });

  /** What the server publishes of a MAV file until there is what is waited for, or it says that it cannot. */
  const publish = (engineFolder: string): Promise<readonly string[]> =>
    page.evaluate(
      ([text, engineFolder]) =>
        new Promise((resolve) => {
          const worker = new Worker('/dist/server-web.js');
          worker.postMessage({ core: '/dist/server-core.js' });
          const send = (message: object) => worker.postMessage({ jsonrpc: '2.0', ...message });
          const settings = { mav: { checkValues: true }, engine: { depth: 3 } };
          worker.addEventListener(
            'message',
            ({ data }: MessageEvent<{ id?: number; method?: string; params?: object }>) => {
              if (data.id === 1) {
                send({ method: 'initialized', params: {} });
                const textDocument = { uri: 'file:///a.mav', languageId: 'mav', version: 1, text };
                send({ method: 'textDocument/didOpen', params: { textDocument } });
              } else if (data.method === 'textDocument/publishDiagnostics') {
                const { diagnostics } = data.params as Published;
                if (diagnostics.length === 0) return;
                worker.terminate();
                resolve(diagnostics.map(({ code, message }) => `${code} ${message}`));
              } else if (data.method === 'window/showMessage') {
                worker.terminate();
                resolve([(data.params as { message: string }).message]);
              }
            },
          );
          const initializationOptions = { settings, engineFolder: new URL(engineFolder, location.href).href };
          send({
            id: 1,
            method: 'initialize',
            params: { processId: null, rootUri: null, capabilities: {}, initializationOptions },
          });
        }),
      [MATE, engineFolder] as const,
    );

  itLong('holds values of MAV files against the engine that is carried along', async () => {
    const found = await publish('/media/engine');
    assert.equal(found.length, 2);
    assert.match(found[0], /^MAV_NOT_BEST not the best action by Stockfish 19.*, depth 3: g5g6 \(/);
    assert.match(found[1], /^MAV_VALUE_APART g5g6 has bucket 20, /);
    assert.ok(requests.some((url) => url.endsWith('.wasm')));
  });

  it('says so when the engine is not there', async () => {
    requests = [];
    const found = await publish('/nowhere');
    assert.equal(found.length, 1);
    assert.match(found[0], /^StateLens: values are not checked: Stockfish 19 lite could not be loaded: .*status 404/);
  });
});
