import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { describeContract } from './walk.ts'

describeContract('9 Versioning', (walk) => {
  it('9.1 the version is a segment of the path: /api/v1, and no other path answers', async () => {
    const { fetch } = http(walk.engine)
    const status = async (path: string) => (await fetch(new Request(`http://crm.test${path}`))).status
    expect(await status('/api/v1/catalog')).toBe(200)
    for (const path of ['/catalog', '/api/catalog', '/api/v2/catalog', '/v1/catalog'])
      expect([path, await status(path)]).toEqual([path, 404])
  })

  it('9.2 the OpenAPI description is at /api/v1/openapi.json, with that root as its server', async () => {
    const me = await walk.enter()
    const { json } = await me.get('/openapi.json')
    expect(json.servers.map(({ url }: { url: string }) => url)).toEqual(['/api/v1'])
    expect(Object.keys(json.paths).every((path) => !path.includes('/v1'))).toBe(true)
  })

  it('9.3 deliveries have User-Agent: Service-Webhooks/1.0', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    await me.post(`/webhooks/${webhook.id}/test`)
    expect(endpoint.deliveries[0]?.headers['user-agent']).toBe('Service-Webhooks/1.0')
  })

  it('9.4 the accepted values are served live: events, triggers, actions, operators, stages, periods', async () => {
    const { json } = await walk.bare('GET', '/catalog')
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    expect(ids(json.periods)).toEqual([
      'week',
      'month',
      'quarter',
      'year',
      'last_month',
      'last_quarter',
      'last_year',
      'd30',
      'd90',
      'm12',
      'all',
    ])
    expect(ids(json.lifecycle_stages)).toEqual([
      'subscriber',
      'lead',
      'mql',
      'sql',
      'opportunity',
      'customer',
      'evangelist',
      'churned',
      'other',
    ])
    expect(ids(json.pipeline_templates[0].stages)).toEqual(['qualification', 'discovery', 'demo', 'proposal', 'negotiation', 'won', 'lost'])
    expect(json.trigger_types.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(json.event_types.map(({ type }: { type: string }) => type)),
    )
  })

  it('9.4 the API accepts what the catalog lists: every stage, every task type', async () => {
    const me = await walk.enter()
    const { json } = await me.get('/catalog')
    for (const { id } of json.lifecycle_stages) expect((await me.post('/contacts', { lifecycle_stage: id })).json.lifecycle_stage).toBe(id)
    for (const type of json.task_types) expect((await me.post('/tasks', { title: 'Do', type })).json.type).toBe(type)
  })
})
