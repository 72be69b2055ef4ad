import { describe, expect, it } from '@jest/globals';
import { readXml, writeXml } from './xml-text.js';

describe('XML', () => {
  it('writes elements, attributes, lists and text, escaped', () => {
    const tree = { r: { '@_id': 'a"b', item: ['1', '<2>'], empty: '', text: { '#text': 'x & y', '@_lang': 'en' } } };
    const xml = writeXml(tree);
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><r id="a&quot;b"><item>1</item><item>&lt;2&gt;</item><empty></empty><text lang="en">x &amp; y</text></r>',
    );
    expect(readXml(xml)).toMatchObject({ r: { item: ['1', '<2>'], empty: '', text: 'x & y' } });
  });

  it('reads texts as texts, without prefixes', () => {
    expect(
      readXml('<a:b xmlns:a="urn:a"><a:c n="1">007</a:c><d>true</d><e>&#246;&amp;&#x41;</e><f>&amp;#246;</f></a:b>'),
    ).toEqual({
      b: { c: '007', d: 'true', e: 'ö&A', f: '&#246;' },
    });
  });

  it.each([
    '<a><b></a>',
    'plain',
    '{"a":1}',
    '',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<!doctype html><html></html>',
  ])('does not read %s', (text) => {
    expect(readXml(text)).toBeUndefined();
  });

  it('cannot be used to reach the prototype of objects', () => {
    readXml('<a><__proto__><polluted>1</polluted></__proto__></a>');
    expect({}).not.toHaveProperty('polluted');
  });
});
