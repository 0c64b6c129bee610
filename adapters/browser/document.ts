import { createHash } from 'node:crypto'
import { type CrmError, errorCatalog, html, type Page, type RawAnswer } from 'rapport-crm'

export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A page with a script of this site, for what no browser does without; whatever else stands in the page runs none. */
export type ScriptedPage = Page & { readonly script?: string }

const hashes = new Map<string, string>()

/** The HTML document of a page. It loads nothing; only its own style is allowed and, where it has one, its own script. */
export function documentOf({ status, language, title, style, body, location, leads_to, script }: ScriptedPage): PageResponse {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow">',
    html`<title>${title}</title>`.text,
    `<style>${style}</style>`,
  ]
  const root = `<html lang="${html`${language}`}">`
  const text = [
    '<!doctype html>',
    root,
    '<head>',
    ...head,
    '</head>',
    '<body>',
    body,
    ...(script === undefined ? [] : [`<script type="module">${script}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
  return {
    status,
    headers: { ...safe(style, leads_to, script), 'content-language': language, ...(location !== undefined && { location }) },
    body: location === undefined ? text : '',
  }
}

const plain =
  ':root { color-scheme: light dark; } body { margin: 2rem auto; padding: 0 1.25rem; max-width: 40rem; font: 1rem/1.55 system-ui, sans-serif; }'

/** An answer that is no document. Nothing in it runs on this site, and nobody keeps it, unless its own headers say so. */
export function rawOf({ status, media, content, headers }: RawAnswer): PageResponse {
  // What is made in this process is never in shared memory.
  const body = typeof content === 'string' ? content : (content as Uint8Array<ArrayBuffer>)
  return {
    status,
    headers: { ...common, 'content-type': media, 'content-security-policy': "default-src 'none'; sandbox", ...headers },
    body,
  }
}

/** An error for programs: the problem document of the API. */
export function rawProblem(error: CrmError): PageResponse {
  const allow = error.details.allow ?? []
  const content = JSON.stringify(error.toProblem())
  return rawOf({
    status: error.status,
    media: 'application/problem+json',
    content,
    headers: { ...(allow.length > 0 && { allow: allow.join(', ') }), ...retryAfter(error) },
  })
}

function retryAfter({ details }: CrmError): Record<string, string> {
  return details.retry_after === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(details.retry_after))) }
}

/** The page that shows an error. */
export function problemPage(error: CrmError): PageResponse {
  const { code, status, message, details } = error
  const { allow = [] } = details
  const { title } = errorCatalog[code]
  const body = html`<main>
    <h1>${title}</h1>
    <p role="alert">${message}</p>
  </main>`.text
  const sent = documentOf({ status, language: 'en', title, style: plain, body })
  return { ...sent, headers: { ...sent.headers, ...(allow.length > 0 && { allow: allow.join(', ') }), ...retryAfter(error) } }
}

// Whoever knows the address sees the page, so neither caches nor other sites may learn it.
const common = {
  'x-robots-tag': 'noindex, nofollow',
  // With `no-referrer` browsers would not say from where a form comes.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

// An origin, or the scheme of a program on a desk or a phone.
const SOURCE = /^(?:https?:\/\/[\w.:[\]-]+|(?!https?:|data:|blob:|javascript:)[a-z][a-z0-9+.-]*:)$/

// Browsers hold the redirects after a form against `form-action`, too.
function safe(style: string, leadsTo: readonly string[] = [], script?: string): Record<string, string> {
  const targets = ["'self'", ...leadsTo.filter((each) => SOURCE.test(each))].join(' ')
  return {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src '${hashOf(style)}'; ${script === undefined ? '' : `script-src '${hashOf(script)}'; `}object-src 'none'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

function hashOf(style: string): string {
  const known = hashes.get(style)
  if (known !== undefined) return known
  const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`
  // Features declare the styles, so there are only a few.
  if (hashes.size < 100) hashes.set(style, hash)
  return hash
}
