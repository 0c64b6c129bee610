import type { IncomingMessage } from 'node:http'
import type { H3Event } from 'h3'
import { CrmError } from 'rapport-crm'
import { parseExact } from './exact.ts'

export interface BodyOptions {
  /** Bytes. */
  readonly limit: number
  /** Integers that a JavaScript number cannot hold become texts: numbers of foreign documents. */
  readonly exact: boolean
}

type Json = Record<string, unknown>

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON object of a request, `{}` when it has no body; a body that the host has parsed already is taken as it is. */
export async function readJson(event: H3Event, options: BodyOptions): Promise<Json> {
  const { headers } = event.req
  if (Number(headers.get('content-length')) > options.limit) throw tooLarge(options)
  const node = event.runtime?.node?.req as HostRequest | undefined
  const given =
    node && (node.readableDidRead || node.readableEnded)
      ? takenByHost(node)
      : await (node ? nodeBytes(node, options) : webBytes(event.req, options))
  if (!(given instanceof Uint8Array)) return objectOf(given)
  if (given.length === 0) return {}
  if (given.length > options.limit) throw tooLarge(options)
  checkType(headers.get('content-type'), headers.get('content-encoding'))
  return objectOf(parse(textOf(given), options))
}

interface HostRequest extends IncomingMessage {
  /** Where Express and its parsers leave the body. */
  readonly body?: unknown
}

function takenByHost({ body }: HostRequest): unknown {
  if (body === undefined)
    throw new Error('The host read the body of this request and left none in req.body: mount the API before its body parser')
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? {})
}

function nodeBytes(req: IncomingMessage, options: BodyOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (req.destroyed) return reject(brokenOff())
    const chunks: Buffer[] = []
    let size = 0
    const detach = () => req.off('data', add).off('end', finish).off('error', breakOff).off('close', breakOff)
    const add = (chunk: Buffer) => {
      size += chunk.length
      if (size <= options.limit) return void chunks.push(chunk)
      // The rest is read and forgotten: a connection that is cut while the client sends would lose our answer.
      detach().resume()
      reject(tooLarge(options))
    }
    const finish = () => {
      detach()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
    }
    const breakOff = () => {
      detach()
      reject(brokenOff())
    }
    req.on('data', add).on('end', finish).on('error', breakOff).on('close', breakOff)
  })
}

async function webBytes({ body }: Request, options: BodyOptions): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > options.limit) throw tooLarge(options)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof CrmError ? error : brokenOff()
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

function checkType(type: string | null, encoding: string | null): void {
  if (encoding && encoding !== 'identity') throw new CrmError('unsupported_media_type', 'Send the body without Content-Encoding')
  if (type === null) return
  const [media = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((each) => each.trim())
  const charset = parameters
    .find((each) => each.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  if (!/^application\/([\w.-]+\+)?json$/.test(media)) throw new CrmError('unsupported_media_type', 'Send the body as application/json')
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new CrmError('unsupported_media_type', 'Send the body in UTF-8')
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new CrmError('malformed_input', 'The body is not UTF-8')
  }
}

function parse(text: string, { exact }: BodyOptions): unknown {
  try {
    return exact ? parseExact(text) : JSON.parse(text)
  } catch (error) {
    throw new CrmError('malformed_input', `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

function objectOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  const message = 'must be a JSON object'
  throw new CrmError('invalid_input', `The body ${message}`, { errors: [{ path: '', code: 'invalid_type', message }] })
}

const tooLarge = ({ limit }: BodyOptions) => new CrmError('too_large', `The body is larger than ${limit} bytes`)
const brokenOff = () => new CrmError('malformed_input', 'The body broke off')
