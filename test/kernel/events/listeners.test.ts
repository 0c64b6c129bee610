import { Type } from '@sinclair/typebox'
import { type CrmEvent, CrmError, type EventData, type EventOf, EventWriter, group, operation, plugin } from 'rapport-crm'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { Lines } from '../../integration/webhooks/lab.ts'
import { ada, describeStorages } from '../../support/storages.ts'

type Created = EventOf<'contact.created'>

/** A promise that is settled from outside. */
function gate() {
  return Promise.withResolvers<void>()
}

/** Tells of a form in a unit of work that may fail behind it. */
const forms = plugin({
  name: 'forms-lab',
  version: '1.0.0',
  operations: {
    formsLab: group('Forms', {
      submit: operation({
        id: 'labForm',
        summary: 'Tells of a form',
        scope: 'write',
        route: 'POST /forms-lab',
        input: Type.Object({ id: Type.String(), fails: Type.Boolean() }),
        output: Type.Null(),
        uses: { events: EventWriter },
        async handle({ id, fails }, { events }) {
          await events.tell('form.submitted', { type: 'form', id }, { fails })
          if (fails) throw new CrmError('conflict', 'after all')
          return null
        },
      }),
    }),
  },
})

describeStorages('listeners of an engine', (open) => {
  test('are notified of single and set writes after the commit: the event as the log has it, with organization and record', async () => {
    const { engine, api } = await open()
    const heard: Created[] = []
    engine.on('contact.created', (event) => heard.push(event))
    const contact = await api.contacts.create({ email: 'ada@forge.example' })
    await api.contacts.bulkUpsert({
      match_on: 'email',
      records: Array.from({ length: 45 }, (_, at) => ({ email: `c${at + 10}@forge.example` })),
    })
    const globex = engine.as({ organization: 'globex', user: 'hank@globex.test', scopes: new Set(['read', 'write']) })
    await globex.contacts.create({ email: 'ada@forge.example' })
    await vi.waitFor(() => expect(heard).toHaveLength(47))
    const emails = heard.map(({ data }) => data.email)
    expect(emails.slice(0, 46)).toEqual(['ada@forge.example', ...Array.from({ length: 45 }, (_, at) => `c${at + 10}@forge.example`)])
    expect(heard[0]).toMatchObject({
      type: 'contact.created',
      organization: 'acme',
      created_at: contact.created_at,
      entity: { type: 'contact', id: contact.id },
      data: { id: contact.id, record: { id: contact.id, version: 1 } },
    })
    const { events } = await api.events.list({ type: 'contact.created', order: 'asc', after: '0', limit: 100 })
    expect(heard.slice(0, 46).map(({ id, entity }) => [id, entity.id])).toEqual(events.map(({ id, entity_id }) => [`evt_${id}`, entity_id]))
    expect(heard.at(-1)).toMatchObject({ organization: 'globex' })
  })

  test('are told under the numbers that the log has, with events of others in between', async () => {
    const { engine, api } = await open()
    const heard: CrmEvent[] = []
    engine.on('deal.won', (event) => heard.push(event))
    engine.on('deal.stage_changed', (event) => heard.push(event))
    const { id } = await api.deals.create({ name: 'Boiler' })
    await api.deals.update({ id, status: 'won' })
    await engine.as(ada).contacts.create({ email: 'x@forge.example' })
    const { events } = await api.events.list({ order: 'asc', after: '0' })
    const told = events.filter(({ type }) => ['deal.won', 'deal.stage_changed'].includes(type))
    await engine.close()
    expect(told.length).toBeGreaterThan(0)
    expect(heard.map(({ id: number, type }) => [number, type]).toSorted()).toEqual(
      told.map(({ id: number, type }) => [`evt_${number}`, type]).toSorted(),
    )
  })

  test('are notified of what background work commits', async () => {
    const { engine, api, clock } = await open()
    const heard: string[] = []
    engine.on('task.overdue', ({ entity }) => heard.push(entity.id))
    const { id } = await api.tasks.create({ title: 'Call', due_at: clock.now().toISOString() })
    clock.advance('3 days')
    await engine.tick()
    await engine.close()
    expect(heard).toEqual([id])
  })

  test('are not notified of what does not commit', async () => {
    const { engine } = await open({ plugins: [forms] })
    const heard: string[] = []
    engine.on('form.submitted', ({ entity }) => heard.push(entity.id))
    const submit = (id: string, fails: boolean) => engine.call(forms.operations.formsLab.submit, { id, fails }, ada)
    await submit('first', false)
    await expect(submit('second', true)).rejects.toThrow('after all')
    await submit('third', false)
    await engine.close()
    expect(heard).toEqual(['first', 'third'])
  })

  test('one that throws, at once or later, is logged with its name and hinders nobody', async () => {
    const log = new Lines()
    const { engine, api } = await open({ ports: [log] })
    const heard: string[] = []
    engine.on('contact.created', function welcome() {
      throw new Error('no paper')
    })
    engine.on('contact.created', async () => await Promise.reject(new Error('no ink')))
    engine.on('contact.created', ({ entity }) => heard.push(entity.id))
    const { id } = await api.contacts.create({ email: 'ada@forge.example' })
    const second = await api.contacts.create({ email: 'bob@forge.example' })
    await engine.close()
    expect(heard).toEqual([id, second.id])
    const failed = log.lines.filter(({ message }) => message === 'A listener failed')
    expect(failed.map(({ level, fields }) => [level, fields['type'], fields['listener']]).toSorted()).toEqual([
      ['error', 'contact.created', 'anonymous'],
      ['error', 'contact.created', 'anonymous'],
      ['error', 'contact.created', 'welcome'],
      ['error', 'contact.created', 'welcome'],
    ])
    expect(failed[0]?.fields['error']).toEqual(new Error('no paper'))
  })

  test('one is notified of one event after the other, and slows neither the operation nor another listener', async () => {
    const { engine, api } = await open()
    const [slow, quick]: [string[], string[]] = [[], []]
    const first = gate()
    engine.on('contact.created', async ({ data }) => {
      slow.push(`begins ${data.email}`)
      await first.promise
      slow.push(`ends ${data.email}`)
    })
    engine.on('contact.created', ({ data }) => quick.push(String(data.email)))
    await api.contacts.create({ email: 'a@forge.example' })
    await api.contacts.create({ email: 'b@forge.example' })
    expect(slow).toEqual(['begins a@forge.example'])
    expect(quick).toEqual(['a@forge.example', 'b@forge.example'])
    first.resolve()
    await engine.close()
    expect(slow.slice(1)).toEqual(['ends a@forge.example', 'begins b@forge.example', 'ends b@forge.example'])
  })

  test('one may call the engine, whose close waits for it', async () => {
    const { engine, api } = await open()
    const done: string[] = []
    const waiting = gate()
    engine.on('contact.created', async ({ organization, data }) => {
      await waiting.promise
      const own = engine.as({ organization, user: 'robot@acme.test', scopes: new Set(['read', 'write']) })
      const task = await own.tasks.create({ title: `Welcome ${data.email}` })
      done.push(task.title)
    })
    engine.on('task.created', ({ data }) => done.push(`notified of ${String(data.record.title)}`))
    await api.contacts.create({ email: 'ada@forge.example' })
    const closing = engine.close()
    expect(done).toEqual([])
    waiting.resolve()
    await closing
    expect(done).toEqual(expect.arrayContaining(['Welcome ada@forge.example', 'notified of Welcome ada@forge.example']))
  })

  test('one that never ends keeps the engine open for 10 s, and is named in the log', async () => {
    const log = new Lines()
    const { engine, api, clock } = await open({ ports: [log] })
    engine.on('contact.created', async function welcome() {
      await new Promise(() => {})
    })
    await api.contacts.create({ email: 'a@forge.example' })
    let isClosed = false
    const closing = engine.close().then(() => (isClosed = true))
    clock.advance('9 seconds')
    await api.contacts.list()
    expect(isClosed).toBe(false)
    clock.advance('1 second')
    await closing
    expect(log.lines).toContainEqual({
      level: 'error',
      message: 'A listener has not ended: the engine is closed without it',
      fields: { type: 'contact.created', listener: 'welcome' },
    })
    await expect(api.contacts.list()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('one ends at once, also with events that wait for it; `once` hears a single event', async () => {
    const { engine, api } = await open()
    const heard: string[] = []
    const first = gate()
    const end = engine.on('contact.created', async ({ data }) => {
      heard.push(`on ${data.email}`)
      await first.promise
    })
    engine.on('contact.created', ({ data }) => heard.push(`once ${data.email}`), { once: true })
    const unheard = engine.on('contact.created', () => heard.push('never'), { once: true })
    unheard()
    await api.contacts.bulkUpsert({ match_on: 'email', records: [{ email: 'a@forge.example' }, { email: 'b@forge.example' }] })
    end()
    end()
    first.resolve()
    await api.contacts.create({ email: 'c@forge.example' })
    await engine.close()
    expect(heard).toEqual(['on a@forge.example', 'once a@forge.example'])
  })

  test('an unknown name is refused with the nearest one, and so is what is no function', async () => {
    const { engine } = await open()
    // @ts-expect-error: there is no such event
    const misspelt = () => engine.on('contact.creatd', () => {})
    expect(misspelt).toThrow(new CrmError('invalid_input', 'No event is called "contact.creatd". Did you mean "contact.created"?'))
    // @ts-expect-error: a listener is a function
    expect(() => engine.on('contact.created', 'welcome')).toThrow('must be a function')
    // @ts-expect-error: nor by this way
    expect(() => engine.on('deal.won!', () => {}, { once: true })).toThrow('Did you mean "deal.won"?')
  })

  test('the types know the event types that the features declare, and no others', async () => {
    const { engine } = await open()
    expect([...engine.registry.eventTypes.keys()].toSorted()).toEqual(Object.keys(names))
  })
})

test('events are typed by their names', () => {
  expectTypeOf<Created['type']>().toEqualTypeOf<'contact.created'>()
  expectTypeOf<Created['data']['email']>().toEqualTypeOf<string | null>()
  expectTypeOf<Created['data']['record']['tags']>().toEqualTypeOf<string[]>()
  expectTypeOf<EventOf<'deal.won'>['data']['to']>().toEqualTypeOf<string>()
  expectTypeOf<EventOf<'deal.amount_changed'>['data']['from']>().toEqualTypeOf<number | null>()
  expectTypeOf<EventOf<'contact.tags_changed'>['data']['added']>().toEqualTypeOf<string[]>()
  expectTypeOf<EventOf<'contact.replied'>['data']>().toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf<EventOf<'contact.restored'>['data']['record']['id']>().toEqualTypeOf<string>()
  expectTypeOf<EventOf<'webhook.deactivated'>['percent']>().toEqualTypeOf<100>()
})

const names: Readonly<Record<keyof EventData, true>> = {
  'activity.created': true,
  'activity.deleted': true,
  'activity.restored': true,
  'activity.updated': true,
  'attachment.created': true,
  'attachment.deleted': true,
  'attachment.restored': true,
  'company.created': true,
  'company.deleted': true,
  'company.lifecycle_changed': true,
  'company.merged': true,
  'company.restored': true,
  'company.unmerged': true,
  'company.updated': true,
  'contact.created': true,
  'contact.deleted': true,
  'contact.email_clicked': true,
  'contact.email_opened': true,
  'contact.email_received': true,
  'contact.email_sent': true,
  'contact.lifecycle_changed': true,
  'contact.linkedin_connected': true,
  'contact.meeting_booked': true,
  'contact.merged': true,
  'contact.message_received': true,
  'contact.message_sent': true,
  'contact.note_added': true,
  'contact.owner_changed': true,
  'contact.property_changed': true,
  'contact.replied': true,
  'contact.restored': true,
  'contact.score_changed': true,
  'contact.stage_changed': true,
  'contact.status_changed': true,
  'contact.tags_changed': true,
  'contact.unmerged': true,
  'contact.unsubscribed': true,
  'contact.updated': true,
  'contact.website_visit': true,
  'credit_note.created': true,
  'credit_note.deleted': true,
  'credit_note.restored': true,
  'credit_note.updated': true,
  'deal.amount_changed': true,
  'deal.created': true,
  'deal.deleted': true,
  'deal.lost': true,
  'deal.merged': true,
  'deal.overdue': true,
  'deal.owner_changed': true,
  'deal.property_changed': true,
  'deal.reopened': true,
  'deal.restored': true,
  'deal.rotting': true,
  'deal.stage_changed': true,
  'deal.unmerged': true,
  'deal.updated': true,
  'deal.won': true,
  'email.clicked': true,
  'email.failed': true,
  'email.opened': true,
  'email.sent': true,
  'form.submitted': true,
  'invoice.created': true,
  'invoice.deleted': true,
  'invoice.overdue': true,
  'invoice.paid': true,
  'invoice.restored': true,
  'invoice.updated': true,
  'order.created': true,
  'order.deleted': true,
  'order.restored': true,
  'order.status_changed': true,
  'order.updated': true,
  'price_rule.created': true,
  'price_rule.deleted': true,
  'price_rule.restored': true,
  'price_rule.updated': true,
  'product.created': true,
  'product.deleted': true,
  'product.restored': true,
  'product.updated': true,
  'quote.accepted': true,
  'quote.created': true,
  'quote.declined': true,
  'quote.deleted': true,
  'quote.expired': true,
  'quote.restored': true,
  'quote.sent': true,
  'quote.updated': true,
  'quote.viewed': true,
  'sequence.completed': true,
  'sequence.enrolled': true,
  'sequence.exited': true,
  'task.completed': true,
  'task.created': true,
  'task.deleted': true,
  'task.overdue': true,
  'task.restored': true,
  'task.updated': true,
  'webhook.received': true,
  'workflow.enrolled': true,
}
