import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../support/chromium.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Starts the machine's Chromium, without a window. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: ARGUMENTS,
  });

/** A URI in the parts that VS Code's page wants. */
const parts = (uri: string) => {
  const { protocol, host, pathname } = new URL(uri);
  return { scheme: protocol.slice(0, -1), authority: host, path: pathname };
};

/**
 * Makes a page, before it goes anywhere, load an extension under development: of a URI by `Host.uri` from the disk in the Node
 * extension host, of an address by `Host.mount` in the browser's worker extension host.
 *
 * The page's configuration is changed before its own (deferred) script reads it. Answering in the page's place would not do:
 * chromium's checks of local networks then refuse its WebSocket to 127.0.0.1.
 */
export const develop = (page: Page, extension: string): Promise<unknown> =>
  page.addInitScript(
    (extensions) => {
      document.addEventListener('readystatechange', () => {
        const element = document.getElementById('vscode-workbench-web-configuration');
        if (element === null || document.readyState !== 'interactive') return;
        const configuration = JSON.parse(element.dataset['settings'] ?? '{}') as Record<string, object>;
        configuration['developmentOptions'] = { ...configuration['developmentOptions'], extensions };
        element.dataset['settings'] = JSON.stringify(configuration);
      });
    },
    [parts(extension)],
  );
