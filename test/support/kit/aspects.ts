import assert from 'node:assert/strict'
import type { RecordType } from 'rapport-crm'
import type { Aspect, RecordTypeScenario } from '../record-type-kit.ts'
import { column, type Desk, listIn, type Values } from './desk.ts'
import { SampleRecords } from './records.ts'
import { togetherAspects } from './together.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** What every record type must do, and what those do that declare it. */
export function aspectsOf(type: RecordType, scenario: RecordTypeScenario): readonly Aspect[] {
  const records = new SampleRecords(type, scenario)
  const { search, keys = [], watch, timeline } = type
  const declared = (is: unknown) => (is ? undefined : 'the record type does not declare it')
  const given = (value: unknown, name: string) => (value ? undefined : `the scenario has no \`${name}\``)
  const ownKey = keys.some((each) => each !== 'external_id')
  return [
    { name: 'has a name, a sentence and a description of each field', check: async () => documented(type) },
    { name: 'creates, reads, changes, lists, deletes and restores', check: (desk) => lives(desk, records, scenario) },
    { name: 'refuses wrong input with the field, and writes nothing of it', check: (desk) => refuses(desk, records, scenario) },
    { name: 'finds a record again by its external id', check: (desk) => again(desk, records), skip: declared(records.external) },
    {
      name: 'finds a record again by its own keys',
      check: (desk) => byKey(desk, records, scenario),
      skip: declared(ownKey) ?? given(scenario.key, 'key'),
    },
    { name: 'is found by conditions', check: (desk) => searched(desk, records, scenario), skip: declared(search) },
    {
      name: 'is found by its words',
      check: (desk) => byWord(desk, records, scenario),
      skip: declared(search) ?? given(scenario.word, 'word'),
    },
    ...togetherAspects(type, scenario),
    { name: 'has a history of its changes', check: (desk) => history(desk, records, scenario), skip: declared(watch) },
    { name: 'has a timeline, newest first', check: (desk) => onTimeline(desk, records, scenario), skip: declared(timeline) },
    {
      name: 'makes an event when it is created',
      check: (desk) => events(desk, records),
      skip: declared(Object.keys(watch?.events ?? {}).some((name) => name.endsWith('.created'))),
    },
    { name: 'stands in the catalog and in the OpenAPI document', check: (desk) => documents(desk, records) },
  ]
}

function documented({ singular, plural, summary, create, record }: RecordType): void {
  assert.match(plural, /^[a-z][a-z\d]*(_[a-z\d]+)*$/, 'the plural is snake_case')
  assert.match(singular, /^[a-z][a-z\d]*( [a-z\d]+)*$/, 'the singular is words in lower case')
  assert.ok(summary.create.trim() !== '' && summary.create.length <= 300, 'a sentence says what is particular to create')
  for (const [name, { description }] of Object.entries({ ...record.properties, ...create.properties }))
    assert.ok(description, `the field ${name} has a description`)
}

async function lives(desk: Desk, records: SampleRecords, { change }: RecordTypeScenario): Promise<void> {
  const { path, plural } = records
  const input = records.input(desk.next())
  const { status, body: made } = await desk.send('POST', path, input)
  assert.equal(status, 201, `create answers 201: ${JSON.stringify(made)}`)
  for (const name of Object.keys(input)) assert.ok(name in made, `the record that is created has ${name}`)
  const one = `${path}/${String(made['id'])}`
  assert.deepEqual(await desk.done('GET', one), made, 'read answers what create did')
  const changed = await desk.done('PATCH', one, change)
  assertHas(changed, change)
  assert.ok(Number(changed['version']) > Number(made['version']), 'a change makes a new version')
  assert.deepEqual(await desk.done('PATCH', one, change), changed, 'the same change again changes nothing')
  const stale = await desk.send('PATCH', one, change, { 'if-match': `"${String(made['version'])}"` })
  assert.equal(stale.status, 412, 'a change of an old version is refused')
  assert.ok(column(await desk.done('GET', `${path}?limit=200`), plural).includes(made['id']), 'it is listed')
  assert.deepEqual(await desk.done('DELETE', one), { deleted: true })
  assert.equal((await desk.send('GET', one)).status, 404, 'what is deleted is not read')
  assert.ok(!column(await desk.done('GET', `${path}?limit=200`), plural).includes(made['id']), 'what is deleted is not listed')
  const restored = await desk.done('POST', `${one}/restore`)
  assertHas(restored, { id: made['id'], ...change, deleted_at: null })
  assert.equal((await desk.send('GET', `${path}/${UNKNOWN_ID}`)).status, 404, 'a record that is not there is not found')
}

