import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CONFIG, type ConnectFailure } from '@svc/domain';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeJson, escapeMarkup } from './escape-markup.js';
import { PAGE_TEXTS, type PageLanguage } from './page-texts.js';

const FOLDER = path.resolve(import.meta.dirname, '../../assets');

const assetOf = (file: string) => {
  const content = readFileSync(path.join(FOLDER, file), 'utf8');
  return { content, version: createHash('sha256').update(content).digest('hex').slice(0, 12) };
};

/** Files that the page loads. */
export const PAGE_ASSETS = { script: assetOf('callback-page.js'), style: assetOf('callback-page.css') };

/** How an authorization ended, for the last page. */
export type PageOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly failure: Pick<ConnectFailure, 'errorType' | 'message'> };

export interface PageContent {
  readonly outcome: PageOutcome;
  readonly language: PageLanguage;
  /** Where the browser goes when no other page waits for it. */
  readonly returnUrl: string | undefined;
}

const SIGN = {
  connected: '<circle cx="12" cy="12" r="10"/><path d="m8 12.5 2.8 2.8L16 9.5"/>',
  pending: '<circle cx="12" cy="12" r="10"/><path d="M12 7v5l3 2"/>',
  failed: '<circle cx="12" cy="12" r="10"/><path d="M12 7v6"/><path d="M12 16.5v.1"/>',
} as const;

/** The last page of the browser flow. It is complete without its script, which only tells others. */
@Injectable()
export class CallbackPage {
  /** Nothing runs or loads but the page's own two files. */
  readonly securityPolicy: string;
  private readonly base: string;

  constructor(@Inject(CONFIG) { api: { publicUrl } }: Config) {
    this.base = publicUrl;
    const own = new URL(publicUrl).origin;
    this.securityPolicy = [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      // The empty icon, so that the browser asks for none.
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  render({ outcome, language, returnUrl }: PageContent): string {
    const { heading, text, detail, close } = wordsOf(outcome, language);
    const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
    const data = {
      isSuccess: !failure,
      ...(failure && { payload: { message: failure.message, errorType: failure.errorType } }),
      ...(returnUrl !== undefined && { returnUrl }),
    };
    return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(heading)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeMarkup(this.asset('page.css', PAGE_ASSETS.style.version))}">
</head>
<body data-outcome="${outcome.kind}">
<main>
<svg viewBox="0 0 24 24" aria-hidden="true">${SIGN[outcome.kind]}</svg>
<h1>${escapeMarkup(heading)}</h1>
<div role="${failure ? 'alert' : 'status'}">${paragraph(text)}${paragraph(detail, 'detail')}</div>
${paragraph(close, 'hint')}
</main>
<script type="application/json" id="outcome">${escapeJson(data)}</script>
<script src="${escapeMarkup(this.asset('page.js', PAGE_ASSETS.script.version))}" defer></script>
</body>
</html>
`;
  }

  private asset(file: string, version: string): string {
    return `${this.base}/oauth/callback/${file}?v=${version}`;
  }
}

const paragraph = (text: string | undefined, name = 'text'): string =>
  text === undefined ? '' : `<p class="${name}">${escapeMarkup(text)}</p>`;

/** Failures about which there is nothing to add. */
const TOLD_ENTIRELY: ReadonlySet<string> = new Set(['state_err', 'state_cookie_err']);

interface Words {
  readonly heading: string;
  readonly text?: string;
  /** The gateway's or the provider's own words. */
  readonly detail?: string;
  /** A failure's text says so already. */
  readonly close?: string;
}

function wordsOf(outcome: PageOutcome, language: PageLanguage): Words {
  const { connected, pending, pendingText, failed, failures, close } = PAGE_TEXTS[language];
  if (outcome.kind === 'connected') return { heading: connected, close };
  if (outcome.kind === 'pending') return { heading: pending, text: pendingText, close };
  const { errorType, message } = outcome.failure;
  const known: Readonly<Record<string, string>> = failures;
  const text = known[errorType] ?? failures.other;
  return { heading: failed, text, ...(!TOLD_ENTIRELY.has(errorType) && { detail: message }) };
}
