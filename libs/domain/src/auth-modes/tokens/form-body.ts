import type { TemplateTree } from '@svc/contracts';

/** Parameters in the encoding of HTML forms; what is nested goes as JSON. */
export function formOf(body: Readonly<Record<string, TemplateTree>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form.toString();
}
