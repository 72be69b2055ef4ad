/**
 * A bundle's namespace objects (`import * as z`) have a getter for each name, and V8 keeps a chain of hidden classes for each object
 * that grew name by name. Every context of every run is a copy of them: a fifth of what it copies. When the modules have been
 * evaluated, as they are before the snapshot, the getters give what they will ever give: values take their place.
 */
const CHANGES = [
  [
    /var __export=\(target,all\)=>\{(for\(var \w+ in all\)__defProp\(target,\w+,\{get:all\[\w+\],enumerable:!0)(\}\)\})/,
    'var __namespaces=[],__export=(target,all)=>{__namespaces.push([target,all]);$1,configurable:!0$2',
  ],
  [
    /\}\)\(\);\s*$/,
    // An object that serves as a prototype gets a hidden class of its own, without the chain.
    `for(const [target,all] of __namespaces.splice(0)){
for(const name in all)__defProp(target,name,{value:all[name](),enumerable:!0});
__create(target).any;
}})();`,
  ],
];

/** The text of a bundle whose namespaces are plain objects. @throws where the bundler writes something else than this was made for */
export const withPlainNamespaces = (text) =>
  CHANGES.reduce((changed, [before, after]) => {
    if (!before.test(changed)) throw new Error(`plain-namespaces: another version of the bundler, without ${before}`);
    return changed.replace(before, after);
  }, text);
