import type { Grants } from 'rapport-crm'

/**
 * The document with which a program describes itself, through the guard of outgoing calls: public addresses and https only, no redirects, at
 * most 5 KiB, and the address that was judged is the one that is called.
 */
export async function readClientDocument(grants: Grants, url: string): Promise<Response> {
  const { status, body, error } = await grants.readDocument(url)
  if (error !== null) throw new Error(`The document cannot be read: ${error}`)
  if (status !== 200) return new Response(null, { status: status >= 200 && status < 600 ? status : 502 })
  if (body === undefined) throw new Error('The document is too large')
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
}
