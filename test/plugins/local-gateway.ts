import { Http } from 'rapport-crm'
import { receiver, type Receiver, type ReceiverReply } from 'rapport-crm/testing'

/** A server on this machine with the port that may call it. */
export interface LocalGateway {
  readonly url: string
  readonly http: Http
  readonly server: Receiver
  /** Keys of the calls that it has received. */
  keys(): readonly string[]
}

/** Starts a server that answers each call so. */
export async function localGateway(reply: ReceiverReply): Promise<LocalGateway> {
  const server = await receiver()
  server.respondWith(reply)
  const http = new Http({ allow: ['127.0.0.1'], ca: server.ca, ownAddresses: () => [] })
  return { url: server.url, http, server, keys: () => server.deliveries.map(({ headers }) => headers['idempotency-key'] ?? '') }
}
