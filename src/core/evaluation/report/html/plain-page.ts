import { escape, type Markup, paragraph, section } from './markup.ts';
import { STYLE } from './style.ts';

/** Section of a page: the content under its heading, as HTML source. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Markup[];
}

export interface PlainPage {
  /** Subject of the page, in its title: `StateLens league`. */
  readonly name: string;
  readonly heading: string;
  /** One line below the heading. */
  readonly lead: string;
  readonly sections: readonly PageSection[];
  /** Last line, with the tool that wrote the page. */
  readonly end: string;
}

/** Policy under which the page may load and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Returns sections as one HTML file without scripts and external resources, for light and dark pages and for paper. */
export const plainPage = ({ name, heading, lead, sections, end }: PlainPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escape(name)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<header>
<h1>${escape(heading)}</h1>
<p class="quiet">${escape(lead)}</p>
</header>
<main>
${sections.map(({ id, title, body }) => section(id, title, ...body)).join('\n')}
</main>
<footer>${paragraph(end)}</footer>
</body>
</html>
`;
