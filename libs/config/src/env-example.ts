import { z } from 'zod';
import { port } from './setting-fields.js';
import { descriptionOf, setting } from './setting.js';
import { gatewaySettings } from './settings-schema.js';

const START = 'npm start';

/** Read by the start script alone, before anything is compiled. */
const startSettings = z.object({
  POSTGRES_PORT: setting(port().optional(), {
    group: START,
    description: 'Port of the embedded PostgreSQL.',
    expected: 'a port',
    defaultText: '5443',
  }),
  TEMPORAL_PORT: setting(port().optional(), {
    group: START,
    description: 'Port of the local Temporal server.',
    expected: 'a port',
    defaultText: '7233',
  }),
  TEMPORAL_UI_PORT: setting(port().optional(), {
    group: START,
    description: 'Port of the local Temporal UI.',
    expected: 'a port',
    defaultText: '8233',
  }),
});

const HEADER = `# Settings of the gateway. Generated from libs/config by \`npm run generate\`: do not edit, copy to .env and change there.
# A variable that is empty or missing has its default. Variables of the process win over .env, which \`npm start\` reads.
`;

const describe = (variable: string, schema: z.ZodType): string => {
  const { description, expected, defaultText, requiredOutsideDevelopment } = descriptionOf(schema);
  const required = requiredOutsideDevelopment === true ? ' Required outside development.' : '';
  const fallback = defaultText === undefined ? '' : ` Default: ${defaultText}.`;
  return `# ${description}${required}\n# Value: ${expected}.${fallback}\n#${variable}=\n`;
};

/** The text of `.env.example`: every setting with its description, grouped. */
export const renderEnvExample = (): string => {
  const shape: Record<string, z.ZodType> = { ...gatewaySettings.shape, ...startSettings.shape };
  const groups = Map.groupBy(Object.entries(shape), ([, schema]) => descriptionOf(schema).group);
  const sections = [...groups].map(([group, settings]) => {
    const entries = settings.map(([variable, schema]) => describe(variable, schema));
    return `\n# --- ${group} ---\n\n${entries.join('\n')}`;
  });
  return HEADER + sections.join('');
};
