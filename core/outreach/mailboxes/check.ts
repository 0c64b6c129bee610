import { createPrivateKey } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { exampleOf } from '../links/return-path.ts'
import { comparedAddress } from '../suppressions/address.ts'
import type { DkimInput } from './servers-schema.ts'

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const SELECTOR = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i
const CONTROL = /\p{Cc}/u

/** Whether a text can be the name of a host, in small letters. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
}

/** What of the settings of a mailbox can be wrong by itself. */
interface Settings {
  readonly name?: string | null | undefined
  readonly return_path?: string | null | undefined
  readonly tracking_domain?: string | null | undefined
  readonly dkim?: Static<typeof DkimInput> | null | undefined
}

/** Refuses settings with which no message could be sent as they say: throws `invalid_input`. */
export function checkSettings({ name, return_path, tracking_domain, dkim }: Settings): void {
  if (name && CONTROL.test(name)) throw invalid('/name', 'format', 'A name has no line ends or control characters')
  if (return_path && comparedAddress(exampleOf(return_path) ?? '') === undefined)
    throw invalid('/return_path', 'format', 'must be an e-mail address with {token} once in front of its @, where 47 characters have room')
  if (tracking_domain && !isHostName(tracking_domain.toLowerCase()))
    throw invalid('/tracking_domain', 'format', 'must be the name of a host, such as links.example.com')
  if (!dkim) return
  if (!isHostName(dkim.domain.toLowerCase())) throw invalid('/dkim/domain', 'format', 'must be the name of a domain')
  if (!SELECTOR.test(dkim.selector)) throw invalid('/dkim/selector', 'format', 'must be the name under which the domain shows its key')
  if (!isPrivateKey(dkim.private_key))
    throw invalid('/dkim/private_key', 'format', 'must be the PEM of an RSA key of 1,024 bits or more that no password protects')
}

// RFC 8301; what signs messages here knows no other kind.
function isPrivateKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1_024
  } catch {
    return false
  }
}
