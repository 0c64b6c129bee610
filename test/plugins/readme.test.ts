import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { EngineOptions } from 'rapport-crm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ada, describeStorages } from '../support/storages.ts'

const [, code = ''] = /## Add a record type[^]*?```ts\n([^]*?)```/.exec(await readFile('plugins/README.md', 'utf8')) ?? []
const [, parts = ''] =
  /answers its operation by the name of its method:\n\n```ts\n([^]*?)```/.exec(await readFile('plugins/README.md', 'utf8')) ?? []
// The guide leaves the SQL of the table to the reader.
const migrations = `const table = (id, time, list) => \`create table "{p}vehicles" (
  id \${id} not null primary key, user_from text not null, external_ids json not null, created_by text not null, created_via text not null,
  created_in text null, created_at \${time} not null, updated_at \${time} not null, deleted_at \${time} null, version integer not null,
  tags \${list} not null, custom json not null, merged_ids json not null, plate text not null, company_id \${id} null);
create unique index "{p}vehicles_plate_unique" on "{p}vehicles" (user_from, plate) where deleted_at is null;\`
const migrations = [
  { name: 'readme', up: { sqlite: table('text', 'datetime', 'json'), postgresql: table('uuid', 'timestamptz(3)', 'jsonb') } },
]
`

const importsOfParts = `import { historyOperation, mergeOperation, searchOperation, standard } from 'rapport-crm'\n`

describeStorages('the record type of the guide to plugins', (open) => {
  let folder: string
  let plugins: NonNullable<EngineOptions['plugins']>
  let pluginsOfParts: NonNullable<EngineOptions['plugins']>
  beforeAll(async () => {
    folder = await mkdtemp('test/plugins/readme-')
    const file = resolve(folder, 'fleet.ts')
    await writeFile(file, `${migrations}${code}`)
    plugins = [(await import(file)).fleet]
    const ofParts = resolve(folder, 'parts.ts')
    await writeFile(ofParts, `${importsOfParts}${migrations}${code.replace(/^  operations: .*\n/m, parts)}`)
    pluginsOfParts = [(await import(ofParts)).fleet]
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('works as it is written', async () => {
    const { engine } = await open({ plugins })
    const operation = (id: string) => engine.registry.byId.get(id)!
    const made = await engine.call(operation('createVehicle'), { plate: 'AB-1' }, ada)
    expect(made).toMatchObject({ plate: 'AB-1', version: 1 })
    const filter = { field: 'plate', op: 'eq', value: 'ab-1' }
    expect(await engine.call(operation('searchVehicles'), { filter }, ada)).toMatchObject({ vehicles: [{ plate: 'AB-1' }] })
  })

  it('has the operations whose parts it takes, and no others', async () => {
    const { engine } = await open({ plugins: pluginsOfParts })
    const call = (id: string, input: object) => engine.call(engine.registry.byId.get(id)!, input, ada)
    const made = []
    for (const plate of ['AB-1', 'AB-2']) made.push((await call('createVehicle', { plate })) as { readonly id: string })
    const [kept, taken] = made
    expect(await call('searchVehicles', { count: true })).toMatchObject({ total: 2 })
    expect(await call('listVehicleHistory', { id: kept?.id })).toMatchObject({ next_cursor: null })
    expect(await call('mergeVehicles', { id: kept?.id, merge_ids: [taken?.id] })).toMatchObject({ merged_ids: [taken?.id] })
    expect(engine.registry.list.some(({ id }) => id === 'bulkUpsertVehicles')).toBe(false)
  })
})
