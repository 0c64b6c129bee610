import type { ServerResponse } from 'node:http'
import { CrmError } from 'rapport-crm'

/** The answer to a path at which nothing is served. */
export const notServed = (): CrmError => new CrmError('not_found', 'Nothing is served at this path')

/** A problem document in web-standard form. */
export function problemOf(error: CrmError): Response {
  const { status, headers, text } = documentOf(error)
  return new Response(text, { status, headers })
}

/** Sends a problem document. */
export function sendProblem(res: ServerResponse, error: CrmError): void {
  const { status, headers, text } = documentOf(error)
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}

function documentOf(error: CrmError) {
  const id = crypto.randomUUID()
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
  }
  return { status: error.status, headers, text: JSON.stringify(error.toProblem(id)) }
}
