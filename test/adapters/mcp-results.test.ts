import { Type } from '@sinclair/typebox'
import { CrmError } from 'rapport-crm'
import { mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { withDescriptions } from '../../adapters/mcp/described.ts'
import { shortSchema } from '../../adapters/mcp/short-schema.ts'
import { truncate } from '../../adapters/mcp/truncate.ts'
import { failureResult } from '../../adapters/mcp/failure.ts'
import { MAX_RESULT, MAX_SHOWN, successResult } from '../../adapters/mcp/result.ts'
import { compactSchema } from '../../adapters/mcp/schema.ts'
import { hintsOf } from '../../adapters/mcp/tool.ts'
import { OneOf, Nullable } from '../../core/kernel/operation/schema/schema.ts'
import { clients, problemOf, type Result } from './mcp-clients.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'

const connect = clients['client 2, automatic']!
const open = async (nameLength = 10) => {
  const core = new FakeCore().key('full', ['read', 'write', 'delete', 'webhooks', 'mcp'], { role: 'admin' })
  core.nameLength = nameLength
  return { core, client: await connect(mcp(core)) }
}

const shownBy = ({ content, structuredContent }: Result) =>
  [content[0]?.text.length ?? 0, JSON.stringify(structuredContent).length] as const

/** Text and structured content fit the limits, alone and together. */
function expectWithin(result: Result): void {
  const [text, structured] = shownBy(result)
  expect(Math.max(text, structured)).toBeLessThanOrEqual(MAX_SHOWN)
  expect(text + structured).toBeLessThanOrEqual(MAX_RESULT)
}

const hintsFor = (route: string, scope: string, more = {}) => hintsOf({ route, scope, ...more } as never)

describe('Lists', () => {
  it('answer 20 records unless the call says how many', async () => {
    const { client } = await open()
    expect((await client.call('list_things')).structuredContent).toMatchObject({ things: { length: 20 }, next_cursor: '20' })
    expect((await client.call('list_things', { limit: 3, cursor: '5' })).structuredContent).toMatchObject({
      things: { length: 3 },
      next_cursor: '8',
    })
  })

  it('that are too long for a model are shortened, with a cursor for the rest', async () => {
    const { client } = await open(1000)
    const result = await client.call('list_things', { limit: 200 })
    const page = result.structuredContent as { things: unknown[]; next_cursor: string }
    expect(page.things.length).toBeGreaterThan(20)
    expect(page.things.length).toBeLessThan(30)
    expect(page.next_cursor).toBe(String(page.things.length))
    expectWithin(result)
    expect(result.content[1]?.text).toContain(`${200 - page.things.length} more follow from next_cursor`)
  })

  it('of one record that is too long are truncated inside of it', async () => {
    const { client } = await open(90_000)
    const result = await client.call('list_things', { limit: 1 })
    expectWithin(result)
    expect(result.content[1]?.text).toMatch(/\/things\/0\/name: \d+ more characters left out of 90000/)
  })
})

describe('Long texts', () => {
  it('are truncated, with a note', async () => {
    const { client } = await open()
    const result = await client.call('get_essay', { id: idOf(1) })
    expectWithin(result)
    expect(result.content[1]?.text).toMatch(/^\/text: \d+ more characters left out of 200000\.$/)
    expect(result.structuredContent).toEqual(JSON.parse(result.content[0]?.text ?? ''))
  })
})

describe('Results', () => {
  it('have the structured content as text, without null and empty fields', () => {
    const value = { id: 1, name: null, rows: [{ a: null, b: 2, c: [], d: {} }], others: [], next_cursor: null }
    const { content, structuredContent } = successResult(value, { modern: true })
    expect(structuredContent).toEqual(value)
    expect(content).toEqual([{ type: 'text', text: '{"id":1,"rows":[{"b":2}],"others":[]}' }])
    expect(successResult(null, { modern: true })).toEqual({ content: [{ type: 'text', text: 'null' }], structuredContent: null })
  })

  it.each([
    ['many rows', { rows: Array.from({ length: 3000 }, (_, id) => ({ id, name: `Name ${id}` })) }],
    ['rows full of nulls', { rows: Array.from({ length: 3000 }, (_, id) => ({ id, a: null, b: null, c: null })) }],
    ['a text of letters that are escaped', { text: '\n"'.repeat(30_000) }],
    ['a list of lists', { rows: Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, n) => n)) }],
  ])('of %s are cut so that neither text nor structure is too long, nor are both', (_, value) => {
    const result = successResult(value, { modern: true }) as Result
    expectWithin(result)
    expect(shownBy(result)[1]).toBeGreaterThan(7_000)
    expect(result.content[1]?.text).toMatch(/ left out of \d+\./)
  })

  it('that cannot be shortened are cut off, with a note', () => {
    const map = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`key${n}`, n]))
    const { content, structuredContent } = successResult(map, { modern: true }) as Result
    expect([content[0]?.text.length, structuredContent]).toEqual([MAX_SHOWN, undefined])
    expect(content[1]?.text).toContain('ask for less')
  })
})

