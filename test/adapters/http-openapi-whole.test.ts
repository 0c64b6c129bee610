import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Written {
  readonly paths: Record<string, any>
  readonly components: { readonly schemas: Record<string, any> }
}

describe('the OpenAPI description of the whole engine', () => {
  let document: Written
  let text = ''
  let read: (path: string) => Promise<Response>
  let close = async () => {}
  beforeAll(async () => {
    const bench = await testEngine()
    close = () => bench.engine.close()
    const headers = { authorization: `Bearer ${bench.key}` }
    const { fetch } = http(bench.engine)
    read = async (path) => await fetch(new Request(`http://crm.test/api/v1${path}`, { headers }))
    text = await (await read('/openapi.json')).text()
    document = JSON.parse(text) as Written
  })
  afterAll(() => close())

  it('promises of e-mail addresses what is taken: letters of any alphabet', () => {
    expect(text).toContain('"format":"idn-email"')
    expect(text).not.toContain('"format":"email"')
  })

  it('stays smaller than 1.2 MB', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(1_200_000)
  })

  it('closes what requests are made of, and leaves answers open for the fields of later versions', () => {
    const { components, paths } = document
    expect(paths['/contacts'].post.requestBody.content['application/json'].schema.additionalProperties).toBe(false)
    expect(components.schemas['Contact']).not.toHaveProperty('additionalProperties')
  })

  it('describes the fields of a record once: a whole one is a partial one of which more is certain', () => {
    const { Contact, PartialContact, Invoice } = document.components.schemas
    expect(Contact.allOf).toEqual([{ $ref: '#/components/schemas/PartialContact' }])
    expect(Contact.required).toEqual(expect.arrayContaining(['id', 'version', 'emails']))
    expect(PartialContact).toMatchObject({ type: 'object', required: ['id'], properties: { emails: expect.anything() } })
    expect(Invoice).not.toHaveProperty('properties')
  })

  it('calls what writes answer by the name of the record, as reads do', () => {
    const answerOf = (path: string, method: string, status: string) =>
      document.paths[path][method].responses[status].content['application/json'].schema
    expect(answerOf('/invoices/{id}/payments', 'post', '201')).toEqual({ $ref: '#/components/schemas/Invoice' })
    expect(answerOf('/activities', 'post', '201')).toEqual({ $ref: '#/components/schemas/Activity' })
    expect(answerOf('/contacts/{id}', 'delete', '200')).toEqual({ $ref: '#/components/schemas/DeleteAnswer' })
  })

  it('says what becomes of the record that a create matches, and of a place that is left out', () => {
    const { paths } = document
    for (const path of ['/payments', '/invoices/{id}/payments', '/associations', '/suppressions', '/forms/{id}/submissions'])
      expect(paths[path].post.description).toMatch(/^One that is there already is answered as it is\./)
    expect(paths['/contacts'].post.description).toMatch(/^Changes the one that it matches\./)
    const { position } = paths['/pipelines'].post.requestBody.content['application/json'].schema.properties
    expect(position).toMatchObject({ description: expect.stringContaining('the last when left out') })
    expect(position).not.toHaveProperty('default')
  })

  it('names as sorts of a list what it can be sorted by', async () => {
    const named = Object.entries(document.paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? []).flatMap(({ name, schema, description = schema?.description }: any) =>
        name === 'sort' ? [...String(description).matchAll(/`(\w+\.name)`/g)].map(([, sort]) => `${path}?limit=1&sort=${sort}`) : [],
      ),
    )
    expect(named).toEqual(expect.arrayContaining(['/contacts?limit=1&sort=company.name', '/companies?limit=1&sort=parent.name']))
    for (const path of named) expect({ path, status: (await read(path)).status }).toEqual({ path, status: 200 })
  })

  it('has no name that only a number tells from another', () => {
    expect(Object.keys(document.components.schemas).filter((name) => /\D[2-9]$/.test(name))).toEqual([])
  })

  it('refers only to what is there', () => {
    const missing = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].filter(
      ([, kind = '', name = '']) => !(name in ((document.components as Record<string, any>)[kind] ?? {})),
    )
    expect(missing).toEqual([])
  })

  it('leads from a record that was made to the operation that reads it again', () => {
    expect(document.paths['/contacts'].post.responses['201'].links.read).toMatchObject({
      operationId: 'getContact',
      parameters: { id: '$response.body#/id' },
    })
  })

  it('says of each answer what it is, and in the description of an operation more than its summary', () => {
    for (const methods of Object.values(document.paths))
      for (const { operationId, summary, description, responses } of Object.values<any>(methods)) {
        expect([operationId, description.includes(summary)]).toEqual([operationId, false])
        expect([operationId, responses['200']?.description ?? '']).not.toEqual([operationId, 'Done'])
      }
  })
})
