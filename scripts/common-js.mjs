import esbuild from 'esbuild';

/** An ES module that a build with code splitting gave, as CommonJS: `code` and `map`. `options`: those of esbuild that differ. */
export const asCommonJs = (text, options) =>
  esbuild.transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    ...options,
  });
