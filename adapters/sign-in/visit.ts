import type { IncomingMessage, ServerResponse } from 'node:http'
import { bytesOf, LIMIT, readForm, refuseLarge } from '../browser/form.ts'

/** One request, and how it is answered. */
export interface Visit {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly method: string
  /** Without the path of the site. */
  readonly path: string
  readonly ip: string | undefined
  /** By name, in lower case. */
  readonly header: (name: string) => string | null
}

/** The fields that a form has sent, each cut to what a page has room for; throws for a body that is none. */
export async function formOf({ req, header }: Visit): Promise<Readonly<Record<string, string>>> {
  refuseLarge({ header }, LIMIT)
  const fields = readForm(await bytesOf(req, LIMIT), { header })
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]))
}

// No database keeps these.
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
