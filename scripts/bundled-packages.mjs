// The packages whose code is in the bundles: what esbuild says of its outputs, not what package.json asks for.
import fs from 'node:fs';
import path from 'node:path';

/** Where the build keeps the list for the SBOM; in no package. */
export const BUNDLED_FILE = 'dist/bundled-packages.json';

/** The folder of the package that an input of esbuild is of. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * The packages of which at least a byte is in an output, by name and version.
 *
 * @param builds results of esbuild with their metafiles, each with the artifacts (`vsix`, `npm`) that its outputs are in
 * @returns `{ name, version, license, folder, artifacts }`, sorted
 */
export function bundledPackages(builds) {
  const found = new Map();
  for (const { result, artifacts } of builds)
    for (const { inputs } of Object.values(result.metafile.outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = PACKAGE_FOLDER.exec(input)?.[0];
        if (folder === undefined || bytesInOutput === 0) continue;
        found.set(folder, new Set([...(found.get(folder) ?? []), ...artifacts]));
      }
  return [...found]
    .map(([folder, artifacts]) => {
      const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
      return { name, version, license, folder, artifacts: [...artifacts].map(String).sort() };
    })
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/**
 * The licence texts of bundled packages: they ask to be passed on with their code. Where a package is published without its licence file,
 * that lies in scripts/licences. A package without any is an error, so that nobody ships one unseen.
 */
export function notices(packages) {
  // packages with the same text, as many have that of a known license, share it
  const named = new Map();
  for (const { name, version, license, folder } of packages) {
    const own = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    const file = own ? path.join(folder, own) : `scripts/licences/${name.replace('/', '-')}.txt`;
    if (!fs.existsSync(file)) throw new Error(`${name} ${version} (${license}) has no licence file to pass on`);
    const text = fs.readFileSync(file, 'utf8').trim();
    named.set(text, [...(named.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const texts = [...named].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  const engine = 'The chess engine in media/engine is a program of its own; its licence and source are named there.';
  return `StateLens contains code of these packages. ${engine}\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
