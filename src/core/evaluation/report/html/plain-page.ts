import { escape, type Markup, paragraph, section } from './markup.ts';
import { STYLE } from './style.ts';

/** A section of a page: what stands under its heading, as source of HTML. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Markup[];
}

export interface PlainPage {
  /** What the page is about, in its title: `StateLens league`. */
  readonly name: string;
  readonly heading: string;
  /** One line below the heading. */
  readonly lead: string;
  readonly sections: readonly PageSection[];
  /** One line at the end: what wrote the page. */
  readonly end: string;
}

/** The page may load nothing and run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Figures as one HTML file without a script: nothing from outside, for light and dark pages and for paper. */
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
