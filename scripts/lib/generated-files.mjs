/** Files in the repository that are made from sources: `npm run generate` writes them, `npm run check` compares them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const render = async () => {
  const { renderEnvExample } = await import('@svc/config');
  return new Map([
    ['.env.example', renderEnvExample()],
    ['docs/reference/providers.md', await renderCataloguePage()],
    ['docs/reference/cli.md', await renderCliPage()],
  ]);
};

/** From the definitions themselves: what was compiled may be older. */
const renderCataloguePage = async () => {
  const { catalogueOf, cataloguePage, compileCatalogue } = await import('@svc/providers');
  return cataloguePage(catalogueOf(await compileCatalogue(inRoot('libs/providers'))));
};

const renderCliPage = async () => {
  const { cliReferencePage } = await import('../../apps/cli/dist/reference-page.js');
  return cliReferencePage();
};

export const writeGeneratedFiles = async () => {
  for (const [file, content] of await render()) writeFileSync(inRoot(file), content);
};

/** The names of those that differ from what would be generated now. */
export const staleGeneratedFiles = async () => {
  const isStale = ([file, content]) => !existsSync(inRoot(file)) || readFileSync(inRoot(file), 'utf8') !== content;
  return [...(await render())].filter(isStale).map(([file]) => file);
};
