import assert from 'node:assert/strict'
import type { RecordType } from 'rapport-crm'
import type { Aspect, RecordTypeScenario } from '../record-type-kit.ts'
import { column, type Desk, listIn } from './desk.ts'
import { SampleRecords } from './records.ts'

const SET = 100

/** What a record type does with many of its records, and what other parts of the engine do with it. */
export function togetherAspects(type: RecordType, scenario: RecordTypeScenario): readonly Aspect[] {
  const records = new SampleRecords(type, scenario)
  const { path, plural } = records
  const declared = (is: unknown) => (is ? undefined : 'the record type does not declare it')
  const hasRoute = (desk: Desk, end: string) => desk.engine.registry.list.some(({ route }) => route === `POST ${path}/${end}`)
  return [
    {
      name: 'is written as a set, and unchanged by the same set',
      check: (desk) => set(desk, records, scenario),
      skip: declared(type.keys),
    },
    {
      name: 'is changed and deleted as a selection, where it has these operations',
      check: async (desk) => {
        if (hasRoute(desk, 'bulk-update')) await changedTogether(desk, records, scenario)
        if (hasRoute(desk, 'bulk-delete')) await deletedTogether(desk, records)
      },
    },
    { name: 'is merged, and apart again', check: (desk) => merged(desk, records), skip: declared(type.merge) },
    {
      name: 'tells which of its records may be one',
      check: (desk) => alike(desk, records, scenario),
      skip: declared(type.similarity) ?? (scenario.alike ? undefined : 'the scenario has no `alike`'),
    },
    {
      name: 'is a member of lists',
      async check(desk) {
        const { id } = await records.made(desk)
        const list = await desk.done('POST', '/lists', { name: `Some ${plural} ${desk.next()}`, object: plural, type: 'static' })
        const { added } = await desk.done('POST', `/lists/${String(list['id'])}/members`, { ids: [id] })
        assert.equal(added, 1, 'a list takes the record')
      },
      skip: declared(type.lists),
    },
    {
      name: 'is counted by reports',
      async check(desk) {
        await records.made(desk)
        const { rows } = await desk.done('POST', '/reports/query', { object: plural, measures: [{ measure: 'count' }] })
        assert.ok(JSON.stringify(rows).match(/[1-9]/), `the report counts the record: ${JSON.stringify(rows)}`)
      },
      skip: declared(type.report),
    },
    {
      name: 'is exported',
      async check(desk) {
        await records.made(desk)
        const { id } = await desk.done('POST', '/exports', { object: plural, format: 'jsonl' })
        await desk.engine.tick()
        const { state, done } = await desk.done('GET', `/exports/${String(id)}`)
        assert.equal(state, 'done', 'the export ends')
        assert.ok(Number(done) > 0, 'the export has the record')
      },
      skip: declared(type.export),
    },
  ]
}

async function set(desk: Desk, records: SampleRecords, { refused }: RecordTypeScenario): Promise<void> {
  const inputs = Array.from({ length: SET }, () => records.input(desk.next()))
  const write = (sent: readonly object[]) => desk.send('POST', `${records.path}/bulk`, { records: sent })
  const [first, second] = [await write(inputs), await write(inputs)]
  assert.equal(first.body['created'], SET, `all records of a set are made: ${JSON.stringify(first.body).slice(0, 500)}`)
  assert.deepEqual([second.body['created'], second.body['updated'], second.body['unchanged']], [0, 0, SET], 'the same set changes nothing')
  const [wrong] = refused
  if (!wrong) return
  const { status, body } = await write([records.input(desk.next()), { ...records.input(desk.next()), ...wrong.values }])
  const faults = status === 422 ? listIn(body, 'errors').map(({ path }) => path) : listIn(body, 'rejected').map(({ index }) => index)
  assert.deepEqual(faults, status === 422 ? [`/records/1${wrong.path}`] : [1], 'the record of a set that is refused is named')
}

async function changedTogether(desk: Desk, records: SampleRecords, { change }: RecordTypeScenario): Promise<void> {
  const [first, second, other] = [await records.made(desk), await records.made(desk), await records.made(desk)]
  const answer = await desk.done('POST', `${records.path}/bulk-update`, { ids: [first.id, second.id], set: change })
  assert.deepEqual(answer, { matched: 2, updated: 2 }, 'the selection is changed')
  const [field = ''] = Object.keys(change)
  const valueOf = async (id: string) => (await desk.done('GET', `${records.path}/${id}`))[field]
  assert.deepEqual([await valueOf(first.id), await valueOf(second.id)], [change[field], change[field]], 'each of the selection is changed')
  assert.deepEqual(await valueOf(other.id), other[field], 'no other record is changed')
}

async function deletedTogether(desk: Desk, records: SampleRecords): Promise<void> {
  const [first, second] = [await records.made(desk), await records.made(desk)]
  const remove = (confirm_count: number) => desk.send('POST', `${records.path}/bulk-delete`, { ids: [first.id, second.id], confirm_count })
  assert.equal((await remove(3)).status, 409, 'a selection of another size is not deleted')
  assert.deepEqual((await remove(2)).body, { matched: 2, deleted: 2 }, 'the selection is deleted')
  assert.equal((await desk.send('GET', `${records.path}/${first.id}`)).status, 404, 'what is deleted is not read')
}

async function merged(desk: Desk, records: SampleRecords): Promise<void> {
  const { path } = records
  const [kept, taken] = [await records.made(desk), await records.made(desk)]
  const { merged_ids, merge_id } = await desk.done('POST', `${path}/${kept.id}/merge`, { merge_ids: [taken.id] })
  assert.deepEqual(merged_ids, [taken.id], 'the record that lives on knows what it took in')
  const readAs = async (id: string) => (await desk.done('GET', `${path}/${id}`))['id']
  assert.equal(await readAs(taken.id), kept.id, 'the id of the other means the record that lives on')
  await desk.done('POST', `/merges/${String(merge_id)}/undo`)
  assert.deepEqual([await readAs(kept.id), await readAs(taken.id)], [kept.id, taken.id], 'both are there again after undo')
}

async function alike(desk: Desk, records: SampleRecords, { alike: of }: RecordTypeScenario): Promise<void> {
  const [first, second] = [await records.made(desk, of?.values), await records.made(desk, of?.values)]
  const groups = listIn(await desk.done('GET', `${records.path}/duplicates?limit=200`), 'groups')
  const group = groups.find(({ ids }) => Array.isArray(ids) && ids.includes(first.id) && ids.includes(second.id))
  assert.ok(group, `both stand in one group: ${JSON.stringify(groups)}`)
  assert.equal(group['reason'], of?.reason, 'the group says why')
  // Whatever has no such value is in none.
  assert.ok(column({ groups }, 'groups', 'ids').every((ids) => Array.isArray(ids) && ids.length > 1))
}
