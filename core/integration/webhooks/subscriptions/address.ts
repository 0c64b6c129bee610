import type { Resolved } from '../../../kernel/operation/operation.ts'
import { CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { Http } from '../../../kernel/ports/http.ts'
import { checkUrl } from './url.ts'

/** An input that may carry the address; automation platforms use three names for it. */
export interface AddressInput {
  readonly target_url?: string
  readonly url?: string
  readonly hookUrl?: string
}

/** Checks the address of a webhook, including what its host name resolves to, before a unit of work is opened. */
export class AddressCheck {
  static readonly uses = { http: Http }
  readonly #http: Http

  constructor({ http }: Resolved<typeof AddressCheck.uses>) {
    this.#http = http
  }

  /** Throws `invalid_input` (`blocked_address`) for a private or reserved address. */
  async check(input: AddressInput): Promise<void> {
    const url = this.normalized(input)
    if (url !== undefined && (await this.#http.isBlocked(url)))
      throw invalid(`/${fieldOf(input)}`, 'blocked_address', 'must not resolve to a private or reserved address')
  }

  /** The address as it is stored, undefined when the input has none; throws `invalid_input`. */
  normalized(input: AddressInput): string | undefined {
    const field = fieldOf(input)
    if (input[field] === undefined) return undefined
    const checked = checkUrl(input[field], this.#http.guard)
    if ('problem' in checked) throw invalid(`/${field}`, checked.problem, checked.message)
    return checked.url
  }

  /** The address as it is stored; throws `invalid_input` when the input has none. */
  required(input: AddressInput): string {
    const url = this.normalized(input)
    if (url !== undefined) return url
    const message = 'is required'
    throw new CrmError('invalid_input', `/target_url ${message}`, { errors: [{ path: '/target_url', code: 'required', message }] })
  }
}

function fieldOf(input: AddressInput): 'target_url' | 'url' | 'hookUrl' {
  return (['target_url', 'url', 'hookUrl'] as const).find((name) => input[name] !== undefined) ?? 'target_url'
}
