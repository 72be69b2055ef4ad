import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrastOf, formatColour, parseColour, readableOn, textColourOn, type Colour } from './colour.js';

const WHITE: Colour = [255, 255, 255];
const INK: Colour = [23, 24, 28];
const anyColour = fc.tuple(
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: 0, max: 255 }),
);

describe('colours', () => {
  it('are read and written', () => {
    expect(parseColour('#1a7F64')).toEqual([26, 127, 100]);
    expect(parseColour('#fff')).toEqual(WHITE);
    expect(parseColour('red')).toBeUndefined();
    expect(parseColour('#12345')).toBeUndefined();
    fc.assert(fc.property(anyColour, (colour) => expect(parseColour(formatColour(colour))).toEqual(colour)));
  });

  it('have the contrast that the guidelines compute', () => {
    expect(contrastOf(WHITE, [0, 0, 0])).toBeCloseTo(21, 5);
    expect(contrastOf(WHITE, WHITE)).toBe(1);
    // A known pair: #767676 is the lightest grey for text on white.
    expect(contrastOf([118, 118, 118], WHITE)).toBeCloseTo(4.54, 2);
  });

  it('get text that can be read on them, whatever the environment chose', () => {
    expect(textColourOn([47, 84, 235])).toEqual(WHITE);
    expect(textColourOn([245, 197, 24])).not.toEqual(WHITE);
    fc.assert(fc.property(anyColour, (colour) => contrastOf(colour, textColourOn(colour)) >= 4.3));
  });

  it('are changed only where they could not be read', () => {
    expect(readableOn(WHITE, [47, 84, 235], INK)).toEqual([47, 84, 235]);
    fc.assert(fc.property(anyColour, (colour) => contrastOf(readableOn(WHITE, colour, INK), WHITE) >= 4.5));
  });
});
