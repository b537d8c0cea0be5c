/** The path of a file from a folder on; the whole path where they have no folder in common. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split('/').filter((part) => part !== '');
  const to = file.split('/').filter((part) => part !== '');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  if (same === 0 && from.length > 0) return file;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}
