import { createHash } from 'node:crypto'
import { type CrmError, errorCatalog, html, type Page } from 'rapport-crm'

export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const hashes = new Map<string, string>()

/** The HTML document of a page. It runs no scripts and loads nothing; only its own style is allowed. */
export function documentOf({ status, language, title, style, body, location }: Page): PageResponse {
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
      </head>
    </html> `
  const text = `${page.text}<style>${style}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`
  return {
    status,
    headers: { ...safe(style), 'content-language': language, ...(location !== undefined && { location }) },
    body: location === undefined ? text : '',
  }
}

const plain =
  ':root { color-scheme: light dark; } body { margin: 2rem auto; padding: 0 1.25rem; max-width: 40rem; font: 1rem/1.55 system-ui, sans-serif; }'

/** The page that shows an error. */
export function problemPage({ code, status, message, details }: CrmError, allow: readonly string[] = details.allow ?? []): PageResponse {
  const { title } = errorCatalog[code]
  const body = html`<main>
    <h1>${title}</h1>
    <p role="alert">${message}</p>
  </main>`.text
  const sent = documentOf({ status, language: 'en', title, style: plain, body })
  const retry = details.retry_after === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(details.retry_after))) }
  return { ...sent, headers: { ...sent.headers, ...(allow.length > 0 && { allow: allow.join(', ') }), ...retry } }
}

// Whoever knows the address sees the page, so neither caches nor other sites may learn it.
function safe(style: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src '${hashOf(style)}'; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-robots-tag': 'noindex, nofollow',
    // With `no-referrer` browsers would not say from where a form comes.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
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
