// What the VS Code Marketplace and Open VSX ask of a package, as rules on the entries of a VSIX.

/** What the Marketplace knows; anything else lands in `Other`. */
const CATEGORIES = new Set([
  'AI',
  'Chat',
  'Data Science',
  'Debuggers',
  'Education',
  'Extension Packs',
  'Formatters',
  'Keymaps',
  'Language Packs',
  'Linters',
  'Machine Learning',
  'Notebooks',
  'Other',
  'Programming Languages',
  'SCM Providers',
  'Snippets',
  'Testing',
  'Themes',
  'Visualization',
]);
const MAX_KEYWORDS = 30;
const MIN_ICON = 128;

/** The Marketplace knows no `1.2.0-beta`: odd minor versions are the pre-release channel, even ones the releases. */
export const isPreRelease = (version) => Number(version.split('.')[1]) % 2 === 1;

const isHttps = (value) => typeof value === 'string' && /^https:\/\/[^/]+\//.test(`${value}/`);
const urlOf = (value) => (typeof value === 'object' && value !== null ? value.url : value);

/** Pixels of a PNG; undefined for anything else. */
function pngSize(bytes) {
  const isPng = bytes?.subarray(1, 4).toString('latin1') === 'PNG';
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined;
}

/** The rules by what they are about. Each yields what is wrong, or `{ open }` for what only a first publication needs. */
const RULES = {
  *identity({ manifest }) {
    for (const name of ['name', 'publisher', 'displayName', 'description', 'license'])
      if (!manifest[name]) yield `package.json has no ${name}`;
    if (!/^\d+\.\d+\.\d+$/.test(manifest.version))
      yield `${manifest.version} is not MAJOR.MINOR.PATCH: no registry knows a suffix`;
    if (manifest.enabledApiProposals?.length > 0) yield 'proposed APIs cannot be published';
    if (manifest.activationEvents?.includes('*')) yield 'activation on "*" slows every start';
  },
  *links({ manifest }) {
    for (const name of ['repository', 'homepage', 'bugs']) {
      const url = urlOf(manifest[name]);
      if (url === undefined) yield { open: `package.json has no ${name}: set it before the first publication` };
      else if (!isHttps(url)) yield `${name} is no https address: ${url}`;
    }
    if (
      manifest.qna !== undefined &&
      manifest.qna !== 'marketplace' &&
      manifest.qna !== false &&
      !isHttps(manifest.qna)
    )
      yield `qna is neither marketplace, false nor an https address`;
  },
  *gallery({ manifest, file }) {
    const { keywords = [], categories = [], galleryBanner, pricing, icon = '', badges = [] } = manifest;
    if (keywords.length === 0) yield 'there are no keywords';
    if (keywords.length > MAX_KEYWORDS) yield `${keywords.length} keywords; the Marketplace takes ${MAX_KEYWORDS}`;
    if (new Set(keywords.map((word) => word.toLowerCase())).size < keywords.length)
      yield 'a keyword stands there twice';
    if (categories.length === 0) yield 'there are no categories';
    for (const category of categories) if (!CATEGORIES.has(category)) yield `unknown category ${category}`;
    if (!/^#[0-9a-f]{6}$/i.test(galleryBanner?.color ?? '') || !['dark', 'light'].includes(galleryBanner?.theme))
      yield 'galleryBanner requires a color #RRGGBB and a theme, dark or light';
    if (!['Free', 'Trial'].includes(pricing)) yield 'pricing must be Free or Trial';
    const size = pngSize(file(`extension/${icon}`));
    if (size === undefined) yield `the icon is no PNG of the package: ${icon}`;
    else if (Math.min(...size) < MIN_ICON) yield `the icon has ${size.join(' x ')} pixels; ${MIN_ICON} are needed`;
    for (const { url } of badges) if (!isHttps(url)) yield `a badge must come from an https address: ${url}`;
  },
  *hosts({ manifest, tags }) {
    // With `workspace` declared, a browser-served VS Code 1.100 opened leagues as text.
    if (manifest.extensionKind !== undefined)
      yield 'extensionKind is declared: VS Code chooses it from main and browser';
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities ?? {};
    if (untrustedWorkspaces?.supported === undefined)
      yield 'capabilities do not say what works in untrusted workspaces';
    else if (untrustedWorkspaces.supported !== true && !untrustedWorkspaces.description)
      yield 'capabilities do not say why untrusted workspaces are limited';
    if (virtualWorkspaces === undefined) yield 'capabilities do not say what works in virtual workspaces';
    if (manifest.browser !== undefined && !tags.includes('__web_extension'))
      yield 'browsers are not offered the extension';
  },
  *channel({ manifest, properties }) {
    const marked = properties.get('Microsoft.VisualStudio.Code.PreRelease') === 'true';
    if (marked !== isPreRelease(manifest.version))
      yield `${manifest.version} is packed as a ${marked ? 'pre-release' : 'release'}: odd minor versions are pre-releases, even ones are not`;
  },
  *texts({ file }) {
    for (const name of ['readme.md', 'changelog.md', 'LICENSE.txt'])
      if ((file(`extension/${name}`)?.length ?? 0) < 100) yield `${name} is missing or empty`;
  },
  *readme({ manifest, file }) {
    const text = file('extension/readme.md')?.toString('utf8') ?? '';
    const images = [
      ...[...text.matchAll(/!\[[^\]]*\]\(<?([^)\s>]+)/g)].map((match) => match[1]),
      ...[...text.matchAll(/<img\b[^>]*?\bsrc\s*=\s*["']([^"']+)/gi)].map((match) => match[1]),
    ];
    const isOpen = manifest.repository === undefined;
    for (const image of images) {
      if (/\.svg(?:[?#]|$)|^data:image\/svg/i.test(image)) yield `an SVG in the README: ${image}`;
      else if (isHttps(image)) continue;
      else if (file(`extension/${image.replace(/^\.\//, '')}`) === undefined)
        yield `an image of the README is not packed: ${image}`;
      else if (!isOpen) yield `an image of the README has no https address: ${image}`;
      else yield { open: `registries show ${image} only by an address, which \`repository\` gives` };
    }
    if (/<svg\b/i.test(text)) yield 'an SVG element in the README';
    const links = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g)].map((match) => match[1]);
    const relative = links.filter((link) => !isHttps(link) && !link.startsWith('#'));
    if (relative.length > 0) {
      const says = `${relative.length} links of the README lead to files of the repository`;
      yield isOpen ? { open: says } : says;
    }
  },
};

/**
 * What a registry or its users would miss in a VSIX.
 *
 * @param entries contents of the VSIX by path
 * @returns `faults`, and `open`: what must be known before the first publication and cannot be before there is an address
 */
export function publishFaults(entries) {
  const file = (name) => entries.get(name);
  const xml = file('extension.vsixmanifest')?.toString('utf8') ?? '';
  const properties = new Map(
    [...xml.matchAll(/<Property Id="([^"]+)" Value="([^"]*)"/g)].map(([, id, value]) => [id, value]),
  );
  const tags = (/<Tags>([^<]*)<\/Tags>/.exec(xml)?.[1] ?? '').split(',');
  let manifest;
  try {
    manifest = JSON.parse(file('extension/package.json')?.toString('utf8') ?? '');
  } catch {
    return { faults: ['package.json is missing or no JSON'], open: [] };
  }
  const faults = [];
  const open = [];
  for (const rule of Object.values(RULES))
    for (const found of rule({ manifest, file, properties, tags }))
      if (typeof found === 'string') faults.push(found);
      else open.push(found.open);
  return { faults, open };
}
