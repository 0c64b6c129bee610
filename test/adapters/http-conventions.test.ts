import type { TSchema } from '@sinclair/typebox'
import { type AnyOperation, writes } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { describeStorages, type Open } from '../support/storages.ts'

const key = 'rk_test_of_the_conventions_0123456789'
const nobody = '01900000-0000-7000-8000-ffffffffffff'
const propertiesOf = ({ output }: AnyOperation) => (output['properties'] ?? {}) as Record<string, TSchema>
const isList = (operation: AnyOperation) => operation.route.startsWith('GET ') && 'next_cursor' in propertiesOf(operation)
const named = ({ route }: AnyOperation) => route.includes('{')
/** Needs nothing beyond its path. */
const isBare = ({ input, route }: AnyOperation) => (input.required ?? []).every((name) => route.includes(`{${name}}`))
const pathOf = ({ route }: AnyOperation) => (route.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, nobody)

// One loop over all operations for each rule that holds for all of them.
const conventions = (open: Open) => {
  let made: ReturnType<typeof make> | undefined
  const site = () => (made ??= make())

  async function make() {
    const { engine } = await open({ rateLimit: 1_000_000, kept: true })
    await engine.access.bootstrap({ key })
    const { fetch } = http(engine)
    const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
      const sent = body && {
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      }
      const answer = await fetch(
        new Request(`http://crm.test/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers }, ...sent }),
      )
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, json: text === '' ? null : JSON.parse(text) }
    }
    return { list: engine.registry.list, ask }
  }

  it('a list is wrapped in a name in snake_case, and accepts a limit of 1 to 200 (events: 500), 50 by default', async () => {
    const { list, ask } = await site()
    const paged = list.filter((each) => isList(each) && isBare(each) && each.input.properties['limit'])
    expect(paged.length).toBeGreaterThan(40)
    for (const operation of paged) {
      const most = operation.id === 'listEvents' ? 500 : 200
      expect([operation.id, operation.input.properties['limit']]).toMatchObject([operation.id, { minimum: 1, maximum: most, default: 50 }])
      for (const limit of ['0', String(most + 1), 'ten', '-1', '2.5']) {
        const { status, json } = await ask('GET', `${pathOf(operation)}?limit=${limit}`)
        expect([operation.id, limit, status, json.errors[0].path]).toEqual([operation.id, limit, 422, '/limit'])
      }
      if (named(operation)) continue
      const { status, json } = await ask('GET', `${pathOf(operation)}?limit=${most}`)
      expect([operation.id, status]).toEqual([operation.id, 200])
      expect(Object.keys(json).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
      expect(json.next_cursor).toBeNull()
    }
  })

  it('every list and search refuses an invalid cursor, with its place', async () => {
    const { list, ask } = await site()
    const walked = list.filter((each) => 'cursor' in each.input.properties && !named(each) && isBare(each) && !writes(each))
    expect(walked.length).toBeGreaterThan(30)
    for (const { id, route } of walked) {
      const [method = '', path = ''] = route.split(' ')
      const { status, json } =
        method === 'GET' ? await ask(method, `${path}?cursor=bm9uc2Vuc2U`) : await ask(method, path, {}, { cursor: 'bm9uc2Vuc2U' })
      expect([id, status, json.errors[0]?.path]).toEqual([id, 422, '/cursor'])
    }
  })

  it('unknown fields of queries and bodies are refused by name', async () => {
    const { list, ask } = await site()
    for (const operation of list) {
      const [method = ''] = operation.route.split(' ')
      const reads = method === 'GET' || method === 'DELETE' || operation.upload !== undefined
      const { status, json } = await ask(method, `${pathOf(operation)}${reads ? '?no_such=1' : ''}`, {}, reads ? undefined : { no_such: 1 })
      expect([operation.id, status]).toEqual([operation.id, 422])
      expect([operation.id, json.errors.map(({ path }: { path: string }) => path)]).toEqual([
        operation.id,
        expect.arrayContaining(['/no_such']),
      ])
    }
  })

  it('an unsupported method is 405 with the supported ones', async () => {
    const { list, ask } = await site()
    const paths = Map.groupBy(list, ({ route }) => route.split(' ')[1]?.replaceAll(/\{\w+\}/g, '{}'))
    for (const operations of paths.values()) {
      const taken = operations.map(({ route }) => route.split(' ')[0] ?? '')
      const other = ['PUT', 'PATCH', 'DELETE', 'POST'].find((each) => !taken.includes(each)) ?? ''
      const { status, headers, json } = await ask(other, pathOf(operations[0] as AnyOperation))
      expect([operations[0]?.id, status, json.code]).toEqual([operations[0]?.id, 405, 'method_not_allowed'])
      const allowed = headers.get('allow')?.split(', ') ?? []
      expect([operations[0]?.id, taken.filter((each) => !allowed.includes(each))]).toEqual([operations[0]?.id, []])
    }
  })

  it('deletes answer deleted: true', async () => {
    const { list } = await site()
    const deletes = list.filter(({ route }) => route.startsWith('DELETE '))
    expect(deletes.length).toBeGreaterThan(20)
    for (const operation of deletes)
      expect([operation.id, Object.keys(propertiesOf(operation))]).toEqual([operation.id, expect.arrayContaining(['deleted'])])
  })
}

describeStorages('The conventions of REST', conventions, ['SQLite memory', 'PostgreSQL'])
