import { parseOptions } from 'rapport-crm'
import * as v from 'valibot'
import type { McpOptions } from './index.ts'

const text = v.string('must be a text')
const texts = v.array(text, 'must be a list of texts')
const call = v.function('must be a function')
const count = v.pipe(v.number('must be a number'), v.minValue(1, 'must be at least 1'))

const Sessions = v.strictObject({ max: v.optional(count), idleMinutes: v.optional(count), eventStore: v.optional(v.any()) })

// Whoever adds an option says here what it is.
const entries = {
  hosts: v.optional(v.union([v.literal('*'), texts], "must be '*' or a list of host names")),
  origins: v.optional(texts),
  legacySessions: v.optional(v.union([v.boolean(), Sessions], 'must be true, false or { max, idleMinutes, eventStore }')),
  clock: v.optional(v.looseObject({ now: call }, 'must be a Clock')),
  extensions: v.optional(v.array(v.any(), 'must be a list of extensions')),
  toolsets: v.optional(texts),
  info: v.optional(v.looseObject({ name: text, version: text }, 'must be { name, version }')),
  recordUrl: v.optional(call),
  addressOf: v.optional(call),
  resourceMetadata: v.optional(v.union([text, call], 'must be an address, or a function that answers one')),
  maxRequests: v.optional(count),
  onError: v.optional(call),
} satisfies Record<keyof McpOptions, v.GenericSchema>

/** Checks the options of `mcp`; throws `invalid_input` with each that is wrong or unknown. */
export function checkOptions(given: unknown): void {
  parseOptions('mcp', v.strictObject(entries, 'must be an object such as { hosts }'), given)
}
