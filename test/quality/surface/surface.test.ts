import { readFile } from 'node:fs/promises'
import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'
import { plugins } from '../../../host/plugins.ts'
import { clientOf, type Document, operationsOf, writtenClient } from './client/generate.ts'
import { docsOf, writtenDocs } from './docs/generate.ts'
import { canonical, compare } from './compare.ts'
import { fingerprintOf, snapshotFile } from './snapshot.ts'

describe('the OpenAPI document', () => {
  it('is the reviewed one: `npm run surface` prints what changed since HEAD, `npm run surface -- accept` accepts it', async () => {
    await using test = await testEngine({ plugins })
    const headers = { authorization: `Bearer ${test.key}` }
    const answer = await http(test.engine).fetch(new Request('http://localhost/api/v1/openapi.json', { headers }))
    const expected: unknown = JSON.parse(await readFile(snapshotFile, 'utf8'))
    expect(fingerprintOf(await answer.json())).toEqual(expected)
  })
})

describe('the client', () => {
  it('is the one that is made of the OpenAPI document: `npm run surface -- accept` writes it', async () => {
    await using test = await testEngine({ plugins })
    const headers = { authorization: `Bearer ${test.key}` }
    const answer = await http(test.engine).fetch(new Request('http://localhost/api/v1/openapi.json', { headers }))
    const made = clientOf((await answer.json()) as Document, operationsOf(test.engine.registry))
    const written = await writtenClient()
    expect(Object.keys(made).filter((name) => made[name] !== written[name])).toEqual([])
  })
})

describe('the documentation', () => {
  it('is made of the guides, names and script as they are: `npm run surface -- accept` writes them', async () => {
    await using test = await testEngine({ plugins })
    const made = await docsOf(operationsOf(test.engine.registry))
    const written = await writtenDocs()
    expect(Object.keys(made).filter((name) => made[name] !== written[name])).toEqual([])
  })
})

describe('a comparison of surfaces', () => {
  const before = {
    paths: { '/a': { get: { summary: 'Read a', parameters: [{ name: 'limit' }, { name: 'sort' }] } } },
    schemas: { Task: { properties: { title: { type: 'string', description: 'What to do' } }, example: { title: 'Call' } } },
  }
  const changed = (change: (copy: typeof before) => void) => {
    const copy = structuredClone(before)
    change(copy)
    return compare(before, copy)
  }

  it('finds nothing in equal documents', () => {
    expect(changed(() => {})).toEqual({ structure: [], texts: [], order: [] })
  })

  it('tells texts from structure', () => {
    const { structure, texts } = changed(({ paths, schemas }) => {
      paths['/a'].get.summary = 'Get a'
      schemas.Task.properties.title.description = 'The work'
    })
    expect(structure).toEqual([])
    expect(texts).toEqual([
      '/paths//a/get/summary: "Read a" -> "Get a"',
      '/schemas/Task/properties/title/description: "What to do" -> "The work"',
    ])
  })

  it('takes a field called title for structure, and the values of examples, too', () => {
    const renamed = changed(({ schemas }) => Object.assign(schemas.Task, { properties: { name: { type: 'string' } } }))
    expect(renamed.structure).toHaveLength(2)
    expect(changed(({ schemas }) => (schemas.Task.example.title = 'Write')).structure).toHaveLength(1)
  })

  it('compares named items by their names, and reports another order apart', () => {
    const { structure, order } = changed(({ paths }) =>
      paths['/a'].get.parameters.push(paths['/a'].get.parameters.shift() ?? { name: 'none' }),
    )
    expect({ structure, order }).toEqual({ structure: [], order: ['/paths//a/get/parameters'] })
    expect(changed(({ paths }) => paths['/a'].get.parameters.unshift({ name: 'cursor' })).structure).toEqual([
      '/paths//a/get/parameters/cursor: (absent) -> {"name":"cursor"}',
    ])
  })

  it('reports a list of words in another order apart', () => {
    expect(compare({ enum: ['a', 'b'] }, { enum: ['b', 'a'] })).toEqual({
      structure: [],
      texts: [],
      order: ['/enum: ["a","b"] -> ["b","a"]'],
    })
    expect(compare({ enum: ['a', 'b'] }, { enum: ['a', 'c'] }).structure).toHaveLength(1)
  })

  it('reduces equal documents to one string, with or without texts', () => {
    const other = { schemas: before.schemas, paths: { '/a': { get: { ...before.paths['/a'].get, summary: 'Get a' } } } }
    expect(canonical(other, false)).toBe(canonical(before, false))
    expect(canonical(other, true)).not.toBe(canonical(before, true))
  })
})
