// The bill of materials (SBOM) of what is bundled, as CycloneDX: what npm says of the packages, and of those only the ones that esbuild
// has put into the bundles.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { BUNDLED_FILE } from './bundled-packages.mjs';

const ARTIFACTS = 'statelens:bundled-in';

/** What is bundled without being a package of npm. */
const ENGINE = {
  'bom-ref': 'stockfish@19.0.0',
  type: 'application',
  name: 'stockfish',
  version: '19.0.0',
  description: 'Chess engine as WebAssembly, a program of its own in media/engine',
  purl: 'pkg:npm/stockfish@19.0.0',
  licenses: [{ license: { id: 'GPL-3.0-only' } }],
  externalReferences: [{ type: 'vcs', url: 'https://github.com/nmrugg/stockfish.js' }],
  properties: [{ name: ARTIFACTS, value: 'npm,vsix' }],
};

/** `npm sbom` of everything that is installed. */
function installed() {
  const windows = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['sbom', '--sbom-format=cyclonedx'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 27,
      shell: windows,
    },
  );
  if (status === 0) return JSON.parse(stdout);
  // It names thousands of packages where one does not fit.
  const said = (error?.message ?? stderr).split('\n').slice(0, 3).join('\n');
  throw new Error(`npm sbom failed; does npm ci mend it?\n${said}`);
}

/**
 * The SBOM of the bundles in `dist/` as JSON. It has neither time nor serial number: the same commit gives the same text.
 *
 * @param manifest `package.json`
 */
export function sbomText({ name, version, license }) {
  const bundled = JSON.parse(fs.readFileSync(BUNDLED_FILE, 'utf8'));
  const { $schema, bomFormat, specVersion, components, dependencies } = installed();
  const known = new Map(components.map((component) => [`${component.name}@${component.version}`, component]));
  const kept = bundled.map((one) => {
    const component = known.get(`${one.name}@${one.version}`);
    if (component === undefined) throw new Error(`npm sbom does not know ${one.name} ${one.version}`);
    const { properties: _, scope: __, ...rest } = component;
    return { ...rest, properties: [{ name: ARTIFACTS, value: one.artifacts.join(',') }] };
  });
  const refs = new Set(kept.map((component) => component['bom-ref']));
  const root = `${name}@${version}`;
  const among = (all) => all.filter((ref) => refs.has(ref)).sort();
  const needed = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: among(dependsOn) }));
  const sbom = {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': root,
        type: 'application',
        name,
        version,
        purl: `pkg:npm/${root}`,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...kept, ENGINE],
    dependencies: [{ ref: root, dependsOn: [...among([...refs]), ENGINE['bom-ref']] }, ...needed],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