describe('Cutting', () => {
  it('leaves short values alone', () => {
    expect(truncate({ a: [1, 2] }, 100)).toEqual({ value: { a: [1, 2] }, notes: [] })
  })

  it('shortens the longest list first, and names its path', () => {
    const { value, notes } = truncate({ 'a/b': Array.from({ length: 100 }, () => 'x'.repeat(20)), c: [1, 2, 3] }, 1000)
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(1000)
    expect(value).toMatchObject({ c: [1, 2, 3] })
    expect(notes).toEqual([expect.stringMatching(/^\/a~1b: \d+ more entries left out of 100\.$/)])
  })

  it('keeps values without lists and texts', () => {
    const map = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n]))
    expect(truncate(map, 100).value).toEqual(map)
  })
})

describe('Errors of tools', () => {
  it('list the known fields, and the one that was meant', async () => {
    const { client } = await open()
    const problem = problemOf(await client.call('create_thing', { name: 'New', prio: 'high', Priority: 'low' }))
    expect(problem['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/prio', code: 'unknown_field', allowed: expect.arrayContaining(['priority', 'name']) }),
        expect.objectContaining({ path: '/Priority', did_you_mean: 'priority' }),
      ]),
    )
  })

  it('show the expected form', async () => {
    const { client } = await open()
    const problem = problemOf(await client.call('create_thing', { due_at: 'tomorrow' }))
    expect(problem['errors']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/name', code: 'required', expected: { type: 'string', description: 'As people say it' } }),
        expect.objectContaining({
          path: '/due_at',
          expected: { type: ['string', 'null'], format: 'date-time', example: '2026-01-31T09:30:00Z' },
        }),
      ]),
    )
  })

  it('name the tool that finds the record', async () => {
    const { client } = await open()
    expect(problemOf(await client.call('get_thing', { id: idOf(9) }))).toMatchObject({
      status: 404,
      code: 'not_found',
      hint: 'search_things finds the ids.',
    })
  })

  it('reach into lists, shared schemas and choices', () => {
    const row = Type.Object({ name: Type.String(), day: Type.String({ format: 'date' }) }, { additionalProperties: false })
    const tree = Type.Recursive((This) => Type.Union([Type.Object({ and: Type.Array(This) }), Type.Object({ field: Type.String() })]), {
      $id: 'Tree',
    })
    const inputSchema = compactSchema(Type.Object({ rows: Type.Array(row), filter: tree }))
    const error = new CrmError('invalid_input', 'Wrong', {
      errors: [
        { path: '/rows/0/day', code: 'invalid_format', message: 'is not a valid date' },
        { path: '/rows/0/nmae', code: 'unknown_field', message: 'is not a field' },
        { path: '/filter/and/0/feild', code: 'unknown_field', message: 'is not a field' },
      ],
    })
    expect(problemOf(failureResult(error, { args: { rows: [{}] }, inputSchema }) as Result)['errors']).toMatchObject([
      { expected: { type: 'string', format: 'date', example: '2026-01-31' } },
      { did_you_mean: 'name', allowed: ['name', 'day'] },
      { path: '/filter/and/0/feild' },
    ])
  })

  it('name the conflicting record', () => {
    const error = new CrmError('already_exists', 'A thing with this name exists', { existing_id: idOf(3) })
    expect(problemOf(failureResult(error, { args: {} }) as Result)).toMatchObject({
      status: 409,
      existing_id: idOf(3),
      hint: `Update the record ${idOf(3)} instead.`,
    })
  })
})

