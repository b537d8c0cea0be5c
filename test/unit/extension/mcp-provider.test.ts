import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import {
  MCP_PROVIDER,
  type McpApi,
  type McpWindow,
  offerMcpServers,
} from '../../../src/extension/tools/mcp-provider.ts';

interface Definition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly version: string;
  readonly cwd?: unknown;
}

/** VS Code's class, as far as it is used. */
function McpStdioServerDefinition(
  this: Record<string, unknown>,
  ...[label, command, args, env, version]: readonly unknown[]
): void {
  Object.assign(this, { label, command, args, env, version });
}

type Provider = Parameters<NonNullable<NonNullable<McpApi['lm']>['registerMcpServerDefinitionProvider']>>[1];

/** The part of VS Code 1.101 that is used, with what was registered. */
function fakeApi() {
  const registered = new Map<string, Provider>();
  const lm = {
    registerMcpServerDefinitionProvider: (id: string, provider: Provider) => {
      registered.set(id, provider);
      return { dispose: () => void registered.delete(id) };
    },
  };
  const api = { lm, McpStdioServerDefinition } as unknown as McpApi;
  return { api, registered };
}

const folder = (name: string, scheme = 'file') =>
  ({ name, uri: { scheme, fsPath: `/projects/${name}` } }) as unknown as ReturnType<McpWindow['folders']>[number];

const window = (more: Partial<McpWindow> = {}): McpWindow => ({
  program: '/usr/bin/node',
  script: '/ext/dist/mcp-server.cjs',
  version: '0.1.0',
  isTrusted: () => true,
  folders: () => [folder('games')],
  onChange: () => ({ dispose: () => undefined }),
  ...more,
});

const offered = (more: Partial<McpWindow> = {}): Definition[] => {
  const { api, registered } = fakeApi();
  assert.ok(offerMcpServers(api, window(more)));
  return [...(registered.get(MCP_PROVIDER)?.provideMcpServerDefinitions() ?? [])] as unknown as Definition[];
};

describe('the provider of MCP servers', () => {
  it('has the name that the manifest tells of', () => {
    const { contributes } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
      contributes: { mcpServerDefinitionProviders: readonly { id: string }[] };
    };
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [MCP_PROVIDER],
    );
  });

  it('offers a server whose files are those of the folder, started as Node', () => {
    const [server, ...more] = offered();
    assert.deepEqual(more, []);
    const { cwd, ...rest } = JSON.parse(JSON.stringify(server)) as Definition;
    assert.deepEqual(rest, {
      label: 'StateLens',
      command: '/usr/bin/node',
      args: ['/ext/dist/mcp-server.cjs', '0.1.0', '/projects/games'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      version: '0.1.0',
    });
    assert.deepEqual(cwd, { scheme: 'file', fsPath: '/projects/games' });
  });

  it('offers a server a folder, one without files where none is open, none for folders that are not on the disk', () => {
    const labels = offered({ folders: () => [folder('a'), folder('b'), folder('c', 'vscode-vfs')] }).map(
      (s) => s.label,
    );
    assert.deepEqual(labels, ['StateLens (a)', 'StateLens (b)']);
    assert.deepEqual(
      offered({ folders: () => [] }).map(({ args }) => args),
      [['/ext/dist/mcp-server.cjs', '0.1.0']],
    );
    assert.deepEqual(offered({ folders: () => [folder('c', 'vscode-vfs')] }), []);
  });

  it('offers nothing in a workspace that is not trusted, and is asked again when it is', () => {
    const { api, registered } = fakeApi();
    let trusted = false;
    const listeners: (() => void)[] = [];
    const onChange: McpWindow['onChange'] = (listener) => {
      listeners.push(() => listener.call(undefined));
      return { dispose: () => undefined };
    };
    const disposable = offerMcpServers(api, window({ isTrusted: () => trusted, onChange }));
    const provider = registered.get(MCP_PROVIDER);
    assert.deepEqual(provider?.provideMcpServerDefinitions(), []);
    let asked = 0;
    provider?.onDidChangeMcpServerDefinitions(() => void asked++);
    trusted = true;
    for (const tell of listeners) tell();
    assert.equal(asked, 1);
    assert.equal(provider?.provideMcpServerDefinitions().length, 1);
    disposable?.dispose();
    assert.equal(registered.size, 0);
  });

  it('is not registered in VS Code 1.100, in editors without language models, and in a browser', () => {
    const { api, registered } = fakeApi();
    assert.equal(offerMcpServers({ lm: {} }, window()), undefined);
    assert.equal(offerMcpServers({}, window()), undefined);
    const proposed = () => {
      throw new Error('Extension cannot use API proposal: mcp');
    };
    const refusing: McpApi = { ...api, lm: { registerMcpServerDefinitionProvider: proposed } };
    assert.equal(offerMcpServers(refusing, window()), undefined);
    const withoutClass: McpApi = api.lm === undefined ? {} : { lm: api.lm };
    assert.equal(offerMcpServers(withoutClass, window()), undefined);
    assert.equal(offerMcpServers(api, window({ program: undefined })), undefined);
    assert.equal(registered.size, 0);
  });
});
