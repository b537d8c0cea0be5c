import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

interface Found {
  readonly faults: readonly string[];
  readonly open: readonly string[];
}
const { publishFaults, isPreRelease } = (await import(
  pathToFileURL(path.resolve('scripts/publish-rules.mjs')).href
)) as {
  publishFaults: (entries: ReadonlyMap<string, Buffer>) => Found;
  isPreRelease: (version: string) => boolean;
};

type Json = Record<string, unknown>;
const own = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Json;
const address = 'https://example.org/statelens';
/** The manifest as it will be published. */
const published: Json = {
  ...own,
  repository: { type: 'git', url: address },
  homepage: address,
  bugs: { url: address },
};
const README = `# StateLens\n\n![Boards](${address}/media/editor.png) [Concepts](${address}/docs/concepts.md)\n${'text '.repeat(20)}`;
const TAGS = '<Tags>chess,__web_extension</Tags>';
const PRE_RELEASE = '<Property Id="Microsoft.VisualStudio.Code.PreRelease" Value="true" />';

interface Parts {
  readonly manifest?: Json;
  readonly readme?: string;
  readonly xml?: string;
  readonly icon?: Buffer;
}
/** A VSIX with what the rules read. */
function found({ manifest = published, readme = README, xml, icon }: Parts = {}): Found {
  const text = 'x'.repeat(200);
  return publishFaults(
    new Map([
      ['extension/package.json', Buffer.from(JSON.stringify(manifest))],
      [
        'extension.vsixmanifest',
        Buffer.from(xml ?? TAGS + (isPreRelease(String(manifest['version'])) ? PRE_RELEASE : '')),
      ],
      ['extension/readme.md', Buffer.from(readme)],
      ['extension/changelog.md', Buffer.from(text)],
      ['extension/LICENSE.txt', Buffer.from(text)],
      ['extension/media/icon.png', icon ?? fs.readFileSync('media/icon.png')],
      ['extension/media/editor.png', fs.readFileSync('media/editor.png')],
    ]),
  );
}

describe('the rules of the registries', () => {
  it('are kept by the manifest as it is, but for the addresses that are not known yet', () => {
    assert.deepEqual(found(), { faults: [], open: [] });
    const { faults, open } = found({
      manifest: own,
      readme: '![a](media/editor.png) [b](docs/b.md) ' + 'x'.repeat(99),
    });
    assert.deepEqual(faults, []);
    if (own['repository'] === undefined) assert.equal(open.length, 5);
  });

  it('find what a registry refuses or its users miss', () => {
    const small = fs.readFileSync('media/icon.png');
    small.writeUInt32BE(64, 16);
    const cases: readonly (readonly [Parts, RegExp])[] = [
      [{ manifest: { ...published, version: '1.2.0-beta.1' } }, /no registry knows a suffix/],
      [{ manifest: { ...published, publisher: '' } }, /no publisher/],
      [{ manifest: { ...published, repository: 'git@example.org:a/b' } }, /repository is no https address/],
      [{ manifest: { ...published, keywords: Array.from({ length: 31 }, (_, i) => `k${i}`) } }, /31 keywords/],
      [{ manifest: { ...published, keywords: ['Chess', 'chess'] } }, /twice/],
      [{ manifest: { ...published, categories: ['Games'] } }, /unknown category Games/],
      [{ manifest: { ...published, galleryBanner: { color: 'blue' } } }, /galleryBanner/],
      [{ manifest: { ...published, pricing: 'Paid' } }, /pricing/],
      [{ manifest: { ...published, badges: [{ url: 'http://example.org/a.png' }] } }, /badge/],
      [{ manifest: { ...published, icon: 'media/icon.svg' } }, /icon is no PNG/],
      [{ icon: small }, /64 x 128 pixels|64 x \d+ pixels/],
      [{ manifest: { ...published, qna: 'ask me' } }, /qna/],
      [{ manifest: { ...published, extensionKind: ['workspace'] } }, /extensionKind/],
      [{ manifest: { ...published, capabilities: { virtualWorkspaces: true } } }, /untrusted workspaces/],
      [{ manifest: { ...published, activationEvents: ['*'] } }, /slows every start/],
      [{ manifest: { ...published, enabledApiProposals: ['chatProvider'] } }, /proposed APIs/],
      [{ manifest: { ...published, version: '1.3.0' }, xml: TAGS }, /1\.3\.0 is packed as a release/],
      [{ manifest: { ...published, version: '1.2.0' }, xml: TAGS + PRE_RELEASE }, /1\.2\.0 is packed as a pre-release/],
      [{ xml: PRE_RELEASE }, /browsers are not offered/],
      [{ readme: '' }, /readme\.md is missing or empty/],
      [{ readme: `${README}![a](media/none.png)` }, /not packed: media\/none\.png/],
      [{ readme: `${README}<img alt="" src="a.svg">` }, /an SVG in the README/],
      [{ readme: `${README}<svg></svg>` }, /SVG element/],
      [{ readme: `${README}[a](docs/a.md)` }, /1 links of the README/],
    ];
    for (const [parts, fault] of cases)
      assert.ok(
        found(parts).faults.some((one) => fault.test(one)),
        `${fault}: ${found(parts).faults.join('; ')}`,
      );
  });

  it('answer for a file that is no package at all', () => {
    assert.deepEqual(publishFaults(new Map()).faults, ['package.json is missing or no JSON']);
  });
});
