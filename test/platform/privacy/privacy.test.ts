import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Api, Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { describe, expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { TestClock } from '../../support/clock.ts'
import { analyzeAll, databaseOf, statisticsOf, withTables } from '../access/tables.ts'
import { plantEverywhere } from './everywhere.ts'

const words = [
  'zelda.quux@person.example',
  'zq@private.example',
  'Zelda',
  'Quux',
  '+4915112345678',
  'Quuxgasse',
  'in/zelda-quux',
  'Flummi',
  '1511 2345678',
  '015112345678',
]

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
  const body = 'Dial +49 1511 2345678, or 01511 2345678 at home (015112345678)'
  await api.activities.log({ type: 'note', subject: 'About zelda.quux@person.example', body, lead_id: other.id })
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
  for (let round = 0; round < 3; round += 1) {
    await engine.tick()
    clock.advance(1)
  }
}

// The colleague is called nearly like the person, and stays.
const leftIn = (text: string) =>
  words.filter((word) =>
    text
      .replaceAll(/zeldana/gi, '')
      .toLowerCase()
      .includes(word.toLowerCase()),
  )

describeStorages(
  'a person may ask',
  (open) => {
    it('for everything that is stored about them: all tables that hold them, however much that is', async () => {
      const { engine, api, clock } = await open()
      const { id } = await fill(api)
      const records = Array.from({ length: 520 }, (_, at) => ({ type: 'note' as const, subject: `Note ${at}`, lead_id: id }))
      await api.activities.bulkUpsert({ records, backfill: true })
      const request = await api.privacy.export({ email: 'zq@private.example', reason: 'Letter of today' })
      expect(request).toMatchObject({ kind: 'export', contact_id: id, state: 'queued' })
      await work(engine, clock)
      const { state, result } = await api.jobs.get({ id: request.job_id })
      expect(state).toBe('done')
      const { tables } = result as { tables: Record<string, { subject: string }[]> }
      expect(Object.keys(tables)).toEqual(
        expect.arrayContaining(['contacts', 'events', 'record_changes', 'tasks', 'activities', 'deals', 'external_references']),
      )
      expect(new Set(tables['activities']!.map(({ subject }) => subject)).size).toBe(522)
      const shown = { id: request.id, state: 'done', tables: { contacts: 1, activities: 522 } }
      expect((await api.privacy.list()).privacy_requests).toMatchObject([shown])
      // A key of an administrator that cannot administrate does not read it, nor what others can.
      const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
      const erp = engine.as(await engine.authenticate(key!))
      await expect(erp.jobs.get({ id: request.job_id })).rejects.toMatchObject({ code: 'not_found' })
    })

    it('to be erased: a scan of the whole database finds none of their words, in tables that nobody has thought of yet neither', async () => {
      const { engine, api, clock } = await open(withTables)
      const { id, other } = await fill(api)
      await work(engine, clock)
      const copy = await api.privacy.export({ contact_id: id, reason: 'Mail of zq@private.example' })
      await work(engine, clock)
      const planted = await plantEverywhere(engine, { id, text: 'said zelda.quux@person.example', now: clock.now() })
      expect(planted.length).toBeGreaterThan(30)
      expect(leftIn(await databaseOf(engine))).toEqual(words)
      const request = await api.privacy.erase({ contact_id: id, reason: 'Zelda Quux has asked for it' })
      await work(engine, clock)
      expect(await api.jobs.get({ id: request.job_id })).toMatchObject({ state: 'done' })
      expect(leftIn(await databaseOf(engine))).toEqual([])
      await expect(api.contacts.get({ id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await api.contacts.get({ id: other })).toMatchObject({ first_name: 'Zeldana' })
      expect((await api.search.all({ q: 'Quux' })).results).toEqual([])
      expect(copy.kind).toBe('export')
      const { privacy_requests } = await api.privacy.list({ kind: 'erasure' })
      expect(privacy_requests).toMatchObject([{ contact_id: id, state: 'done', reason: expect.stringContaining('has asked for it') }])
      expect(privacy_requests[0]?.subject_hash).toMatch(/^[0-9a-f]{64}$/)
    })

    it('to be erased from what PostgreSQL knows of the values of its tables', async () => {
      const { engine, api, clock } = await open(withTables)
      if ((await statisticsOf(engine).catch(() => null)) === null) return
      const { id } = await fill(api)
      await work(engine, clock)
      await analyzeAll(engine)
      expect(leftIn(await statisticsOf(engine))).toEqual(expect.arrayContaining(['zelda.quux@person.example', 'Quux']))
      await api.privacy.erase({ contact_id: id })
      await work(engine, clock)
      expect(leftIn(await statisticsOf(engine))).toEqual([])
    })

    it('among more rows than one step reads, before and after them', async () => {
      const { engine, api, clock } = await open(withTables)
      const { id, other } = await fill(api)
      const records = Array.from({ length: 3500 }, (_, at) => ({ type: 'note' as const, subject: `Note ${at}`, lead_id: other }))
      for (let page = 0; page < 3; page += 1) await api.activities.bulkUpsert({ records, backfill: true })
      await api.activities.log({ type: 'note', subject: 'Zelda once more', lead_id: id })
      const { job_id } = await api.privacy.export({ contact_id: id })
      await work(engine, clock)
      const { tables } = (await api.jobs.get({ id: job_id })).result as { tables: Record<string, { subject: string }[]> }
      const subjects = ['About zelda.quux@person.example', 'Zelda', 'Zelda once more']
      expect(tables['activities']!.map(({ subject }) => subject).toSorted()).toEqual(subjects)
      await api.privacy.erase({ contact_id: id })
      await work(engine, clock)
      expect(leftIn(await databaseOf(engine))).toEqual([])
      expect((await api.activities.list({ contact_id: other, limit: 200 })).activities).toHaveLength(200)
    }, 60_000)

    it('to be erased while files are written: these are there then, without the person, and as long as they say', async () => {
      const { engine, api, clock } = await open()
      const bob = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'own' })
      await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
      const other = await api.contacts.create({ first_name: 'Export', last_name: 'Clerk', assigned_to: 'bob@acme.test' })
      const { job_id } = await api.exports.create({ object: 'contacts' })
      // Called like what the engine calls things, with the digits of an id, and a teammate besides.
      const { id } = await api.contacts.create({
        email: 'bob@acme.test',
        first_name: 'Export',
        phone: job_id.slice(0, 8),
        custom_properties: { object: 'contacts', kind: 'queued', note: 'contact' },
      })
      const asked = [{ id: (await bob.exports.create({ object: 'contacts', fields: 'name, created_by' })).id, from: bob }]
      for (const format of ['csv', 'jsonl'] as const)
        asked.push({ id: (await api.exports.create({ object: 'contacts', format })).id, from: api })
      const early = await api.exports.create({ object: 'contacts', fields: 'name, primary_email, phone_raw' })
      await engine.tick()
      const { bytes: before } = await api.exports.get({ id: early.id })
      const request = await api.privacy.erase({ contact_id: id })
      const late = await api.exports.create({ object: 'contacts', fields: 'name' })
      await work(engine, clock)
      expect(await api.jobs.get({ id: request.job_id })).toMatchObject({ kind: 'privacy_erasure', state: 'done' })
      expect(await api.contacts.get({ id: other.id })).toMatchObject({ name: 'Export Clerk', assigned_to: 'bob@acme.test' })
      const texts: string[] = []
      for (const each of [...asked, { id: early.id, from: api }, { id: late.id, from: api }]) {
        const chunks: Uint8Array[] = []
        for await (const chunk of await each.from.exports.download({ id: each.id })) chunks.push(chunk)
        const file = Buffer.concat(chunks)
        expect(await each.from.exports.get({ id: each.id })).toMatchObject({ object: 'contacts', state: 'done', bytes: file.length })
        texts.push(file.toString())
      }
      expect(texts[0]).toContain('Export Clerk,ada@acme.test')
      expect(texts.at(-1)).toBe('name\r\nExport Clerk\r\n')
      expect(texts.at(-2)).not.toContain('bob@acme.test')
      expect(Buffer.byteLength(texts.at(-2)!)).not.toBe(before)
      expect(await api.events.list({ type: 'contact.created' })).toMatchObject({
        events: [{ entity_type: 'contact', payload: { name: '[erased]' } }, {}],
      })
    })

    it("to be erased without those who are called alike: what is theirs keeps the name, and what is nobody else's loses it", async () => {
      const { engine, api, clock } = await open()
      const named = { first_name: 'Ann', last_name: 'Äster' }
      const { id } = await api.contacts.create({ ...named, email: 'ann@erased.example', phone: '+49 30 1234567' })
      const namesake = await api.contacts.create({ ...named, email: 'ann@stays.example', address: { street: 'Astergasse 1' } })
      const nameless = await api.contacts.create({ ...named })
      const theirs = await api.deals.create({ name: 'Renewal of Ann Äster', primary_lead_id: namesake.id })
      await api.deals.update({ id: theirs.id, name: 'Renewal of Ann Äster, again' })
      const hers = await api.deals.create({ name: 'Renewal: Ann', primary_lead_id: id })
      const about = await api.tasks.create({ title: 'Ask Ann Äster', description: 'of ann@stays.example' })
      const unclear = await api.tasks.create({ title: 'Ask Ann Äster', description: 'Ann knows' })
      await api.users.invite({ email: 'ann@acme.test' })
      const owned = await api.deals.create({
        name: 'Ann',
        owner_email: 'ann@acme.test',
        primary_lead_id: id,
        description: 'Ask Ann@acme.test',
      })
      const both = await api.tasks.create({ title: 'ann@erased.example is not ann@stays.example, though both are Ann Äster' })
      const gathering = await api.privacy.export({ contact_id: id })
      await work(engine, clock)
      const { result } = await api.jobs.get({ id: gathering.job_id })
      expect(JSON.stringify(result).includes('Ask Ann Äster')).toBe(true)
      const said = [namesake.id, nameless.id, theirs.id, about.id].map((each) => JSON.stringify(result).includes(each))
      expect(said).toEqual([false, false, false, false])
      await api.privacy.erase({ contact_id: id })
      await work(engine, clock)
      for (const each of [namesake.id, nameless.id])
        expect(await api.contacts.get({ id: each })).toMatchObject({ ...named, name: 'Ann Äster' })
      expect(await api.contacts.get({ id: namesake.id })).toMatchObject({ address: { street: 'Astergasse 1' } })
      expect(await api.deals.get({ id: theirs.id })).toMatchObject({ name: 'Renewal of Ann Äster, again' })
      expect((await api.deals.history({ id: theirs.id })).history[0]).toMatchObject({ from: 'Renewal of Ann Äster' })
      expect(await api.deals.get({ id: hers.id })).toMatchObject({ name: 'Renewal: [erased]' })
      expect(await api.tasks.get({ id: about.id })).toMatchObject({ title: 'Ask Ann Äster' })
      expect(await api.tasks.get({ id: unclear.id })).toMatchObject({ title: 'Ask [erased]', description: '[erased] knows' })
      expect(await api.deals.get({ id: owned.id })).toMatchObject({
        name: '[erased]',
        owner_email: 'ann@acme.test',
        description: 'Ask Ann@acme.test',
      })
      expect(await api.tasks.get({ id: both.id })).toMatchObject({
        title: '[erased] is not ann@stays.example, though both are [erased]',
      })
      const found = (await api.search.all({ q: 'Äster' })).results
      expect(found.map((each) => each.id).toSorted()).toEqual([namesake.id, nameless.id, theirs.id].toSorted())
      expect((await api.search.all({ q: 'Ann', types: ['deals'] })).results.map((each) => each.id)).toEqual([theirs.id])
      const told = JSON.stringify((await api.events.list({ limit: 500 })).events)
      expect([told.includes('Renewal of Ann Äster'), told.includes('Renewal: Ann')]).toEqual([true, false])
    })

    it('to be erased under any name', async () => {
      const { engine, api, clock } = await open()
      const [first_name, last_name] = ['a\\zed (b', 'c] |d $& $1 -/^ x*\\'] as const
      const { id } = await api.contacts.create({ first_name, last_name, email: 'odd@odd.example' })
      await api.tasks.create({ title: `Call ${first_name} ${last_name}.`, lead_id: id })
      const { job_id } = await api.privacy.erase({ contact_id: id })
      await work(engine, clock)
      expect(await api.jobs.get({ id: job_id })).toMatchObject({ state: 'done' })
      const { tasks } = await api.tasks.list()
      expect(tasks.map(({ title }) => title)).toEqual(['Call [erased].'])
    })

    it('to be erased without leaving what is no address where one belongs', async () => {
      const { api, engine } = await open()
      const linkedin_url = 'https://network.example/in/zelda-quux'
      const { id } = await api.contacts.create({ email: 'zelda@person.example', last_name: 'Quux', linkedin_url })
      const other = await api.contacts.create({ email: 'ann@other.example', linkedin_url, title: 'Knows zelda@person.example' })
      await api.privacy.erase({ contact_id: id })
      await engine.tick()
      expect(await api.contacts.get({ id: other.id })).toMatchObject({ linkedin_url: null, title: 'Knows [erased]' })
    })

    it('to be erased without those with whom they were taken for one, once they are apart again', async () => {
      const { api, engine } = await open()
      const ann = await api.contacts.create({ email: 'ann@own.example', first_name: 'Ann' })
      const given = { email: 'bea@other.example', emails: [{ email: 'bea@home.example', label: 'home' }], phone: '+49 30 901820' }
      const { id } = await api.contacts.create({ ...given, last_name: 'Beck' })
      const { merge_id } = await api.contacts.merge({ id: ann.id, merge_ids: [id] })
      await api.merges.undo({ id: merge_id })
      const { version: _, updated_at: __, ...before } = await api.contacts.get({ id })
      await api.privacy.erase({ contact_id: ann.id })
      for (let step = 0; step < 20; step += 1) await engine.tick()
      await expect(api.contacts.get({ id: ann.id })).rejects.toMatchObject({ code: 'not_found' })
      expect(await api.contacts.get({ id })).toMatchObject(before)
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
      await api.privacy.setConsent({ id, topic: 'events', state: 'subscribed' })
      const first = await api.privacy.listConsents({ id, limit: 1 })
      expect(first.consents.map(({ topic }) => topic)).toEqual(['events'])
      const next = await api.privacy.listConsents({ id, limit: 1, cursor: first.next_cursor! })
      expect([next.consents.map(({ topic }) => topic), next.next_cursor]).toEqual([['newsletter'], null])
    })

    it('and is known by an id or an e-mail, never by both or none', async () => {
      const { api } = await open()
      await expect(api.privacy.erase({})).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(api.privacy.erase({ email: 'nobody@else.example' })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

describe('what an erasure leaves', () => {
  it('is no word in the bytes of an SQLite file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-privacy-'))
    const path = join(folder, 'rapport.sqlite')
    const clock = new TestClock()
    const engine = (await Engine.open({ storage: sqlite(path), ports: [clock] })) as Engine
    const api = engine.as(ada)
    const { id } = await fill(api)
    await work(engine, clock)
    await api.privacy.export({ contact_id: id })
    await work(engine, clock)
    await api.privacy.erase({ contact_id: id })
    await work(engine, clock)
    await engine.close()
    expect((await readdir(folder)).filter((file) => /wal|journal/.test(file))).toEqual([])
    expect(leftIn(await readFile(path, 'latin1'))).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('is no word in the index of texts of an SQLite file, of a former name neither', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-privacy-'))
    const path = join(folder, 'rapport.sqlite')
    const clock = new TestClock()
    const engine = (await Engine.open({ storage: sqlite(path), ports: [clock] })) as Engine
    const api = engine.as(ada)
    const { id } = await api.contacts.create({ email: 'maiden@person.example', last_name: 'Xylophonia' })
    for (const last_name of ['Adler', 'Zander']) await api.contacts.create({ last_name })
    await api.contacts.update({ id, last_name: 'Married' })
    const indexed = () => {
      const file = new Database(path, { readonly: true })
      const found = file.prepare('select count(*) from search_index_data where instr(block, ?)').pluck().get(Buffer.from('lophonia'))
      file.close()
      return found
    }
    expect(indexed()).toBeGreaterThan(0)
    await api.privacy.erase({ contact_id: id })
    await work(engine, clock)
    expect(indexed()).toBe(0)
    expect((await api.search.all({ q: 'Zander' })).results).toHaveLength(1)
    await engine.close()
    await rm(folder, { recursive: true })
  })

  it('are the tables of teammates, the proofs, and what triggers keep as other rows say: no other table is left out', async () => {
    const engine = (await Engine.open({ storage: sqlite(':memory:') })) as Engine
    const tables = engine.registry.all('entities').filter(({ privacy }) => privacy === 'kept')
    expect(tables.map(({ table }) => table).toSorted()).toEqual([
      'access_generation',
      'accounts',
      'api_key_secrets',
      'api_keys',
      'campaign_issues',
      'campaign_lists',
      'campaigns',
      'deal_contacts',
      'email_template_versions',
      'email_templates',
      'encryption_keys',
      'event_dispatches',
      'file_parts',
      'forms',
      'inbound_webhooks',
      'invitations',
      'notification_settings',
      'organizations',
      'outreach_secrets',
      'passkeys',
      'password_resets',
      'privacy_requests',
      'quota_usage',
      'rate_windows',
      'sequence_days',
      'sequences',
      'sign_in_artifacts',
      'sign_in_attempts',
      'sign_in_grants',
      'sign_in_secrets',
      'sign_in_sessions',
      'stored_files',
      'teams',
      'users',
      'workflow_counts',
      'workflow_rotations',
      'workflow_schedules',
      'workflow_skips',
      'workflow_timers',
      'workflow_versions',
      'workflows',
    ])
    // No row of a customer has a place in them.
    const names = tables.flatMap(({ fields }) => Object.keys(fields)).filter((name) => /^(lead|record|entity)_id$|payload|body/.test(name))
    expect(names).toEqual([])
    const unreadable = engine.registry.all('entities').filter(({ fields, privacy }) => !('user_from' in fields) && privacy !== 'kept')
    expect(unreadable.map(({ table }) => table)).toEqual([])
    await engine.close()
  })
})
