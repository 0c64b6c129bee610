import { expect, it } from 'vitest'
import { aBatch, aContact } from '../support/builders.ts'
import { describeContract } from './walk.ts'

describeContract('4.6 GET /events', (walk) => {
  const types = (json: any) => json.events.map(({ type }: { type: string }) => type)

  it('answers {events: [...]}, newest first, with a cursor', async () => {
    const me = await walk.enter()
    expect((await me.get('/events')).json).toEqual({ events: [], next_cursor: null })
    await me.post('/contacts', { email: 'ada@lovelace.test' })
    await me.post('/tasks', { title: 'Call' })
    expect(types((await me.get('/events')).json)).toEqual(['task.created', 'contact.created', 'company.created'])
  })

  it('takes one event type; an unknown one is 422 that lists the known ones', async () => {
    const me = await walk.enter()
    await me.post('/contacts', { email: 'ada@lovelace.test' })
    expect(types((await me.get('/events?type=contact.created')).json)).toEqual(['contact.created'])
    const { status, json } = await me.get('/events?type=contact.*')
    expect([status, json.errors[0].allowed]).toEqual([422, expect.arrayContaining(['contact.created', 'workflow.enrolled'])])
  })

  it('shows 50 unless a limit of 1 to 500 says otherwise', async () => {
    const me = await walk.enter()
    await me.post(
      '/sync/ingest',
      aBatch(
        Array.from({ length: 60 }, () => aContact({ email: undefined, phone: '+44 20 7946 0000', id: crypto.randomUUID() })),
        { object: 'contacts' },
      ),
    )
    expect((await me.get('/events')).json.events).toHaveLength(50)
    expect((await me.get('/events?limit=500')).json.events.length).toBeGreaterThanOrEqual(60)
    expect((await me.get('/events?limit=1')).json.events).toHaveLength(1)
    for (const limit of [0, 501, 'all']) expect([limit, (await me.get(`/events?limit=${limit}`)).status]).toEqual([limit, 422])
  })

  it('goes back page by page', async () => {
    const me = await walk.enter()
    for (const title of ['Call', 'Write', 'Meet']) await me.post('/tasks', { title })
    const first = await me.get('/events?limit=2')
    const second = await me.get(`/events?limit=2&cursor=${first.json.next_cursor}`)
    const titles = [...first.json.events, ...second.json.events].map(({ payload }) => payload.title)
    expect([titles, second.json.next_cursor]).toEqual([['Meet', 'Write', 'Call'], null])
  })

  it('can be polled instead of receiving webhooks: oldest first, continuing where the last poll ended', async () => {
    const me = await walk.enter()
    let after = ''
    // On PostgreSQL an event is visible once no older transaction of the server is open, including those of other tests.
    const next = async () => {
      const { json } = await me.get(`/events?order=asc${after && `&after=${after}`}`)
      after = json.next_cursor
      return json.events.map(({ payload }: any) => payload.title)
    }
    await me.post('/tasks', { title: 'Call' })
    await expect.poll(next).toEqual(['Call'])
    await me.post('/tasks', { title: 'Write' })
    await expect.poll(next).toEqual(['Write'])
    expect(await next()).toEqual([])
  })

  it('shows only the events of the caller’s organization', async () => {
    const [me, other] = [await walk.enter(), await walk.enter()]
    await other.post('/tasks', { title: 'Secret' })
    expect((await me.get('/events')).json.events).toEqual([])
  })
})
