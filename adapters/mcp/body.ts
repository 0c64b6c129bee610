import { type Actor, type Core, CrmError, type HeldBody, limits, readJsonBody, refuseRounded } from 'rapport-crm'
import { refusal } from './authenticate.ts'
import { PARSE_ERROR, REFUSED, rpcError } from './fault.ts'
import type { HttpCall } from './http-call.ts'

/** Bytes; enough for a batch of 5,000 records. Tools that take no batches refuse more than 1 MiB themselves. */
export const { value: MAX_BODY } = limits.batch_body_bytes

export interface Body {
  readonly body: unknown
  readonly bytes: number
}

/** Room for the body of a request in the memory of this process, or the response that refuses it. */
export function roomFor(engine: Core, actor: Actor, { header }: HttpCall, requestId: string): HeldBody | Response {
  try {
    return engine.holdBody(actor, Number(header('content-length')) || 0)
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return refusal(error, requestId)
  }
}

/** Reads the JSON body once for all revisions, or answers the error. */
export async function readBody({ header, given, bytes: read }: HttpCall, requestId: string, { grow }: HeldBody): Promise<Body | Response> {
  if (!/^application\/json *(;|$)/i.test(header('content-type') ?? ''))
    return rpcError(415, REFUSED, 'Content-Type must be application/json')
  const declared = Number(header('content-length') ?? 0)
  if (declared > MAX_BODY) return tooLarge()
  try {
    if (given instanceof CrmError) return refusal(given, requestId)
    if (given !== undefined && typeof given !== 'string' && !(given instanceof Uint8Array)) {
      refuseRounded(given)
      return { body: given, bytes: declared }
    }
    const bytes = given === undefined ? await read(MAX_BODY, grow) : typeof given === 'string' ? new TextEncoder().encode(given) : given
    if (!bytes || bytes.length > MAX_BODY) return tooLarge()
    return { body: await readJsonBody(bytes, { exact: true }), bytes: bytes.length }
  } catch (error) {
    if (error instanceof CrmError && error.code !== 'malformed_input') return refusal(error, requestId)
    return rpcError(400, PARSE_ERROR, 'Parse error: the request body is not valid JSON')
  }
}

const tooLarge = () => rpcError(413, REFUSED, `The request body must not exceed ${MAX_BODY} bytes`)
