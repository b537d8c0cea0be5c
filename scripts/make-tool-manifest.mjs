// Writes what VS Code is told of the tools for agents into package.json, and their titles into its English texts, from their table:
// node scripts/make-tool-manifest.mjs
import fs from 'node:fs';
import esbuild from 'esbuild';

const code = `
  export { TOOLS } from './src/core/tools/table.ts';
  export { predictTool } from './src/models/predict/predict-tool.ts';`;
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
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const write = (file, value) => fs.writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
const tools = [...TOOLS, predictTool({})];
const texts = read('package.nls.json');
for (const { name, title } of tools) texts[`tool.statelens_${name}`] = title;
write('package.nls.json', texts);
const manifest = read('package.json');
manifest.contributes.languageModelTools = tools.map(({ name, description, input }) => ({
  name: `statelens_${name}`,
  displayName: `%tool.statelens_${name}%`,
  userDescription: `%tool.statelens_${name}%`,
  modelDescription: description,
  toolReferenceName: `statelens_${name}`,
  canBeReferencedInPrompt: true,
  icon: '$(telescope)',
  tags: ['statelens', 'chess'],
  inputSchema: input,
}));
write('package.json', manifest);
