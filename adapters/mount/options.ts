import { parseOptions } from 'rapport-crm'
import * as v from 'valibot'
import { siteAddress } from '../browser/options.ts'
import type { MountOptions } from './index.ts'

const text = v.string('must be a text')
// Their options are checked by the adapters themselves.
const options = v.looseObject({}, 'must be an object of options')
const optionsOrNone = v.union([v.literal(false), options], 'must be an object of options, or false')

// Whoever adds an option says here what it is.
const entries = {
  base: v.optional(v.pipe(text, v.regex(/^(\/.*)?$/, 'must begin with /'))),
  publicUrl: v.optional(siteAddress),
  addressOf: v.optional(v.function('must be a function')),
  http: v.optional(options),
  mcp: v.optional(optionsOrNone),
  pages: v.optional(optionsOrNone),
} satisfies Record<keyof MountOptions, v.GenericSchema>

/** Checks the options of `mount`; throws `invalid_input` with each that is wrong or unknown. */
export function checkOptions(given: unknown): void {
  parseOptions('mount', v.strictObject(entries, 'must be an object such as { base }'), given)
}
