import { randomUUID } from 'node:crypto';
import { text, type Answer } from './answer.js';
import type { Protocol, Route } from './route.js';

/** Where the browser goes, by what the person decides. */
export interface Decision {
  readonly allow: () => Answer;
  readonly deny: () => Answer;
}

/** The person in front of the browser: sees a page with two buttons, or has decided already. */
export class Consent implements Protocol {
  /** `ask` shows the page. */
  mode: 'ask' | 'allow' | 'deny' = 'ask';
  private readonly open = new Map<string, Decision>();

  readonly routes: readonly Route[] = [
    { method: 'POST', path: '/consent/:id', handle: ({ fields }, { id }) => this.decide(id ?? '', fields['decision']) },
  ];

  ask(who: string, decision: Decision): Answer {
    if (this.mode !== 'ask') return decision[this.mode]();
    const id = randomUUID();
    this.open.set(id, decision);
    return text(200, page(who, id), 'text/html; charset=utf-8');
  }

  private decide(id: string, choice: unknown): Answer {
    const decision = this.open.get(id);
    if (!decision) return text(410, 'This page was answered already.');
    this.open.delete(id);
    return choice === 'allow' ? decision.allow() : decision.deny();
  }
}

const escape = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (who: string, id: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Allow access?</title>
<h1>Allow access?</h1><p>${escape(who)} wants to use your account.</p>
<form method="post" action="/consent/${id}">
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>
</form></html>`;
