import type { TObject, TSchema } from '@sinclair/typebox'
import type { AnyOperation } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { clients, problemOf } from './mcp-clients.ts'

const host = await testEngine({ rateLimit: 1_000_000 })
afterAll(host.close)
const { engine, key } = host
const server = mcp(engine)
const client = await clients['client 2, automatic']!(server, { token: key })
const tools = engine.registry.list.filter(({ mcp }) => mcp)
const nameOf = ({ id }: AnyOperation) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const nobody = '01900000-0000-7000-8000-ffffffffffff'

/** Calls a tool with errors and returns the text of the result, which is all that a model sees. */
async function refused(operation: AnyOperation, args: object): Promise<string> {
  const result = await client.call(nameOf(operation), { ...required(operation.input), ...args })
  expect([nameOf(operation), result.isError]).toEqual([nameOf(operation), true])
  return JSON.stringify(problemOf(result))
}

/** A valid value for every required field, so that only the intended errors occur. */
function required({ properties, required = [] }: TObject): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, fitting(properties[name] as TSchema)]))
}

function fitting(schema: TSchema): unknown {
  const [only] = (schema['anyOf'] ?? []) as TSchema[]
  if ('const' in schema) return schema['const']
  if (only) return fitting(only)
  if (schema['type'] === 'array') return []
  if (schema['type'] === 'object') return required(schema as TObject)
  if (schema['type'] === 'string') return schema['format'] === 'uuid' ? nobody : (schema['examples']?.[0] ?? 'text')
  return schema['type'] === 'boolean' ? true : 1
}

// Two swapped letters: a typical mistake of models.
const misspelt = (word: string) => `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}x`
const wordsOf = (schema: TSchema) =>
  ((schema['anyOf'] ?? []) as TSchema[]).map((each) => each['const'] as unknown).filter((each) => typeof each === 'string')
const own = ({ input }: AnyOperation) => Object.entries(input.properties) as [string, TSchema][]

describe('The error of a wrong call says how to fix it', () => {
  it('a field with a misspelt name: the name that was meant, of every tool', async () => {
    let called = 0
    for (const operation of tools) {
      const [name] = own(operation).find(([each]) => each.length > 3) ?? []
      if (!name) continue
      expect(await refused(operation, { [misspelt(name)]: 'x' })).toContain(`"${name}"`)
      called += 1
    }
    expect(called).toBeGreaterThan(60)
  })

  it('an unknown word: the allowed words, and the one that was meant', async () => {
    const wrong = tools.flatMap((operation) => {
      const [name, schema] = own(operation).find(([, each]) => wordsOf(each).length > 1) ?? []
      return name && schema ? [{ operation, name, word: wordsOf(schema).toSorted((a, b) => b.length - a.length)[0] as string }] : []
    })
    expect(wrong.length).toBeGreaterThan(30)
    for (const { operation, name, word } of wrong) expect(await refused(operation, { [name]: misspelt(word) })).toContain(`"${word}"`)
  })

  it('a missing required field: its name, for every tool that requires one', async () => {
    const wrong = tools.flatMap((operation) => (operation.input.required ?? []).slice(0, 1).map((name) => ({ operation, name })))
    expect(wrong.length).toBeGreaterThan(60)
    for (const { operation, name } of wrong) expect(await refused(operation, { [name]: undefined })).toContain(`/${name}"`)
  })

  it('a value of the wrong type: which field, and which type it takes', async () => {
    const wrong = tools.flatMap((operation) => {
      const [name, schema] = own(operation).find(([, each]) => ['string', 'integer', 'number', 'boolean'].includes(each['type'])) ?? []
      return name && schema ? [{ operation, name, type: String(schema['type']) }] : []
    })
    expect(wrong.length).toBeGreaterThan(60)
    for (const { operation, name, type } of wrong) {
      const text = await refused(operation, { [name]: { of: 'another kind' } })
      expect(text).toContain(`/${name}"`)
      expect(text).toContain(type)
    }
  })

  it('an unknown id: the tool that finds ids', async () => {
    // The id of a job is in the answer that began it.
    const wrong = tools.filter(
      ({ id, route, input }) => id !== 'getJob' && /^GET \/[\w-]+\/\{id\}$/.test(route) && input.properties['id']?.['format'] === 'uuid',
    )
    expect(wrong.length).toBeGreaterThan(10)
    for (const operation of wrong) {
      const text = await refused(operation, { id: nobody })
      const [, named = ''] = /(\w+) finds the ids/.exec(text) ?? []
      expect([nameOf(operation), tools.map(nameOf)]).toEqual([nameOf(operation), expect.arrayContaining([named])])
    }
  })

  it('an old version: to read the record again, and where to put its version', async () => {
    const { id } = await host.crm.contacts.create({ first_name: 'Ada' })
    const [update] = tools.filter((each) => each.id === 'updateContact')
    expect(await refused(update as AnyOperation, { id, if_match: 99 })).toContain('Read the record again and pass its version as if_match.')
  })

  it('a scope that the key lacks: its name', async () => {
    const { key: narrow } = await host.crm.apiKeys.create({ name: 'Reader', scopes: ['mcp', 'read'] })
    const reader = await clients['client 2, automatic']!(server, { token: narrow ?? '' })
    for (const operation of tools.filter(({ scope }) => scope === 'write' || scope === 'delete').slice(0, 20))
      expect(problemOf(await reader.call(nameOf(operation), required(operation.input)))).toMatchObject({
        code: 'insufficient_scope',
        hint: `Ask for a key with the scope ${operation.scope}.`,
      })
  })
})
