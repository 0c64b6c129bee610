import { type FieldError, invalid } from '../../../kernel/operation/errors.ts'
import type { Http, HttpRequest } from '../../../kernel/ports/http.ts'
import { type OutsideCall, TemporaryFailure } from './action.ts'

const TIMEOUT_MS = 10_000
// Besides those of the server itself, these say that a later try may succeed.
const passing: ReadonlySet<number> = new Set([408, 429])

/** What a step sends: an address, and what is sent there. */
export interface Sent extends Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'> {
  /** Field of the configuration that names the address. */
  readonly field: string
}

/**
 * Calls an address with the key of the step and keeps the beginning of the answer. Throws `TemporaryFailure` for a failure of the network or
 * the server, `invalid_input` where the address refuses what it is sent, or may not be called.
 */
export async function callOut(http: Http, sent: Sent, { key, signal }: Pick<OutsideCall, 'key' | 'signal'>) {
  const { field, headers, ...request } = sent
  const outcome = await http.send({ ...request, headers: { ...headers, 'idempotency-key': key }, timeoutMs: TIMEOUT_MS, signal })
  const { status, response, terminal, durationMs } = outcome
  if (status >= 200 && status < 300) return { done: { status, response, duration_ms: durationMs } }
  if (status >= 500 || passing.has(status) || (status === 0 && !terminal)) throw new TemporaryFailure(answered(status, response))
  throw invalid(`/${field}`, 'call_refused', answered(status, response))
}

function answered(status: number, response: string): string {
  return status === 0 ? `The call failed: ${response}` : `The address answered ${status}${response && `: ${response}`}`
}

/**
 * The fault of an address that no step calls: only `https` is, and none with merge tags, which are not filled in there. Where the host leads
 * is judged when it is called.
 */
export function urlFaults(field: string, url: string): readonly FieldError[] {
  const filled = tagFault(`/${field}`, url)
  if (filled) return [filled]
  if (URL.canParse(url) && new URL(url).protocol === 'https:') return []
  return [{ path: `/${field}`, code: 'https_required', message: 'must be an address that begins with https://' }]
}

/** The fault of a merge tag where none is filled in. */
export function tagFault(path: string, text: string): FieldError | undefined {
  if (!text.includes('{{')) return undefined
  return {
    path,
    code: 'not_available',
    message: 'Merge tags are not filled in here: put what differs from run to run into the body or text',
  }
}
