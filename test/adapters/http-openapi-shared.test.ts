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
  let close = async () => {}
  beforeAll(async () => {
    const bench = await testEngine()
    close = () => bench.engine.close()
    const headers = { authorization: `Bearer ${bench.key}` }
    text = await (await http(bench.engine).fetch(new Request('http://crm.test/api/v1/openapi.json', { headers }))).text()
    document = JSON.parse(text) as Written
  })
  afterAll(() => close())

  it('has each object that stands in several places once, under the name of what has it', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['ExternalId', 'Address', 'LineInput', 'Contact']))
    const { properties } = document.paths['/contacts'].post.requestBody.content['application/json'].schema
    expect(properties.external_ids.items).toEqual({ $ref: '#/components/schemas/ExternalId' })
    expect(properties.address).toMatchObject({ $ref: '#/components/schemas/Address', description: expect.any(String) })
    expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([])
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

  it('has less than 2 MB', () => {
    expect(text.length).toBeLessThan(2_000_000)
  })
})
