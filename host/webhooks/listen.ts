import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { RapportError } from 'rapport-crm/client'
import type { Args } from '../args.ts'
import { type Client, openClient } from '../client.ts'
import { readConfig } from '../config.ts'
import { CommandError, explain } from '../explain.ts'
import { listenerCertificate } from './certificate.ts'
import { heard, lineOf } from './delivery.ts'

// Far above what a webhook sends.
const MOST_BYTES = 4 * 1024 * 1024

/** `rapport webhooks listen`: prints the deliveries of a temporary subscription, or of whatever is sent here with `--secret`, until a signal ends it. */
export async function webhooks({ positionals, values }: Args): Promise<number> {
  if (positionals.join(' ') !== 'listen') throw new CommandError('Say what to do: rapport webhooks listen')
  const { file, cert, key } = await listenerCertificate()
  const secret = { value: typeof values['secret'] === 'string' ? values['secret'] : undefined }
  const server = createServer({ cert, key }, (request, response) => void answer(request, response, secret, values['json'] === true))
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const address = await listening(server, portOf(values['port']))
  try {
    if (secret.value !== undefined) {
      console.error(`Listening at ${address} with the given secret; its certificate is in ${file}. Ctrl-C ends it.`)
      await stopped
      return 0
    }
    return await subscribed(address, values, file, secret, stopped)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function subscribed(
  address: string,
  values: Args['values'],
  file: string,
  secret: { value: string | undefined },
  stopped: Promise<void>,
): Promise<number> {
  const url = typeof values['url'] === 'string' ? values['url'] : `http://127.0.0.1:${readConfig(process.env).port || 3000}`
  const client = await openClient({ ...values, url })
  const events = typeof values['events'] === 'string' ? values['events'].split(',').map((each) => each.trim()) : ['*']
  const hint = `Start the host in this folder with rapport serve --local-webhooks, or anywhere on this machine with\n  RAPPORT_EGRESS_ALLOW=127.0.0.1/32 NODE_EXTRA_CA_CERTS=${file}`
  const made = (await client
    .call('createWebhook', { url: address, events, description: 'rapport webhooks listen' })
    .catch((error: unknown) => {
      throw isBlocked(error) ? new CommandError(`The host calls no address of this machine.\n${hint}`, { cause: error }) : error
    })) as { readonly id: string; readonly secret: string }
  secret.value = made.secret
  try {
    const trial = (await client.call('testWebhook', { id: made.id })) as { readonly ok: boolean; readonly response: string }
    if (!trial.ok) throw new CommandError(`The host does not reach ${address}: ${trial.response}\n${hint}`)
    console.error(`Listening for ${events.join(', ')} of ${url} at ${address}. Ctrl-C ends the subscription.`)
    await stopped
  } finally {
    await ended(client, made.id)
  }
  return 0
}

function isBlocked(error: unknown): boolean {
  const refusal = error instanceof CommandError ? error.cause : undefined
  return refusal instanceof RapportError && refusal.errors.some(({ code }) => code === 'blocked_address')
}

async function ended(client: Client, id: string): Promise<void> {
  try {
    await client.call('deleteWebhook', { id })
    console.error('The subscription is ended.')
  } catch (error) {
    throw new CommandError(`The webhook ${id} is still there, delete it: ${explain(error)}`, { cause: error })
  } finally {
    await client.close()
  }
}

function portOf(value: Args['values'][string]): number {
  if (value === undefined) return 0
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new CommandError('--port is a number up to 65535')
  return Number(value)
}

async function listening(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secret: { readonly value: string | undefined },
  json: boolean,
): Promise<void> {
  const raw = request.method === 'POST' ? await bodyOf(request).catch(() => undefined) : undefined
  if (raw === undefined) {
    response.writeHead(request.method === 'POST' ? 413 : 405, { connection: 'close' }).end()
    return
  }
  const delivery = heard(request.headers, raw, secret.value ?? '', new Date())
  console.log(json ? JSON.stringify(delivery) : lineOf(delivery))
  // 401 shows in the log of the host, too, and is not tried again.
  response.writeHead(delivery.verified ? 200 : 401).end(delivery.reason ?? '')
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
