/** The folder of a workspace or of an experiment that holds runs, answers, searches and the user's templates. */
export const OWN_FOLDER = '.statelens';

/** Content of its `.gitignore`: everything but the templates, which a user writes. */
export const IGNORED = `# StateLens: runs, answers and searches stay out of the repository, templates do not. Written once: change it as you like.
*
!/templates/
!/templates/**
`;

/**
 * Returns where the `.gitignore` of a new file belongs: in the `.statelens` that holds the file, the innermost one. Undefined where
 * there is none above it. Both kinds of slashes divide a path.
 */
export const ignoreFileFor = (file: string): string | undefined => {
  const own = /^(?:.*[\\/])?\.statelens(?=[\\/])/s.exec(file)?.[0];
  return own && `${own}/.gitignore`;
};
