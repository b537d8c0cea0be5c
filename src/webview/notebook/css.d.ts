/** A style that the build embeds as a text. */
declare module '*.css' {
  const text: string;
  export default text;
}
