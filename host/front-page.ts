import type { IncomingMessage, ServerResponse } from 'node:http'
import { CrmError, html } from 'rapport-crm'
import { type Listener, safeHeaders, sendProblem } from './server.ts'

interface Place {
  readonly name: string
  readonly path: string
  readonly about: string
  /** For programs alone: a browser that opens it sees an error. */
  readonly called?: boolean
}

// Relative, because the host does not know by which name it is reached. No version: nobody shall learn which faults it may have.
const places: readonly Place[] = [
  { name: 'documentation', path: '/docs', about: 'Guides, and every operation of the REST API to try' },
  { name: 'openapi', path: '/api/v1/openapi.json', about: 'The operations for programs (OpenAPI)' },
  { name: 'catalog', path: '/api/v1/catalog', about: 'Every accepted value and limit' },
  { name: 'api', path: '/api/v1', about: 'The REST API itself, for programs', called: true },
  { name: 'mcp', path: '/mcp', about: 'Tools for agents (MCP)', called: true },
  { name: 'health', path: '/healthz', about: 'Whether the process is alive' },
  { name: 'readiness', path: '/readyz', about: 'Whether it can serve now' },
]

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /`: what runs here and where to go, for browsers as a page and for programs as JSON; shows no data. */
export const frontPage: Listener = (request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const allow = ['GET', 'HEAD']
    const error = new CrmError('method_not_allowed', 'Only GET is answered here', { allow })
    return sendProblem(response, error.toProblem(), { allow: allow.join(', ') })
  }
  const isBrowser = /(^|,)\s*text\/html\b/i.test(request.headers.accept ?? '')
  if (isBrowser) send(request, response, page, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
  else send(request, response, document, { 'content-type': 'application/json' })
}

function send({ method }: IncomingMessage, response: ServerResponse, body: string, headers: Record<string, string>): void {
  const all = { ...safeHeaders, ...headers, vary: 'Accept', 'content-length': Buffer.byteLength(body) }
  response.writeHead(200, all).end(method === 'HEAD' ? undefined : body)
}

const document = JSON.stringify({ service: 'Rapport', ...Object.fromEntries(places.map(({ name, path }) => [name, path])) })

const page = String(
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>Rapport</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              1rem/1.55 system-ui,
              sans-serif;
            margin: 2rem auto;
            max-width: 40rem;
            padding: 0 1.25rem;
          }
          dt {
            margin-top: 0.75rem;
          }
          dd {
            margin: 0;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Rapport</h1>
          <p>A CRM engine runs here. Calls need an API key; the documentation does not.</p>
          <dl>
            ${places.map(
              ({ path, about, called = false }) =>
                html`<dt>${called ? html`<code>${path}</code>` : html`<a href="${path}">${path}</a>`}</dt>
                  <dd>${about}</dd>`,
            )}
          </dl>
        </main>
      </body>
    </html>`,
)
