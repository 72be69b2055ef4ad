import { readFile } from 'node:fs/promises';

/**
 * zod declares 180 kinds of schemas and checks, each with classes of its own, and every context of every run is a copy of them. A
 * function uses a handful: so what a kind needs for its instances is made with the first of them, and the class that only kinds of
 * errors extend is left out of the others. That is a third of what a context costs; what functions see is the same.
 */
const CHANGES = [
  [
    `class Definition extends Parent {
    }
    Object.defineProperty(Definition, "name", { value: name });`,
    `let Definition;
    if (params?.Parent) {
      Definition = class extends Parent {};
      Object.defineProperty(Definition, "name", { value: name });
    }`,
  ],
  ['const zodProto = {};', 'let Internals;'],
  [
    `function Internals(def) {
        this.def = def;
        this.constr = _;
        this.traits = new Set();
    }
    Internals.prototype = zodProto;`,
    '',
  ],
  ['new Internals(def)', 'new (Internals ??= internalsOf(_))(def)'],
  ['const initialized = protoMembers && new WeakSet();', 'let initialized;'],
  ['if (initialized) {', 'if (protoMembers) {\n            initialized ??= new WeakSet();'],
];

const INTERNALS = `
function internalsOf(constr) {
  function Internals(def) {
    this.def = def;
    this.constr = constr;
    this.traits = new Set();
  }
  Internals.prototype = {};
  return Internals;
}`;

const change = (text, [before, after]) => {
  if (text.split(before).length !== 2) throw new Error(`lean-zod: another version of zod, without: ${before}`);
  return text.replace(before, () => after);
};

/** Makes zod's kinds of schemas cheap to copy. Fails the build where zod is not what this was written for. */
export const leanZod = {
  name: 'lean-zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ }, async ({ path }) => ({
      contents: CHANGES.reduce(change, await readFile(path, 'utf8')) + INTERNALS,
    })),
};
