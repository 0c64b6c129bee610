import { type Actor, type Core, CrmError, type HeldBody, limits, readJsonBody, refuseRounded } from 'rapport-crm'
import { refusal } from './authenticate.ts'
import { PARSE_ERROR, REFUSED, rpcError } from './fault.ts'

/** Bytes; enough for a batch of 5,000 records. Tools that take no batches refuse more than 1 MiB themselves. */
export const { value: MAX_BODY } = limits.batch_body_bytes

export interface Body {
  readonly body: unknown
  readonly bytes: number
}

/** Room for the body of a request in the memory of this process, or the response that refuses it. */
export function roomFor(engine: Core, actor: Actor, request: Request, requestId: string): HeldBody | Response {
  try {
    return engine.holdBody(actor, Number(request.headers.get('content-length')) || 0)
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return refusal(error, requestId)
  }
}

/** Reads the JSON body once for all revisions, or answers the error; `given` is the body as an earlier body parser has left it. */
export async function readBody(request: Request, given: unknown, requestId: string, { grow }: HeldBody): Promise<Body | Response> {
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return rpcError(415, REFUSED, 'Content-Type must be application/json')
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > MAX_BODY) return tooLarge()
  try {
    if (given instanceof CrmError) return refusal(given, requestId)
    if (given !== undefined && typeof given !== 'string' && !(given instanceof Uint8Array)) {
      refuseRounded(given)
      return { body: given, bytes: declared }
    }
    const bytes = given === undefined ? await readBytes(request, grow) : typeof given === 'string' ? new TextEncoder().encode(given) : given
    if (!bytes || bytes.length > MAX_BODY) return tooLarge()
    return { body: await readJsonBody(bytes, { exact: true }), bytes: bytes.length }
  } catch (error) {
    if (error instanceof CrmError && error.code !== 'malformed_input') return refusal(error, requestId)
    return rpcError(400, PARSE_ERROR, 'Parse error: the request body is not valid JSON')
  }
}

async function readBytes(request: Request, grow: HeldBody['grow']): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of request.body ?? []) {
    received += chunk.length
    if (received > MAX_BODY) return undefined
    grow(received)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () => rpcError(413, REFUSED, `The request body must not exceed ${MAX_BODY} bytes`)
