import type { AnyOperation } from 'rapport-crm'
import type { Call } from './recipes.ts'
import { type Input, namesInPath, requestFor, type Sent, takesBody } from './requests.ts'

/** What makes every operation answer one status, whatever it does and whatever there is. */
export interface Provocation {
  readonly status: number
  /** What is wrong on our side meanwhile. */
  readonly plant?: Plant
  readonly sent: Sent
}

/** A fault of the machine, a database that does not answer, and a race that never ends. */
export type Plant = 'fault' | 'outage' | 'race'

const nobody = '01900000-0000-7000-8000-ffffffffffff'
const last = '999999999999999'

const batch = { object: 'contacts', records: [{ email: 'elsewhere@forge.example' }] }
const line = { name: 'Anvil', quantity: 1, unit_price: 9 }

/** What is refused for what there is, where no race comes in between: in a draft, before its time, or by the source of the key. */
export const refusals: Readonly<Record<string, (call: Call) => Promise<Input>>> = {
  getQuoteLink: async (call) => ({ id: (await call('createQuote', { lines: [line] })).id }),
  downloadExport: async (call) => ({ id: (await call('createExport', { object: 'contacts' })).id }),
  ingestRecords: async () => ({ provider: 'custom:elsewhere', ...batch }),
  importRecords: async () => ({ provider: 'custom:elsewhere', objects: [batch] }),
  async replaySyncRun(call) {
    const { runs } = await call('listSyncRuns', { limit: 1 })
    const { data_sources: sources } = await call('listDataSources', { limit: 200 })
    await call('deleteDataSource', { id: sources.find((each: { provider: string }) => each.provider === runs[0].provider).id })
    return { id: runs[0].id }
  },
}

/** Requests for the statuses that do not depend on what an operation does; those of its records are met on the way. */
export function provocations(operation: AnyOperation, input: Input, narrowKey: string): Provocation[] {
  const valid = requestFor(operation, input)
  const withHeaders = (headers: Record<string, string>) => requestFor(operation, input, headers)
  const named = namesInPath(operation).map(
    (name) => [name, unknownFor(operation.input.properties[name]?.['format'], operation.input.properties[name]?.['pattern'])] as const,
  )
  const asked = valid.path.split('?')[0] ?? ''
  const body = takesBody(operation)
  return [
    { status: 400, sent: body ? { ...valid, body: '{' } : { ...valid, path: `${asked}?%` } },
    { status: 401, sent: withHeaders({ authorization: 'Bearer rk_nobody' }) },
    { status: 403, sent: withHeaders({ authorization: `Bearer ${narrowKey}` }) },
    { status: 404, sent: requestFor(operation, { ...input, ...Object.fromEntries(named) }) },
    { status: 409, plant: 'race', sent: withHeaders({ 'idempotency-key': `race ${operation.id}` }) },
    { status: 415, sent: { ...withHeaders({ 'content-type': 'text/plain' }), body: 'text' } },
    { status: 422, sent: requestFor(operation, { ...input, no_such_field: '1' }) },
    { status: 500, plant: 'fault', sent: valid },
    { status: 503, plant: 'outage', sent: valid },
  ]
}

/** What a planted fault throws behind the door. */
export function planted(plant: Plant): Error {
  if (plant === 'race') return Object.assign(new Error('Two writers want the same'), { code: '40001' })
  return plant === 'fault' ? new Error('Planted') : Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}

// A value of the right form that nothing has.
function unknownFor(format: unknown, pattern: unknown): string {
  if (format === 'uuid') return nobody
  return typeof pattern === 'string' && new RegExp(pattern).test('999999999') ? '999999999' : last
}