describe('Schemas', () => {
  it('are plain JSON Schema, as short as possible', () => {
    const schema = Type.Object({
      stage: OneOf(['a', 'b'], { description: 'Where it stands' }),
      maybe: Nullable(OneOf(['a', 'b'])),
      email: Type.Optional(Nullable(Type.String({ format: 'email', maxLength: 254, description: 'Theirs' }))),
      either: Type.Union([Type.String(), Type.Number()]),
      map: Type.Record(Type.String(), Type.Number()),
      anything: Type.Record(Type.String(), Type.Unknown()),
      anyOf: Type.Integer({ minimum: -2_147_483_648, maximum: 10 }),
    })
    expect(compactSchema(schema)).toEqual({
      type: 'object',
      required: ['stage', 'maybe', 'either', 'map', 'anything', 'anyOf'],
      properties: {
        stage: { type: 'string', enum: ['a', 'b'], description: 'Where it stands' },
        maybe: { type: ['string', 'null'], enum: ['a', 'b', null] },
        email: { type: ['string', 'null'], format: 'email', description: 'Theirs' },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        map: { type: 'object', additionalProperties: { type: 'number' } },
        anything: { type: 'object' },
        anyOf: { type: 'integer', maximum: 10 },
      },
    })
  })

  it('keep recursive schemas by reference', () => {
    const tree = Type.Recursive((This) => Type.Object({ children: Type.Array(This) }), { $id: 'Tree' })
    expect(compactSchema(Type.Object({ tree }))).toEqual({
      type: 'object',
      required: ['tree'],
      properties: { tree: { $ref: '#/$defs/Tree' } },
      $defs: {
        Tree: { type: 'object', required: ['children'], properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } } },
      },
    })
  })
})

describe('Schemas in the list of all tools', () => {
  const schema = compactSchema(
    Type.Object(
      {
        id: Type.String({ format: 'uuid' }),
        name: Nullable(Type.String({ maxLength: 60, description: 'In full' })),
        note: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
        stage: Type.Optional(Nullable(OneOf(['a', 'b']))),
        done: Type.Boolean({ default: false }),
        size: Type.Integer({ default: 5 }),
        address: Type.Object({ street: Type.String(), city: Type.String() }),
        phones: Type.Array(Type.Object({ phone: Type.String() }), { description: 'Theirs' }),
        tags: Type.Array(Type.String({ minLength: 1 })),
      },
      { additionalProperties: false },
    ),
  )
  const properties = (brevity: 0 | 1 | 2 | 3 | 4, creates = false) => shortSchema(schema, brevity, creates)['properties']

  it('are complete while they are short', () => {
    expect(shortSchema(schema, 0, true)).toBe(schema)
  })

  it('name the fields of inner objects instead of describing them, when longer', () => {
    expect(properties(1)).toEqual({
      id: { type: 'string' },
      name: { type: ['string', 'null'], description: 'In full' },
      note: { type: ['string', 'null'] },
      stage: { type: ['string', 'null'], enum: ['a', 'b', null] },
      done: { type: 'boolean' },
      size: { type: 'integer', default: 5 },
      address: { type: 'object', description: '{street, city}' },
      phones: { type: 'array', description: 'Theirs: of {phone}', items: { type: 'object' } },
      tags: { type: 'array', items: { type: 'string' } },
    })
  })

  it('leave null out if leaving out the field means the same', () => {
    const shown = { name: { type: ['string', 'null'] }, note: { type: 'string' }, stage: { type: 'string', enum: ['a', 'b'] } }
    expect(properties(2, true)).toMatchObject(shown)
    expect(properties(2, false)).toMatchObject({ note: { type: ['string', 'null'] } })
  })

  it('keep names, types and words if nothing else fits', () => {
    expect(properties(4)).toEqual({
      id: { type: 'string' },
      name: { type: 'string' },
      note: { type: 'string' },
      stage: { enum: ['a', 'b'] },
      done: { type: 'boolean' },
      size: { type: 'integer', default: 5 },
      address: { type: 'object' },
      phones: { type: 'array', items: { type: 'object' } },
      tags: { type: 'array', items: { type: 'string' } },
    })
  })

  it('describe shared schemas by their types', () => {
    const tree = Type.Recursive((This) => Type.Union([Type.Object({ and: Type.Array(This) }), Type.Object({ field: Type.String() })]), {
      $id: 'Tree',
    })
    expect(shortSchema(compactSchema(Type.Object({ filter: tree })), 1, false)).toEqual({
      type: 'object',
      required: ['filter'],
      properties: { filter: { type: 'object', description: '{and} or {field}' } },
    })
  })
})

