import { parseOptions } from 'rapport-crm'
import * as v from 'valibot'
import type { PageLimits } from './limits.ts'

const call = v.function('must be a function')
const count = v.pipe(v.number('must be a number'), v.minValue(1, 'must be at least 1 request a minute; Infinity: no limit'))
const limits = { perAddress: v.optional(count), perToken: v.optional(count) } satisfies Record<keyof PageLimits, v.GenericSchema>

/** The options that all pages for browsers have. */
export const pageOptions = {
  addressOf: v.optional(call),
  limits: v.optional(v.strictObject(limits, 'must be { perAddress, perToken }')),
  now: v.optional(call),
  onError: v.optional(call),
}

/** An address of a site: scheme and host, and a path where it has one. */
export const siteAddress = v.pipe(
  v.string('must be an address, such as https://crm.example.com'),
  v.check(
    (url) => URL.canParse(url) && /^https?:\/\/[^@?#]+$/.test(url),
    'must be an address with http or https, without user, query and fragment',
  ),
)

/** Checks options of `what`; throws `invalid_input` with each that is wrong or unknown. */
export function checkPageOptions(what: string, entries: v.ObjectEntries, given: unknown): void {
  parseOptions(what, v.strictObject(entries, `must be an object${'url' in entries ? ' such as { url }' : ''}`), given)
}