async function refuses(desk: Desk, records: SampleRecords, { refused }: RecordTypeScenario): Promise<void> {
  const { path, plural } = records
  assert.ok(refused.length > 0, 'the scenario has inputs that are refused')
  const before = column(await desk.done('GET', `${path}?limit=200`), plural).length
  for (const { values, path: field } of [...refused, { values: { no_such_field: 1 }, path: '/no_such_field' }]) {
    const { status, body } = await desk.send('POST', path, { ...records.input(desk.next()), ...values })
    assert.equal(status, 422, `${JSON.stringify(values)} is refused: ${JSON.stringify(body)}`)
    const faults = listIn(body, 'errors')
    assert.ok(
      faults.some((fault) => fault['path'] === field && fault['code'] && fault['message']),
      `${JSON.stringify(values)} is refused with ${field}: ${JSON.stringify(faults)}`,
    )
  }
  assert.equal(column(await desk.done('GET', `${path}?limit=200`), plural).length, before, 'nothing of what is refused is written')
}

async function again(desk: Desk, records: SampleRecords): Promise<void> {
  const { external_ids, ...input } = records.input(desk.next())
  const first = await desk.send('POST', records.path, { ...input, external_ids })
  // All its other values are those of another record.
  const second = await desk.send('POST', records.path, { ...records.input(desk.next()), external_ids })
  assert.equal(second.status, 200, `the second create answers 200: ${JSON.stringify(second.body)}`)
  assert.equal(second.body['id'], first.body['id'], 'the second create answers the record of the first')
}

async function byKey(desk: Desk, records: SampleRecords, { sample, key }: RecordTypeScenario): Promise<void> {
  const at = desk.next()
  const { id } = await desk.done('POST', records.path, records.input(at))
  const { status, body } = await desk.send('POST', records.path, { ...sample(at), ...key?.(at) })
  assert.deepEqual([status, body['id']], [200, id], 'create with the same key answers the same record')
}

async function searched(desk: Desk, records: SampleRecords, { change }: RecordTypeScenario): Promise<void> {
  const { path, plural } = records
  const [{ id }, plain] = [await records.made(desk), await records.made(desk)]
  await desk.done('PATCH', `${path}/${id}`, change)
  const [[field, value] = ['', undefined]] = Object.entries(change)
  const found = await desk.done('POST', `${path}/search`, { filter: { field, op: 'eq', value }, count: true, limit: 200 })
  assert.ok(column(found, plural).includes(id), 'a condition finds the record that meets it')
  assert.ok(!column(found, plural).includes(plain.id), 'a condition leaves out a record that does not meet it')
  assert.equal(found['total'], column(found, plural).length, 'the count is that of what is found')
  const wrong = await desk.send('POST', `${path}/search`, { filter: { field: 'no_such_field', op: 'eq', value: 1 } })
  assert.equal(wrong.status, 422, 'a condition on an unknown field is refused')
}

async function byWord(desk: Desk, records: SampleRecords, { word }: RecordTypeScenario): Promise<void> {
  const at = desk.next()
  const { id } = await desk.done('POST', records.path, records.input(at))
  const { id: other } = await records.made(desk)
  const found = column(await desk.done('POST', `${records.path}/search`, { q: word?.(at), limit: 200 }), records.plural)
  assert.ok(found.includes(id), 'the word finds the record')
  assert.ok(!found.includes(other), 'the word does not find another record')
}

async function history(desk: Desk, records: SampleRecords, { change }: RecordTypeScenario): Promise<void> {
  const { id } = await records.made(desk)
  await desk.done('PATCH', `${records.path}/${id}`, change)
  const entries = listIn(await desk.done('GET', `${records.path}/${id}/history`), 'history')
  for (const [field, to] of Object.entries(change)) {
    const entry = entries.find((each) => each['field'] === field)
    assert.ok(entry, `the history tells of ${field}: ${JSON.stringify(entries)}`)
    assert.deepEqual(entry['to'], to, `the history says what ${field} became`)
  }
}

async function onTimeline(desk: Desk, records: SampleRecords, { change }: RecordTypeScenario): Promise<void> {
  const { id } = await records.made(desk)
  await desk.done('PATCH', `${records.path}/${id}`, change)
  const entries = listIn(await desk.done('GET', `${records.path}/${id}/timeline`), 'timeline')
  const times = entries.map(({ at }) => String(at))
  assert.deepEqual(times, times.toSorted().toReversed(), 'the newest entry stands first')
  const page = await desk.done('GET', `${records.path}/${id}/timeline?limit=1`)
  assert.ok(listIn(page, 'timeline').length <= 1, 'a page is as long as it should be')
}

async function events(desk: Desk, records: SampleRecords): Promise<void> {
  const { id } = await records.made(desk)
  const told = listIn(await desk.done('GET', '/events?limit=200'), 'events').filter((each) => each['entity_id'] === id)
  assert.equal(told.filter(({ type }) => String(type).endsWith('.created')).length, 1, 'the record has one event of its creation')
}

async function documents(desk: Desk, { path, plural }: SampleRecords): Promise<void> {
  const { paths } = await desk.done('GET', '/openapi.json')
  assert.ok(
    Object.keys(paths ?? {}).some((each) => each.endsWith(path)),
    'the OpenAPI document has its path',
  )
  assert.ok(JSON.stringify(await desk.done('GET', '/catalog')).includes(`"${plural}"`), 'the catalog names it')
}

function assertHas(record: Values, values: Values): void {
  for (const [name, value] of Object.entries(values)) assert.deepEqual(record[name], value, `${name} is as it was given`)
}
