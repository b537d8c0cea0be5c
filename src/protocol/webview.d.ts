import type { ComparisonParams, ComparisonResult } from './lsp.ts';
import { type Orientation } from './settings.ts';
/** Raised with every change of a message: a page of an older build may outlive an update of the extension. */
export declare const WEBVIEW_VERSION = 1;
/** The identifier of the comparison's panel, which VS Code restores after a reload. */
export declare const COMPARE_VIEW = "statelens.compare";
/** In which forms a comparison can be copied. */
export declare const COPY_FORMATS: readonly ['Markdown', 'CSV', 'LaTeX', 'SVG'];
export type CopyFormat = (typeof COPY_FORMATS)[number];
/** A comparison to be shown. */
export interface ShowMessage {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'show';
    /** The document and the position, with the label whose details are to be open; without one, all. */
    readonly place: ComparisonParams;
    readonly result: ComparisonResult;
    /** The setting `board.orientation`. */
    readonly orientation: Orientation;
}
/** From the extension to the page. */
export type ToPage = ShowMessage
/** Nothing can be shown, or no longer; what is on the page stays and is called out of date. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'unavailable';
    readonly reason: string;
}
/** The clipboard holds what the page gave. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'copied';
    readonly format: CopyFormat;
};
/** From the page to the extension. */
export type FromPage = 
/** The page listens. It may come again when VS Code has thrown a hidden page away. */
{
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'ready';
}
/** Show the move that was played at `ply` in the editor; 0 is the start of the line. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'revealMove';
    readonly ply: number;
}
/** Show a prediction in the editor. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'revealPrediction';
    readonly label: string;
}
/** One label was chosen, or with null all of them. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'select';
    readonly label: string | null;
}
/** Compare the next or previous prediction of the document. */
 | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'step';
    readonly to: 'next' | 'previous';
} | {
    readonly version: typeof WEBVIEW_VERSION;
    readonly type: 'copy';
    readonly format: CopyFormat;
    readonly text: string;
};
/** How the page stood when it was hidden. */
export interface PageState {
    /** What it showed. */
    readonly shown: ShowMessage;
    /** The label whose details are open; null for the table of all. */
    readonly label: string | null;
    readonly flipped: boolean;
    /** The ply whose position is on the true board. */
    readonly ply: number;
}
/** A message that arrived at the page; undefined for what is none. */
export declare const readToPage: (value: unknown) => ToPage | undefined;
/** A message that arrived from the page; undefined for what is none. */
export declare const readFromPage: (value: unknown) => FromPage | undefined;
/** What the page kept; undefined for what is not of this version. */
export declare const readPageState: (value: unknown) => PageState | undefined;
/** The place that a kept page showed, with the label that was open; undefined when it cannot be read. */
export declare function readKeptPlace(value: unknown): ComparisonParams | undefined;
//# sourceMappingURL=webview.d.ts.map