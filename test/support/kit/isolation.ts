import assert from 'node:assert/strict'
import type { RecordType } from 'rapport-crm'
import type { Aspect, RecordTypeScenario } from '../record-type-kit.ts'
import { column, type Desk } from './desk.ts'
import { SampleRecords } from './records.ts'

/** The records of an organization are those of nobody else: they are not found, matched, changed or named. */
export function stays(type: RecordType, scenario: RecordTypeScenario): Aspect {
  const records = new SampleRecords(type, scenario)
  return { name: 'is hidden from other organizations, whatever they call', check: (desk) => strange(desk, type, scenario, records) }
}

async function strange(desk: Desk, type: RecordType, { change }: RecordTypeScenario, records: SampleRecords): Promise<void> {
  const { path, plural } = records
  const at = desk.next()
  const input = records.input(at)
  const { id } = await desk.done('POST', path, input)
  const one = `${path}/${String(id)}`
  const before = await desk.done('GET', one)
  const other = await desk.stranger()
  const mustNotFind = async (method: string, place: string, body?: object) => {
    const { status, body: answer } = await other.send(method, place, body && { ...body })
    assert.equal(status, 404, `${method} ${place} of another organization answers ${status}: ${JSON.stringify(answer)}`)
  }
  await mustNotFind('GET', one)
  await mustNotFind('PATCH', one, change)
  await mustNotFind('DELETE', one)
  if (type.watch) await mustNotFind('GET', `${one}/history`)
  if (type.timeline) await mustNotFind('GET', `${one}/timeline`)
  assert.ok(!column(await other.done('GET', `${path}?limit=200`), plural).includes(id), 'the list of another organization does not have it')
  if (type.search) {
    const filter = { field: 'id', op: 'eq', value: id }
    assert.deepEqual(
      column(await other.done('POST', `${path}/search`, { filter }), plural),
      [],
      'the search of another one does not find it',
    )
  }
  const { status, body: theirs } = await other.send('POST', path, input)
  assert.equal(status, 201, `the same keys make a record of their own in another organization: ${JSON.stringify(theirs)}`)
  assert.notEqual(theirs['id'], id, 'the same keys do not find the record of another organization')
  if (type.merge) {
    const merged = await other.send('POST', `${path}/${String(theirs['id'])}/merge`, { merge_ids: [id] })
    assert.ok(merged.status >= 400, 'another organization cannot merge it into a record of its own')
  }
  assert.deepEqual(await desk.done('GET', one), before, 'nothing of that has changed the record')
}
