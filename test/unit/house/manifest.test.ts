import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';

type Versions = Readonly<Record<string, string>>;
interface Manifest {
  readonly license: string;
  readonly type?: string;
  readonly browser: string;
  readonly engines: Versions;
  readonly scripts: Versions;
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
}
interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly resolved?: string; readonly optionalDependencies?: Versions }>
  >;
}
const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as Lock;
const all = { ...manifest.dependencies, ...manifest.devDependencies };

describe('the manifest', () => {
  it('has no key twice, of which JSON takes the last in silence', () => {
    const text = fs.readFileSync('package.json', 'utf8');
    assert.equal(`${JSON.stringify(JSON.parse(text), null, 2)}\n`, text);
  });

  it('pins every package exactly, and the lock file agrees', () => {
    for (const [name, version] of Object.entries(all)) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });

  it('has one copy of the protocol for the language client and server, whose types would clash', () => {
    const protocols = Object.keys(packages).filter((p) => p.endsWith('node_modules/vscode-languageserver-protocol'));
    assert.equal(protocols.length, 1);
  });

  // Newer hosts take `.js` in a package of type `module` for a module, and the browser's host loads none.
  it('lets the browser load its script as CommonJS', () => {
    assert.match(manifest.browser, /\.js$/);
    assert.notEqual(manifest.type, 'module');
  });

  it('does not compile against a newer VS Code than it asks for', () => {
    assert.equal(manifest.engines['vscode'], `^${all['@types/vscode']}`);
  });

  it('is under the licence that lies beside it', () => {
    assert.equal(manifest.license, 'GPL-3.0-or-later');
    assert.match(fs.readFileSync('LICENSE', 'utf8'), /GNU GENERAL PUBLIC LICENSE\s+Version 3, 29 June 2007/);
  });
});

describe('the lock file', () => {
  it('names no registry, so that every mirror serves', () => {
    for (const [name, { resolved }] of Object.entries(packages)) assert.equal(resolved, undefined, name);
  });

  // npm leaves out what a mirror does not have yet, and then `npm ci` refuses the file everywhere.
  it('is complete for every platform', () => {
    for (const [name, { optionalDependencies = {} }] of Object.entries(packages))
      for (const needed of Object.keys(optionalDependencies))
        assert.ok(
          `node_modules/${needed}` in packages || `${name}/node_modules/${needed}` in packages,
          `${needed}, which ${name} may need`,
        );
  });
});
