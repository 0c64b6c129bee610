import type { Api, Engine } from 'rapport-crm'
import { expect, it } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import type { TestClock } from '../support/clock.ts'
import { tablesOf, withTables } from '../access/tables.ts'

const words = ['zelda.quux@person.example', 'zq@private.example', 'Zelda', 'Quux', '+4915112345678', 'Quuxgasse', 'in/zelda-quux', 'Flummi']

async function fill(api: Api): Promise<{ id: string; other: string }> {
  await api.webhooks.create({ url: 'https://receiver.example/hook', events: ['*'] })
  const contact = await api.contacts.create({
    email: 'zelda.quux@person.example',
    emails: [{ email: 'zq@private.example', label: 'private', primary: false }],
    first_name: 'Zelda',
    last_name: 'Quux',
    phone: '+49 151 12345678',
    linkedin_url: 'https://linkedin.com/in/zelda-quux',
    address: { street: 'Quuxgasse 1', city: 'Wien' },
    custom_properties: { pet: 'Flummi' },
    external_ids: [{ provider: 'custom:erp', id: 'P-77' }],
  })
  const other = await api.contacts.create({ email: 'colleague@other.example', first_name: 'Zeldana' })
  await api.contacts.update({ id: contact.id, last_name: 'Quux-Meier' })
  await api.tasks.create({ title: 'Call Zelda Quux back', lead_id: contact.id, description: 'She is zelda.quux@person.example' })
  await api.activities.log({ type: 'note', subject: 'Zelda', body: 'Zelda likes Flummi', lead_id: contact.id })
  await api.activities.log({ type: 'note', subject: 'About zelda.quux@person.example', lead_id: other.id })
  await api.deals.create({ name: 'Deal of Zelda Quux', primary_lead_id: contact.id })
  await api.sync.ingest({
    provider: 'custom:crm',
    object: 'contacts',
    records: [
      { id: 'X-1', email: 'zelda.quux@person.example', name: 'Zelda Quux' },
      { email: 'zelda.quux@', name: 'Zelda Quux' },
    ],
  })
  return { id: contact.id, other: other.id }
}

async function work(engine: Engine, clock: TestClock): Promise<void> {
  for (let round = 0; round < 150; round += 1) {
    await engine.tick()
    clock.advance(1)
  }
}

describeStorages(
  'a person may ask',
  (open) => {
    it('for everything that is stored about them: all tables that hold them', async () => {
      const { engine, api, clock } = await open()
      const { id } = await fill(api)
      const request = await api.privacy.export({ email: 'zq@private.example', reason: 'Letter of today' })
      expect(request).toMatchObject({ kind: 'export', contact_id: id, state: 'queued' })
      await work(engine, clock)
      const { state, result } = await api.jobs.get({ id: request.job_id })
      expect(state).toBe('done')
      const tables = Object.keys((result as { tables: object }).tables)
      expect(tables).toEqual(
        expect.arrayContaining(['contacts', 'events', 'record_changes', 'tasks', 'activities', 'deals', 'external_references']),
      )
      expect((await api.privacy.list()).privacy_requests).toMatchObject([{ id: request.id, state: 'done', tables: { contacts: 1 } }])
    })

    it('to be erased: a scan of the whole database finds none of their words', async () => {
      const { engine, api, clock } = await open(withTables)
      const { id, other } = await fill(api)
      await work(engine, clock)
      const copy = await api.privacy.export({ contact_id: id })
      await work(engine, clock)
      const before = JSON.stringify(await tablesOf(engine))
      expect(words.filter((word) => !before.includes(word))).toEqual([])
      const request = await api.privacy.erase({ contact_id: id })
      await work(engine, clock)
      expect(await api.jobs.get({ id: request.job_id })).toMatchObject({ state: 'done' })
      const rest = JSON.stringify(await tablesOf(engine))
      expect(
        words.filter((word) =>
          rest
            .replaceAll(/zeldana/gi, '')
            .toLowerCase()
            .includes(word.toLowerCase()),
        ),
      ).toEqual([])
      await expect(api.contacts.get({ id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await api.contacts.get({ id: other })).toMatchObject({ first_name: 'Zeldana' })
      expect((await api.search.all({ q: 'Quux' })).results).toEqual([])
      expect(copy.kind).toBe('export')
      const { privacy_requests } = await api.privacy.list({ kind: 'erasure' })
      expect(privacy_requests).toMatchObject([{ contact_id: id, state: 'done' }])
      expect(privacy_requests[0]?.subject_hash).toMatch(/^[0-9a-f]{64}$/)
    })

    it('to be written to, or not, topic by topic', async () => {
      const { api } = await open()
      const { id } = await api.contacts.create({ email: 'ann@own.example' })
      expect((await api.privacy.listConsents({ id })).consents).toEqual([])
      const given = { id, topic: 'newsletter', state: 'subscribed', source: 'form', text_version: '2026-01' } as const
      expect(await api.privacy.setConsent(given)).toMatchObject({ topic: 'newsletter', state: 'subscribed', text_version: '2026-01' })
      const { version } = await api.contacts.get({ id })
      await api.privacy.setConsent(given)
      expect((await api.contacts.get({ id })).version).toBe(version)
      await api.privacy.setConsent({ id, topic: 'newsletter', state: 'unsubscribed', source: 'call' })
      expect((await api.privacy.listConsents({ id })).consents).toMatchObject([
        { topic: 'newsletter', state: 'unsubscribed', source: 'call' },
      ])
      expect((await api.events.list({ type: 'contact.unsubscribed' })).events).toHaveLength(1)
    })

    it('and is known by an id or an e-mail, never by both or none', async () => {
      const { api } = await open()
      await expect(api.privacy.erase({})).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(api.privacy.erase({ email: 'nobody@else.example' })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite file', 'PostgreSQL'],
)
