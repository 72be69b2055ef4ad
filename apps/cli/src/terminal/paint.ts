import { styleText } from 'node:util';

/** What text may look like. */
type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Gives text a colour, where colours are wanted. */
export type Paint = (style: Style, text: string) => string;

/** Colours on a terminal that has them, unless `NO_COLOR` is set; plain text elsewhere. */
export const paintFor = (stream: NodeJS.WriteStream): Paint =>
  stream.isTTY && stream.hasColors() ? (style, text) => styleText(style, text, { validateStream: false }) : plain;

/** No colour at all. */
export const plain: Paint = (_style, text) => text;
