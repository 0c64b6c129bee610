import { parseOptions } from 'rapport-crm'
import * as v from 'valibot'
import type { HttpOptions } from './index.ts'

const text = v.string('must be a text')
const call = v.function('must be a function')
const count = v.pipe(v.number('must be a number'), v.minValue(1, 'must be at least 1'))

// Any other text would never be equal to what a browser sends, and its pages would be refused without a word.
const origin = v.pipe(
  text,
  v.check(
    // No browser sends a pattern for many hosts, though it is a valid name.
    (given) => URL.canParse(given) && !given.includes('*') && /^https?:$/.test(new URL(given).protocol) && new URL(given).origin === given,
    'must be an origin as browsers send it, such as https://app.example.com',
  ),
)

// Whoever adds an option says here what it is.
const entries = {
  base: v.optional(text),
  authenticate: v.optional(call),
  addressOf: v.optional(call),
  cors: v.optional(v.union([v.literal('*'), v.array(origin)], "must be '*' or a list of origins")),
  publicUrl: v.optional(text),
  requireIfMatch: v.optional(v.boolean('must be true or false')),
  publicDescription: v.optional(v.boolean('must be true or false')),
  maxRequests: v.optional(count),
  heartbeatMs: v.optional(count),
  resourceMetadata: v.optional(v.union([text, call], 'must be an address, or a function that answers one')),
  onError: v.optional(call),
} satisfies Record<keyof HttpOptions, v.GenericSchema>

/** Checks the options of `http`; throws `invalid_input` with each that is wrong or unknown. */
export function checkOptions(given: unknown): void {
  parseOptions('http', v.strictObject(entries, 'must be an object such as { base }'), given)
}
