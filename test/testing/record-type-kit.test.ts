import { type TObject, Type } from '@sinclair/typebox'
import { type AnyOperation, contactType, dealType, type Feature, type RecordTypes } from 'rapport-crm'
import { describeRecordType, recordTypeChecks, type RecordTypeScenario } from 'rapport-crm/testing'
import { describe, expect, inject, it } from 'vitest'
import { fleet, vehicleType } from '../plugins/fleet/index.ts'

const postgres = inject('postgresUrl')
const vehicles: RecordTypeScenario = {
  plugin: fleet,
  sample: (at) => ({ plate: `AB-${at}`, make: 'Renault' }),
  key: (at) => ({ plate: `AB-${at}` }),
  word: (at) => `AB-${at}`,
  change: { mileage: 12_345 },
  refused: [
    { values: { plate: '' }, path: '/plate' },
    { values: { mileage: -1 }, path: '/mileage' },
    { values: { company_id: 'somewhere' }, path: '/company_id' },
  ],
  alike: { reason: 'driver', values: { driver_email: 'dora@drivers.example' } },
  postgres,
}

describeRecordType(vehicleType, vehicles, { describe, it })
// Those of the engine keep the same promises.
describeRecordType(
  contactType,
  {
    sample: (at) => ({ email: `person${at}@people.example`, first_name: `Person${at}` }),
    key: (at) => ({ email: `PERSON${at}@people.example` }),
    word: (at) => `person${at}`,
    change: { title: 'Baker' },
    refused: [{ values: { email: 'nobody' }, path: '/email' }],
    alike: { reason: 'phone', values: { phone: '+33 1 42 68 53 00' } },
    postgres,
  },
  { describe, it },
)
describeRecordType(
  dealType,
  {
    sample: (at) => ({ name: `Oven${at}` }),
    word: (at) => `oven${at}`,
    change: { source: 'fair' },
    refused: [{ values: { name: '' }, path: '/name' }],
    postgres,
  },
  { describe, it },
)

type Handle = (input: never, context: never, handle: AnyOperation['handle']) => Promise<unknown>

/** The plugin with one of its operations done wrongly, or with another input. */
function broken(method: string, wrong: Handle | TObject): Feature {
  return {
    ...fleet,
    operations: (types: RecordTypes) => {
      const group: Readonly<Record<string, AnyOperation>> = fleet.operations(types).vehicles
      const right = group[method]!
      const changed: Partial<AnyOperation> =
        typeof wrong === 'function'
          ? { handle: (input, context) => wrong(input as never, context as never, right.handle) }
          : { input: wrong }
      return { vehicles: { ...group, [method]: { ...right, ...changed } } }
    },
  }
}

const found: unknown[] = []
const faults: readonly [check: string, fault: RegExp, method: string, wrong: Handle | TObject][] = [
  ['creates, reads', /is listed/, 'list', async () => ({ vehicles: [], next_cursor: null })],
  ['creates, reads', /plugin_failed/, 'get', async () => ({ plate: 'AB-1' })],
  ['creates, reads', /what is deleted is not read/, 'delete', async () => ({ deleted: true })],
  ['refuses wrong input', /is refused/, 'create', Type.Object(vehicleType.create.properties, { additionalProperties: true })],
  ['external id', /200/, 'create', async (input, context, handle) => await handle({ ...(input as object), external_ids: [] }, context)],
  ['found by conditions', /leaves out/, 'search', async (_, context, handle) => await handle({ count: true, limit: 200 }, context)],
  ['found by its words', /finds the record/, 'search', async () => ({ vehicles: [], next_cursor: null })],
  ['written as a set', /made/, 'bulkUpsert', async () => ({ created: 0, updated: 0, unchanged: 0, rejected: [], results: [] })],
  ['as a selection', /each of the selection/, 'bulkUpdate', async () => ({ matched: 2, updated: 2 })],
  ['history', /tells of mileage/, 'history', async () => ({ history: [], next_cursor: null })],
  ['merged', /knows what it took in/, 'merge', async ({ id }, context, handle) => await handle({ id, merge_ids: [] }, context)],
  ['may be one', /one group/, 'duplicates', async () => ({ groups: [], next_cursor: null })],
  [
    // A cache that does not ask whose record it is.
    'other organizations',
    /GET .* answers 200/,
    'get',
    async (input, context, handle) => {
      found[0] ??= await handle(input, context)
      return found[0]
    },
  ],
]

describe('the checks of a record type', () => {
  it.each(faults)('%s: fail a plugin with %s (%s)', async (check, fault, method, wrong) => {
    const checks = recordTypeChecks(vehicleType, { ...vehicles, plugin: broken(method, wrong) })
    await expect(checks.find(({ name }) => name.includes(check))?.run()).rejects.toThrow(fault)
  })

  it('fail a record type without descriptions, one whose tables are not made, and one on PostgreSQL alone', async () => {
    const bare = { ...vehicleType, summary: { create: ' ' } }
    const failing = (checks: ReturnType<typeof recordTypeChecks>, name: string) => checks.find((each) => each.name.includes(name))?.run()
    await expect(failing(recordTypeChecks(bare, vehicles), 'description')).rejects.toThrow('particular to create')
    const nowhere = recordTypeChecks(vehicleType, { ...vehicles, plugin: { ...fleet, migrations: [] } })
    await expect(failing(nowhere, 'adds its tables to a database')).rejects.toThrow('answers 500')
    const [{ name, up }] = fleet.migrations as [{ name: string; up: { sqlite: string; postgresql: string } }]
    const other = { ...up, postgresql: up.postgresql.replace('mileage integer', 'mileage boolean') }
    const onServer = recordTypeChecks(vehicleType, { ...vehicles, plugin: { ...fleet, migrations: [{ name, up: other }] } })
    await expect(failing(onServer, 'same on PostgreSQL')).rejects.toThrow(/^creates, reads.* answers 500/)
    await expect(failing(onServer, 'creates, reads')).resolves.toBeUndefined()
  })

  it('leave out what is not declared and PostgreSQL without a server, and say why', () => {
    const { search: _search, keys: _keys, merge: _merge, ...plain } = vehicleType
    const left = recordTypeChecks(plain as never, { ...vehicles, postgres: '' }).filter(({ skip }) => skip !== undefined)
    expect(left.map(({ name }) => name)).toContain('is found by conditions')
    expect(left.filter(({ name }) => name.includes('PostgreSQL')).map(({ skip }) => skip)).toEqual([
      'set TEST_POSTGRES_URL to the address of a server',
      'set TEST_POSTGRES_URL to the address of a server',
    ])
  })
})
