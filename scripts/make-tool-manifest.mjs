// Writes what VS Code is told of the tools for agents into package.json, from their table: node scripts/make-tool-manifest.mjs
import fs from 'node:fs';
import esbuild from 'esbuild';

const code = `
  export { TOOLS } from './src/core/tools/table.ts';
  export { predictTool } from './src/models/asking/predict-tool.ts';`;
const built = await esbuild.build({
  stdin: { contents: code, resolveDir: '.', loader: 'ts' },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  loader: { '.tsv': 'text' },
});
const { TOOLS, predictTool } = await import(
  `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString('base64')}`
);
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
manifest.contributes.languageModelTools = [...TOOLS, predictTool({})].map(({ name, title, description, input }) => ({
  name: `statelens_${name}`,
  displayName: title,
  userDescription: title,
  modelDescription: description,
  toolReferenceName: `statelens_${name}`,
  canBeReferencedInPrompt: true,
  icon: '$(telescope)',
  tags: ['statelens', 'chess'],
  inputSchema: input,
}));
fs.writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