describe('Descriptions of shortened inputs', () => {
  const text = (description: string) => Type.Optional(Type.String({ description }))
  const schema = compactSchema(
    Type.Object({
      limit: text('Records on a page'),
      name: text('Name of the deal'),
      tier: text('Records whose tier is this'),
      stage: text('Stage, by id or name; the first open one of its pipeline when left out'),
      object: text('contacts, companies, deals, quotes, orders, invoices, products or another record type'),
      filter: Type.Optional(
        Type.Object(
          { field: Type.String() },
          {
            description:
              'One condition {field, op, value}, or {and: [...]} of such. Fields of related records, too, by their path such as `company.name`',
          },
        ),
      ),
      months: text('Months, from the current one on'),
    }),
  )
  const shown = (length: number) =>
    Object.fromEntries(
      Object.entries<any>(withDescriptions(shortSchema(schema, 4, false), schema, length)['properties'] as object).flatMap(
        ([name, { description }]) => (description === undefined ? [] : [[name, description]]),
      ),
    )

  it('say what the name does not, in one clause', () => {
    expect(shown(1000)).toEqual({
      stage: 'Stage, by id or name',
      filter: 'One condition {field, op, value}, or {and: [...]} of such',
      months: 'Months, from the current one on',
    })
  })

  it('stop where the tool is long enough; objects, whose fields are hidden, come first', () => {
    expect(Object.keys(shown(40))).toEqual(['stage', 'filter'])
    expect(Object.keys(shown(0))).toEqual(['filter'])
    expect(shown(-1000)).toEqual({})
  })
})

describe('Hints', () => {
  it.each([
    ['GET /a', 'read', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['POST /a/search', 'read', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['GET /webhooks', 'webhooks', { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['POST /a', 'write', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    ['PATCH /a/{id}', 'write', { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }],
    ['DELETE /a/{id}/b', 'write', { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }],
    ['POST /a/bulk-delete', 'delete', { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }],
  ])('of %s with the scope %s follow from both', (route, scope, hints) => {
    expect(hintsFor(route, scope)).toEqual(hints)
  })

  it('call a tool destructive that overwrites what many records hold', () => {
    expect(hintsFor('POST /a/bulk-update', 'write', { overwrites: true })).toMatchObject({ destructiveHint: true })
  })

  it('call a tool open-world when it waits for another server', () => {
    expect(hintsFor('POST /a/test', 'webhooks', { unitOfWork: false })).toMatchObject({ openWorldHint: true })
  })
})
