/** A data file that the build embeds as a text. */
declare module '*.tsv' {
  const text: string;
  export default text;
}
