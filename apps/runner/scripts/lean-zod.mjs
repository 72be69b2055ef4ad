import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/**
 * zod declares 180 kinds of schemas and checks, each with closures, prototypes and methods of its own, and every context of every
 * run is a copy of them. A function uses a handful. So a kind is declared by its name and a function that gives its parts, and made
 * when the first of its instances is; what functions see is the same.
 */
const CHANGES = [
  [
    /export \/\*@__NO_SIDE_EFFECTS__\*\/ function \$constructor\(name, initializer,[^)]*?proto, params\) \{/,
    'function makeKind(_, name, initializer, proto, params) {',
  ],
  [/function _\(def\) \{\s+const inst = (.*) : this;/, 'function construct(self, def) {\n const inst = $1 : self;'],
  [/Object\.defineProperty\(_, "init"[^]*?return _;\n/, 'return { name, params, init, construct };\n'],
];

const KINDS = `
const STATE = Symbol();
function madeOf(kind) {
  const state = kind[STATE];
  return (state.made ??= makeKind(state.kind, state.name, ...state.parts()));
}
const Kind = Object.create(Function.prototype, {
  init: { value(inst, def) { madeOf(this).init(inst, def); } },
  [Symbol.hasInstance]: {
    value(inst) {
      const { name, params } = madeOf(this);
      if (params?.Parent && inst instanceof params.Parent) return true;
      return inst?._zod?.traits?.has(name);
    },
  },
});
export /*@__NO_SIDE_EFFECTS__*/ function $constructor(name, parts) {
  const kind = { [name]: function (def) { return madeOf(kind).construct(this, def); } }[name];
  kind[STATE] = { kind, name, parts, made: undefined };
  return Object.setPrototypeOf(kind, Kind);
}`;

const change = (text, [before, after]) => {
  if (text.match(new RegExp(before, 'g'))?.length !== 1)
    throw new Error(`lean-zod: another version of zod, without: ${before}`);
  return text.replace(before, after);
};

/** `$constructor(name, ...parts)` becomes `$constructor(name, () => [...parts])`. */
const declareLazily = (text, path) => {
  const edits = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && /(^|\.)\$constructor$/.test(node.expression.getText(file))) {
      const [, first] = node.arguments;
      edits.push([first.getFullStart(), '() => ['], [node.arguments.at(-1).getEnd(), ']']);
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  visit(file);
  for (const [position, inserted] of edits.sort(([left], [right]) => right - left))
    text = text.slice(0, position) + inserted + text.slice(position);
  return text;
};

/** Makes zod's kinds of schemas cheap to copy. Fails the build where zod is not what this was written for. */
export const leanZod = {
  name: 'lean-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ }, async ({ path }) => ({
      contents: CHANGES.reduce(change, await readFile(path, 'utf8')) + KINDS,
    }));
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/](core|classic)[\\/][\w-]+\.js$/ }, async ({ path }) => ({
      contents: declareLazily(await readFile(path, 'utf8'), path),
    }));
  },
};
