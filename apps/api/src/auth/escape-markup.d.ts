/** Text for an element or a quoted attribute of a page. */
export declare const escapeMarkup: (text: string) => string;
/** JSON for a script element of a page: nothing in it ends the element or begins a comment, nor a line where JavaScript sees one. */
export declare const escapeJson: (value: unknown) => string;
//# sourceMappingURL=escape-markup.d.ts.map
