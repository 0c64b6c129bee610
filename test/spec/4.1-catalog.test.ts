import { expect, it } from 'vitest'
import { describeContract } from './walk.ts'

describeContract('4.1 Catalog and description', (walk) => {
  it('GET /catalog is public and needs no key', async () => {
    expect((await walk.bare('GET', '/catalog')).status).toBe(200)
    expect((await walk.bare('GET', '/catalog', { authorization: 'Bearer rk_unknown' })).status).toBe(200)
  })

  it('has every list', async () => {
    const { json } = await walk.bare('GET', '/catalog')
    const lists = `event_types trigger_types action_types condition_fields condition_value_types operators watched_fields lifecycle_stages task_types
      activity_types call_outcomes lost_reasons pipeline_templates sequence_step_types merge_tags api_scopes periods data_source_objects`
    expect(Object.keys(json)).toEqual(expect.arrayContaining(lists.split(/\s+/)))
    expect(json.event_types.filter(({ extension }: { extension?: true }) => !extension)).toHaveLength(50)
    expect(json.action_types).toHaveLength(31)
  })

  it('lists triggers with their config fields, actions with theirs, condition fields with their types', async () => {
    const { json } = await walk.bare('GET', '/catalog')
    const config = (list: any[], type: string) => list.find((each) => each.type === type).config.map(({ name }: { name: string }) => name)
    expect(config(json.trigger_types, 'deal.stage_changed')).toEqual(['pipeline_id', 'to'])
    expect(config(json.trigger_types, 'schedule')).toEqual(['frequency', 'time', 'weekday', 'timezone'])
    expect(config(json.action_types, 'create_task')).toEqual(['title', 'type', 'due_in_days', 'priority', 'owner'])
    expect(json.condition_fields.contact).toContainEqual(expect.objectContaining({ field: 'lead_score', type: 'number' }))
    expect(json.operators.map(({ operator }: { operator: string }) => operator)).toEqual([
      'eq',
      'neq',
      'contains',
      'not_contains',
      'gt',
      'gte',
      'lt',
      'lte',
      'is_set',
      'is_not_set',
      'in',
    ])
  })

  it('is 304 without a body if it has not changed', async () => {
    const first = await walk.bare('GET', '/catalog')
    const second = await walk.bare('GET', '/catalog', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([second.status, second.json]).toEqual([304, null])
  })

  it('GET /openapi.json describes every endpoint in OpenAPI 3, with parameters, bodies and responses, grouped by tag', async () => {
    const me = await walk.enter()
    const { status, json } = await me.get('/openapi.json')
    expect([status, json.openapi]).toEqual([200, '3.1.1'])
    const operations = Object.values<any>(json.paths).flatMap((path) => Object.values<any>(path).filter(({ operationId }) => operationId))
    const tags = json.tags.map(({ name }: { name: string }) => name)
    expect(tags).toEqual(expect.arrayContaining(['Catalog', 'Contacts', 'Companies', 'Webhooks', 'REST hooks', 'Events', 'Data sources']))
    for (const {
      operationId,
      tags: [tag],
      responses,
    } of operations) {
      expect([operationId, tags.includes(tag)]).toEqual([operationId, true])
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true)
    }
    expect(json.paths['/contacts'].post.requestBody.content['application/json'].schema.properties).toHaveProperty('first_name')
    expect(json.paths['/events'].get.parameters).toContainEqual(expect.objectContaining({ name: 'limit', in: 'query' }))
  })

  it('every endpoint but /catalog needs a key, including the description', async () => {
    expect((await walk.bare('GET', '/openapi.json')).status).toBe(401)
    expect((await walk.bare('GET', '/me')).status).toBe(401)
  })
})
