import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { CrmError, type Html, html, Mailer, type MailEnvelope, type MailOutcome, type MailProbe, type MailRoute } from 'rapport-crm'
import type { Config } from './config.ts'
import { type Listener, safeHeaders, sendProblem } from './server.ts'

// What a developer looks at; older messages make room for newer ones.
const MOST_MESSAGES = 200
const MOST_BYTES = 64 * 1024 * 1024

/** Shows mail instead of sending it. Throws where it must not: outside of development, or where others can reach the host. */
export function previewFor({ host }: Pick<Config, 'host'>, environment: Readonly<Record<string, string | undefined>>): MailPreview {
  if (environment['NODE_ENV'] === 'production')
    throw new Error('--mail-preview is for development: it sends nothing, and NODE_ENV is production')
  if (!isLoopback(host))
    throw new Error(`--mail-preview shows all mail to whoever reaches the host: HOST must be 127.0.0.1, ::1 or localhost, and is ${host}`)
  return new MailPreview()
}

interface Kept {
  readonly number: number
  readonly at: Date
  readonly envelope: MailEnvelope
  readonly raw: Buffer
}

/** Keeps outgoing mail in memory and shows it at `/mail`; for development. */
export class MailPreview {
  readonly #kept: Kept[] = []
  #bytes = 0
  #count = 0

  /** The server and sender of those who have no mailbox, where none is configured. */
  readonly mail = { url: 'smtp://localhost', from: 'preview@rapport.example' } as const
  /** The port by which the engine sends: it takes every message, and none leaves. */
  readonly mailer: Mailer

  constructor() {
    const keep = (envelope: MailEnvelope, raw: Buffer) => this.#keep(envelope, raw)
    this.mailer = new (class extends Mailer {
      override send(_route: MailRoute, envelope: MailEnvelope, message: Buffer): Promise<MailOutcome> {
        return Promise.resolve({ kind: 'accepted', answer: `250 Shown at /mail/${keep(envelope, message)}`, queueId: null, refused: [] })
      }

      override probe(): Promise<readonly MailProbe[]> {
        return Promise.resolve([{ step: 'connect', ok: true, code: null, text: 'Mail is shown at /mail and not sent', ms: 0 }])
      }
    })()
  }

  /** Serves the list, each message, its HTML by itself, and the message as it would have left. */
  readonly listener: Listener = (request, response) => {
    this.#answer(request, response).catch(() => {
      sendProblem(response, new CrmError('internal_error', 'The message could not be shown').toProblem())
    })
  }

  #keep(envelope: MailEnvelope, raw: Buffer): number {
    this.#count += 1
    this.#kept.push({ number: this.#count, at: new Date(), envelope, raw })
    this.#bytes += raw.length
    while (this.#kept.length > MOST_MESSAGES || (this.#bytes > MOST_BYTES && this.#kept.length > 1))
      this.#bytes -= this.#kept.shift()?.raw.length ?? 0
    return this.#count
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page of a stranger that resolves its own name to this machine reads nothing.
    const name = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
    if (!isLoopback(name)) return sendProblem(response, new CrmError('forbidden', 'Mail is shown on this machine only').toProblem())
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendProblem(
        response,
        new CrmError('method_not_allowed', 'Only GET is answered here', { allow: ['GET', 'HEAD'] }).toProblem(),
        { allow: 'GET, HEAD' },
      )
    const [, number, part] = /^\/mail(?:\/(\d{1,9})(?:\/(html|raw))?)?\/?$/.exec((request.url ?? '').split('?')[0] ?? '') ?? []
    if (number === undefined && /^\/mail\/?(?:\?.*)?$/.test(request.url ?? '')) return page(response, await this.#list())
    const kept = this.#kept.find((each) => String(each.number) === number)
    if (!kept)
      return sendProblem(response, new CrmError('not_found', 'There is no such message, or newer ones have taken its place').toProblem())
    if (part === 'raw')
      return send(response, kept.raw, {
        'content-type': 'message/rfc822',
        'content-disposition': `attachment; filename="message-${kept.number}.eml"`,
      })
    const message = await PostalMime.parse(kept.raw)
    if (part === 'html') return page(response, message.html ?? '', readersPolicy)
    page(response, messagePage(kept, message))
  }

  async #list(): Promise<string> {
    const rows = await Promise.all(
      this.#kept.toReversed().map(async ({ number, at, envelope, raw }) => {
        // The head is enough for a line.
        const { subject } = await PostalMime.parse(raw.subarray(0, headEnd(raw)))
        return html`<tr>
          <td>${at.toISOString()}</td>
          <td>${envelope.to.join(', ')}</td>
          <td><a href="/mail/${String(number)}">${subject ?? '(no subject)'}</a></td>
        </tr>`
      }),
    )
    const none = html`<p>Nothing was sent yet. What the engine sends appears here; reload the page.</p>`
    const table = html`<table>
      <thead>
        <tr>
          <th>Sent</th>
          <th>To</th>
          <th>Subject</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
    return documentOf('Outgoing mail', rows.length === 0 ? none : table)
  }
}

// Remote images would tell the tracker of this very host that the message was opened.
const readersPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function messagePage({ number, envelope }: Kept, { headers, text, html: markup, attachments }: Email): string {
  const lines = headers.map(
    ({ key, value }) =>
      html`<tr>
        <th>${key}</th>
        <td>${value}</td>
      </tr>`,
  )
  const files = attachments.map(({ filename, mimeType }) => html`<li>${filename ?? '(no name)'} (${mimeType})</li>`)
  return documentOf(
    `Message ${number}`,
    html`<p>
        <a href="/mail">All mail</a> · ${markup ? html`<a href="/mail/${String(number)}/html">HTML, as readers see it</a> · ` : ''}<a
          href="/mail/${String(number)}/raw"
          >The message as it left</a
        >
      </p>
      <p>From ${envelope.from || '(nobody)'} to ${envelope.to.join(', ')}</p>
      <table>
        ${lines}
      </table>
      <pre>${text ?? ''}</pre>
      ${
        files.length > 0
          ? html`<h2>Attachments</h2>
              <ul>
                ${files}
              </ul>`
          : ''
      }`,
  )
}

function documentOf(title: string, body: Html): string {
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <style>
            body {
              font:
                16px/1.5 system-ui,
                sans-serif;
              margin: 2rem auto;
              max-width: 60rem;
              padding: 0 1rem;
            }
            table {
              border-collapse: collapse;
              width: 100%;
            }
            th,
            td {
              text-align: left;
              vertical-align: top;
              padding: 0.3rem 0.6rem;
              border-bottom: 1px solid #ccc;
              overflow-wrap: anywhere;
            }
            pre {
              white-space: pre-wrap;
              overflow-wrap: anywhere;
              background: #f4f4f4;
              padding: 1rem;
            }
          </style>
        </head>
        <body>
          <h1>${title}</h1>
          ${body}
        </body>
      </html>`,
  )
}

function page(response: ServerResponse, body: string, policy = pagePolicy): void {
  send(response, body, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
}

function send(response: ServerResponse, body: string | Buffer, headers: Record<string, string>): void {
  response.writeHead(200, { ...safeHeaders, ...headers }).end(body)
}

function headEnd(raw: Buffer): number {
  const end = raw.indexOf('\r\n\r\n')
  return end < 0 ? raw.length : end
}

/** Whether only this machine reaches a server on this host name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
