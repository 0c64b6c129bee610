import type { AddressGuard } from '../../../kernel/egress/address-guard.ts'
import { type TargetProblem, judgeTarget } from '../../../kernel/egress/target.ts'

/** Why a URL is refused as a webhook address. */
export type UrlProblem = TargetProblem | 'not_text' | 'too_long' | 'fragment'

/** A normalized address, or what is wrong with it. */
export type CheckedUrl = { readonly url: string } | { readonly problem: UrlProblem; readonly message: string }

const longest = 2048

const messages: Readonly<Record<Exclude<UrlProblem, 'forbidden_port'>, string>> = {
  not_text: 'must be text',
  too_long: `must have at most ${longest} characters`,
  malformed: 'must be an absolute URL',
  not_https: 'must be https',
  credentials: 'must not carry a user name or password',
  fragment: 'must not have a fragment (#...)',
  blocked_address: 'must not point to a private or reserved address',
}

/** Checks a webhook address without resolving its name and returns it normalized (case, IDN, default port). */
export function checkUrl(input: unknown, guard: AddressGuard): CheckedUrl {
  if (typeof input !== 'string') return refuse('not_text')
  if (input.length > longest) return refuse('too_long')
  const target = judgeTarget(input, guard)
  if ('problem' in target)
    return target.problem === 'forbidden_port'
      ? { problem: target.problem, message: `must use port ${guard.ports}` }
      : refuse(target.problem)
  if (input.includes('#')) return refuse('fragment')
  // Punycode and percent-encoding make a URL longer than it was typed.
  return target.url.href.length > longest ? refuse('too_long') : { url: target.url.href }
}

function refuse(problem: keyof typeof messages): CheckedUrl {
  return { problem, message: messages[problem] }
}
