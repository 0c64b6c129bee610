import { Type } from '@sinclair/typebox'
import type { FieldError } from '../../../kernel/operation/errors.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { Http } from '../../../kernel/ports/http.ts'
import { RecordTypes } from '../../../records/record-type/record-types.ts'
import { defineAction, type StepCall } from './action.ts'
import { Choice, Rendered } from './config.ts'
import { callOut, tagFault, urlFaults } from './http-call.ts'

const TOKEN = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
const VALUE = /^[\t\x20-\x7e]{0,4000}$/
// The connection sets these itself, the key of the step is the engine's.
const reserved: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'idempotency-key',
])

/** What the default body tells, beside the organization. */
type Told = Readonly<Record<'workflow' | 'run' | 'event' | 'record', unknown>>

/** Calls a URL with the record and the event, each try with the same `Idempotency-Key`. */
export const httpRequest = defineAction({
  type: 'http_request',
  label: 'HTTP request',
  summary: 'Send the record and event as JSON to any URL',
  config: Closed({
    url: Type.String({ format: 'uri', maxLength: 2048, description: 'https' }),
    method: Choice(['POST', 'PUT', 'PATCH', 'GET']),
    headers: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 50 })),
    body: Type.Optional(Rendered(60_000, 'JSON; default: organization, workflow, run, event and record')),
  }),
  effect: 'external',
  sinks: { body: 'json' },
  masked: ['url', 'headers'],
  uses: { http: Http, types: RecordTypes },
  check: ({ url, headers = {} }) => [...urlFaults('url', url), ...headerFaults(headers)],
  prepare: (call, { types }) => {
    const { method = 'POST', body } = call.config
    return { effect: method === 'GET' || body?.trim() ? null : told(call, types) }
  },
  run: async ({ config, prepared, organization, ...call }, { http }) => {
    const { url, method = 'POST', headers = {}, body } = config
    const given = body?.trim() ? body : JSON.stringify({ organization, ...(prepared as Told | null) })
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const type = method === 'GET' ? {} : { 'content-type': 'application/json' }
    const sent = { field: 'url', url, method, headers: { ...type, ...named }, body: method === 'GET' ? undefined : given }
    return await callOut(http, sent, call)
  },
  dryRun: ({ config: { url, method = 'POST' } }) => ({ method, url: URL.canParse(url) ? new URL(url).origin : url }),
})

function told({ subjects: { type, record }, workflow, run, event, now }: StepCall, types: RecordTypes): Told {
  const shown = types.all.find((each) => each.watch?.entityType === type)
  return {
    workflow: { id: workflow.id, name: workflow.name },
    run: { id: run.id, event_id: run.event_id },
    event,
    record: record && shown ? { type, ...shown.present(record, now) } : null,
  }
}

function headerFaults(headers: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const path = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!TOKEN.test(name)) return [{ path, code: 'invalid_format', message: 'is not the name of a header' }]
    if (reserved.has(name.toLowerCase())) return [{ path, code: 'not_allowed', message: 'is a header that the engine sets itself' }]
    const filled = tagFault(path, value)
    if (filled) return [filled]
    return VALUE.test(value) ? [] : [{ path, code: 'invalid_format', message: 'has signs that no header can have, or too many' }]
  })
}
