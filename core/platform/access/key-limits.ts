import ipaddr from 'ipaddr.js'
import type { CurrentActor, Scope } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'

/** What a key may do, from where and until when. */
export interface KeyLimits {
  readonly scopes: readonly Scope[]
  /** Whether it may administrate. */
  readonly administration: boolean
  /** When it ends; null = never. */
  readonly expires_at: Date | null
  /** CIDR blocks; empty = any. */
  readonly allowed_ips: readonly string[]
}

/** The limits of a caller. A session has none but its scopes; a former secret ends with its grace period. */
export function limitsOf({ scopes, administration, credential }: CurrentActor): KeyLimits {
  return { scopes: [...scopes], administration, expires_at: credential?.ends_at ?? null, allowed_ips: credential?.allowed_ips ?? [] }
}

/** Whether a key with these limits could do anything that one with `others` could not. */
export function isWider(key: KeyLimits, others: KeyLimits): boolean {
  return missingScopes(key, others).length > 0 || beyond(key, others) !== undefined
}

/**
 * Throws unless a key with these limits can do no more than its maker: `insufficient_scope` for scopes, and `forbidden` with the field for
 * administration, end and addresses.
 */
export function refuseWider(key: KeyLimits, maker: KeyLimits): void {
  const missing = missingScopes(key, maker)
  if (missing.length > 0)
    throw new CrmError('insufficient_scope', `The key would have scopes that yours lacks: ${missing.join(', ')}`, { scopes: missing })
  const fault = beyond(key, maker)
  if (fault) throw new CrmError('forbidden', fault.message, { errors: [{ ...fault, code: 'not_allowed' }] })
}

function missingScopes(key: KeyLimits, maker: KeyLimits): Scope[] {
  return key.scopes.filter((scope) => !maker.scopes.includes(scope))
}

function beyond(key: KeyLimits, maker: KeyLimits): { path: string; message: string } | undefined {
  if (key.administration && !maker.administration)
    return { path: '/administration', message: 'The key would have administration, which yours lacks' }
  if (maker.expires_at && (!key.expires_at || key.expires_at > maker.expires_at))
    return { path: '/expires_at', message: `The key would outlive yours: give it an end of ${maker.expires_at.toISOString()} or earlier` }
  const outside = maker.allowed_ips.length === 0 ? undefined : addressOutside(key.allowed_ips, maker.allowed_ips)
  if (outside === undefined) return undefined
  return { path: '/allowed_ips', message: `The key would work from ${outside}, and yours only from ${maker.allowed_ips.join(', ')}` }
}

function addressOutside(blocks: readonly string[], allowed: readonly string[]): string | undefined {
  if (blocks.length === 0) return 'any address'
  return blocks.find((block) => !allowed.some((each) => isInside(block, each)))
}

function isInside(block: string, outer: string): boolean {
  const [[inner, bits], [network, outerBits]] = [ipaddr.parseCIDR(block), ipaddr.parseCIDR(outer)]
  return inner.kind() === network.kind() && bits >= outerBits && inner.match(network, outerBits)
}
