import { Type } from '@sinclair/typebox'
import { type Api, operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { Contact } from '../../../core/crm/contacts/entity.ts'
import { newRecord } from '../../../core/kernel/storage/records/new-record.ts'
import { describeEveryStorage } from '../../support/storages.ts'

const uuid = (index: number) => `01a00000-0000-7000-8000-${String(index).padStart(12, '0')}`

// Values that a driver, a JSON text or a planner could take for something else.
const hostile = ['plain', `O'Hara "quoted" \\ back`, '{"a":1}', '[]', 'null', 'Zoë 漢字 🚀', 'line\nbreak\ttab', '$1 ? :x', '']

const make = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    id: uuid(index),
    values: {
      title: hostile[index % hostile.length] ?? null,
      tags: index % 3 ? [hostile[(index + 1) % hostile.length] ?? '', 'b'] : [],
      custom_properties: { z: index, a: hostile[index % hostile.length] ?? null, nested: index / 3 },
      lead_score: index / 7,
      do_not_contact: index % 2 === 0,
      total_email_replies: index,
      last_activity_at: index % 4 ? new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index)) : null,
      address: index % 5 ? { city: hostile[index % hostile.length] ?? null, street: null } : null,
    },
  }))

const changes = (before: Contact) => ({
  title: before.total_email_replies % 2 ? null : `${before.title}!`,
  tags: ['x', 'y'],
  last_activity_at: null,
})

const probe = plugin({
  name: 'sets',
  version: '1.0.0',
  operations: {
    sets: {
      insert: operation({
        id: 'setsInsert',
        summary: 'Insert a set',
        scope: 'write',
        route: 'POST /sets',
        input: Type.Object({ size: Type.Integer(), foreign: Type.Optional(Type.Boolean()) }),
        output: Type.Null(),
        uses: { records: Records },
        async handle({ size, foreign }, { records }): Promise<null> {
          const rows = make(size).map(({ id, values }) => ({ ...newRecord(Contact.fields, id, records.unit), ...values }))
          if (foreign) Object.assign(rows.at(-1) ?? {}, { user_from: 'other' })
          await records.insert(Contact, rows as unknown as Contact[])
          return null
        },
      }),
      update: operation({
        id: 'setsUpdate',
        summary: 'Change a set',
        scope: 'write',
        route: 'PATCH /sets',
        input: Type.Object({}),
        output: Type.Integer(),
        uses: { records: Records },
        async handle(_, { records }) {
          const rows = await records.findBy(
            Contact,
            'id',
            Array.from({ length: 100 }, (_each, index) => uuid(index)),
            { lock: true },
          )
          return await records.update(
            Contact,
            rows.map((before) => ({ before, changes: changes(before) })),
          )
        },
      }),
      touch: operation({
        id: 'setsTouch',
        summary: 'Say that something beside the fields changed',
        scope: 'write',
        route: 'PUT /sets',
        input: Type.Object({}),
        output: Type.Integer(),
        uses: { records: Records },
        async handle(_, { records }) {
          const [before] = await records.findBy(Contact, 'id', [uuid(1)])
          return before ? await records.update(Contact, [{ before, changes: { title: before.title }, besides: ['lines'] }]) : 0
        },
      }),
    },
  },
})

type Sets = Api & {
  sets: { insert(input: { size: number; foreign?: boolean }): Promise<null>; update(): Promise<number>; touch(): Promise<number> }
}

const kept = (contacts: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    contacts.map(
      ({ id, title, tags, custom_properties, lead_score, do_not_contact, total_email_replies, last_activity_at, address, version }) => [
        id,
        { title, tags, custom_properties, lead_score, do_not_contact, total_email_replies, last_activity_at, address, version },
      ],
    ),
  )

describeEveryStorage('sets of records', (open) => {
  it.each([3, 19, 20, 100])('of %i are stored with every kind of value as it is given, and with one event each', async (size) => {
    const { api } = await open({ plugins: [probe] })
    await (api as Sets).sets.insert({ size })
    const { contacts } = await api.contacts.list({ limit: 200 })
    const expected = make(size).map(({ id, values }) => [
      id,
      { ...values, last_activity_at: values.last_activity_at?.toISOString() ?? null, version: 1 },
    ])
    expect(kept(contacts)).toEqual(Object.fromEntries(expected))
    expect(JSON.stringify(contacts.find(({ id }) => id === uuid(1))?.custom_properties)).toMatch(/^\{"z":1,"a":/)
    expect((await api.events.list({ type: 'contact.created', limit: 500 })).events).toHaveLength(size)
  })

  it('change as sets: what differs is written, once, with its events', async () => {
    const { api } = await open({ plugins: [probe] })
    await (api as Sets).sets.insert({ size: 100 })
    expect(await (api as Sets).sets.update()).toBe(100)
    const { contacts } = await api.contacts.list({ limit: 200 })
    for (const contact of contacts) {
      const { values } = make(100)[Number(contact.id.slice(-4))] ?? { values: { title: '' } }
      const odd = Number(contact.id.slice(-4)) % 2
      expect(contact).toMatchObject({ title: odd ? null : `${values.title}!`, tags: ['x', 'y'], last_activity_at: null, version: 2 })
    }
    expect((await api.events.list({ type: 'contact.property_changed', limit: 500 })).events).toHaveLength(100)
    expect(await (api as Sets).sets.update()).toBe(50)
  })

  it('note a change beside the fields as a write of its own', async () => {
    const { api } = await open({ plugins: [probe] })
    await (api as Sets).sets.insert({ size: 2 })
    expect(await (api as Sets).sets.touch()).toBe(1)
    expect(await api.contacts.get({ id: uuid(1) })).toMatchObject({ version: 2 })
  })

  it.each([2, 50])('of %i with one record of another organisation are refused whole', async (size) => {
    const { api } = await open({ plugins: [probe] })
    await expect((api as Sets).sets.insert({ size, foreign: true })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('another organization') },
    })
    expect((await api.contacts.list()).contacts).toEqual([])
  })
})
