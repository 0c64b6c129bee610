import { createHash } from 'node:crypto'
import { type Actor, type Api, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { databaseOf, runStatement, withTables } from '../../platform/access/tables.ts'
import { ada, describeStorages } from '../../support/storages.ts'
import { bytesOf, kept, PDF, PNG, pieces } from './files.ts'

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
const eve: Actor = { organization: 'other', user: 'eve@other.test', role: 'admin', scopes: new Set(scopes) }
const DAY_MS = 86_400_000
const MIB = 1024 * 1024

const onDeal = async (api: Api) => ({ object: 'deals', record_id: (await api.deals.create({ name: 'Ovens' })).id })

describeStorages('attachments', (open, name) => {
  it('are uploaded, listed, read, renamed, deleted and restored', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    const content = Buffer.concat([PDF, Buffer.alloc(600_000, 7)])
    const made = await api.attachments.upload({ ...deal, name: 'Offer.pdf', media_type: 'application/pdf', content: pieces(content, 1000) })
    expect(made).toMatchObject({
      ...deal,
      name: 'Offer.pdf',
      media_type: 'application/pdf',
      size: content.length,
      created_by: ada.user,
      version: 1,
    })
    expect(made.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    const second = await api.attachments.upload({ ...deal, name: 'photo.png', content: PNG })
    expect(second.media_type).toBe('image/png')
    const page = await api.attachments.list({ ...deal, object: 'deal', limit: 1 })
    expect(page.attachments.map(({ id }) => id)).toEqual([second.id])
    const next = await api.attachments.list({ ...deal, object: 'deal', cursor: page.next_cursor ?? '' })
    expect([next.attachments.map(({ id }) => id), next.next_cursor]).toEqual([[made.id], null])
    expect(await bytesOf(await api.attachments.download({ id: made.id }))).toEqual(content)
    expect(await kept(engine)).toEqual({ states: ['kept', 'kept'], parts: 4 })

    expect(await api.attachments.update({ id: made.id, name: '../Offer 2.pdf' })).toMatchObject({ name: 'Offer 2.pdf', version: 2 })
    await expect(api.attachments.update({ id: made.id, name: 'x.pdf' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
    await api.attachments.delete({ id: made.id })
    await expect(api.attachments.get({ id: made.id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.attachments.download({ id: made.id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await api.attachments.list({ ...deal, deleted: true })).attachments.map(({ id }) => id)).toEqual([made.id])
    expect(await api.attachments.restore({ id: made.id })).toMatchObject({ id: made.id, deleted_at: null })
    expect(await bytesOf(await api.attachments.download({ id: made.id }))).toEqual(content)
  })

  it('have a limit of bytes for each record, also when one is restored', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    const [first, second] = [
      await api.attachments.upload({ ...deal, name: 'a.png', content: PNG }),
      await api.attachments.upload({ ...deal, name: 'b.png', content: PNG }),
    ]
    await api.attachments.delete({ id: first.id })
    await runStatement(engine, `update attachments set size = ${1024 * MIB} where id = '${second.id}'`)
    const full = { code: 'conflict', message: expect.stringContaining('together') }
    await expect(api.attachments.upload({ ...deal, name: 'c.png', content: PNG })).rejects.toMatchObject(full)
    await expect(api.attachments.restore({ id: first.id })).rejects.toMatchObject(full)
  })

  it('are told as events of the record, without the name of the file, and stand in the audit log', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    const { id } = await api.attachments.upload({ ...deal, name: 'secret plan.png', content: PNG })
    await api.attachments.delete({ id })
    await api.attachments.restore({ id })
    const { events: all } = await api.events.list()
    const events = all.filter(({ type }) => type.startsWith('attachment.')).toSorted((a, b) => (a.type < b.type ? -1 : 1))
    expect(events.map(({ type, entity_type, entity_id }) => [type, entity_type, entity_id])).toEqual(
      ['created', 'deleted', 'restored'].map((each) => [`attachment.${each}`, 'deal', deal.record_id]),
    )
    expect(events[0]?.payload).toMatchObject({ attachment: { id, media_type: 'image/png', size: PNG.length } })
    const { timeline } = await api.deals.timeline({ id: deal.record_id })
    expect(timeline.map(({ title }) => title)).toContain('attachment.created')
    const { audit_log } = await api.audit.list({ object: 'attachment' })
    expect(new Set(audit_log.map(({ action }) => action))).toEqual(new Set(['restored', 'deleted', 'created']))
    expect(JSON.stringify([events, timeline, audit_log])).not.toContain('secret plan')
    await engine.tick()
  })

  it('are seen and changed by whoever sees and changes the record, and by nobody else', async () => {
    const { engine, api } = await open(withTables)
    await api.users.invite({ email: bob.user, visibility: 'own' })
    const hers = await onDeal(api)
    const { id } = await api.attachments.upload({ ...hers, name: 'a.png', content: PNG })
    const his = engine.as(bob)
    const refused = { code: 'not_found' }
    for (const other of [his, engine.as(eve)]) {
      await expect(other.attachments.get({ id })).rejects.toMatchObject(refused)
      await expect(other.attachments.download({ id })).rejects.toMatchObject(refused)
      await expect(other.attachments.update({ id, name: 'b' })).rejects.toMatchObject(refused)
      await expect(other.attachments.delete({ id })).rejects.toMatchObject(refused)
      const unknown = { code: 'invalid_input', details: { errors: [{ path: '/record_id', code: 'unknown_record' }] } }
      await expect(other.attachments.list(hers)).rejects.toMatchObject(unknown)
      await expect(other.attachments.upload({ ...hers, name: 'a.png', content: PNG })).rejects.toMatchObject(unknown)
    }
    const mine = await onDeal(his)
    const own = await his.attachments.upload({ ...mine, name: 'b.png', content: PNG })
    await api.deals.update({ id: mine.record_id, owner_email: ada.user })
    await expect(his.attachments.get({ id: own.id })).rejects.toMatchObject(refused)
    // Products everybody reads, and only who sees all changes them.
    const { id: record_id } = await api.products.create({ sku: 'P1', name: 'Flour' })
    const product = { object: 'products', record_id }
    await api.attachments.upload({ ...product, name: 'sheet.png', content: PNG })
    expect((await his.attachments.list(product)).attachments).toHaveLength(1)
  })

  it('go and come with the record: deleted, restored, merged and split', async () => {
    const { api } = await open(withTables)
    const [first, second] = [await api.contacts.create({ email: 'a@a.test' }), await api.contacts.create({ email: 'b@b.test' })]
    const of = (record_id: string) => ({ object: 'contacts', record_id })
    const { id } = await api.attachments.upload({ ...of(second.id), name: 'cv.png', content: PNG })
    await api.contacts.delete({ id: second.id })
    await expect(api.attachments.get({ id })).rejects.toMatchObject({ code: 'not_found' })
    await api.contacts.restore({ id: second.id })
    const { merge_id } = await api.contacts.merge({ id: first.id, merge_ids: [second.id] })
    expect(await api.attachments.get({ id })).toMatchObject({ record_id: first.id })
    expect((await api.attachments.list(of(first.id))).attachments.map((each) => each.id)).toEqual([id])
    expect((await api.attachments.list(of(second.id))).attachments.map((each) => each.id)).toEqual([id])
    await api.merges.undo({ id: merge_id })
    expect((await api.attachments.list(of(first.id))).attachments).toEqual([])
    expect(await api.attachments.get({ id })).toMatchObject({ record_id: second.id })
  })

  it('leave nothing behind: not with the record, nor 30 days after their delete, nor when deleted for good', async () => {
    const { engine, api, clock } = await open(withTables)
    const [deal, other] = [await onDeal(api), await onDeal(api)]
    await api.attachments.upload({ ...deal, name: 'a.png', content: PNG })
    const gone = await api.attachments.upload({ ...other, name: 'b.png', content: PNG })
    const purged = await api.attachments.upload({ ...other, name: 'c.png', content: PNG })
    await api.deals.delete({ id: deal.record_id, purge: true })
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: ['kept', 'kept'], parts: 2 })
    await expect(engine.as({ ...ada, role: 'member' }).attachments.delete({ id: purged.id, purge: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await api.attachments.delete({ id: purged.id, purge: true })
    await api.attachments.delete({ id: gone.id })
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: ['kept'], parts: 1 })
    clock.advance(31 * DAY_MS)
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
    await expect(api.attachments.restore({ id: gone.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of a person go with an erasure, bytes and names', async () => {
    const { engine, api } = await open(withTables)
    const { id: record_id } = await api.contacts.create({ email: 'grace@hopper.test' })
    await api.attachments.upload({ object: 'contacts', record_id, name: 'diagnosis.png', content: PNG })
    const exported = await api.privacy.export({ contact_id: record_id })
    await engine.tick()
    expect(JSON.stringify((await api.jobs.get({ id: exported.job_id })).result)).toContain('diagnosis.png')
    await api.privacy.erase({ contact_id: record_id })
    for (let round = 0; round < 4; round += 1) await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
    expect(await databaseOf(engine)).not.toContain('diagnosis')
  })

  it('over a limit are cut while they arrive, and leave nothing', async () => {
    const { engine, api } = await open({ ...withTables, attachments: { maxBytes: MIB, organizationBytes: 2 * MIB } })
    const deal = await onDeal(api)
    let asked = 0
    async function* endless() {
      for (;;) {
        asked += 1
        yield Buffer.alloc(64 * 1024, 1)
      }
    }
    await expect(api.attachments.upload({ ...deal, name: 'a', content: endless() })).rejects.toMatchObject({
      code: 'too_large',
      status: 413,
    })
    expect(asked).toBeLessThan(25)
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
    await api.attachments.upload({ ...deal, name: 'a', content: Buffer.alloc(MIB, 1) })
    await api.attachments.upload({ ...deal, name: 'b', content: Buffer.alloc(MIB - 10, 1) })
    await expect(api.attachments.upload({ ...deal, name: 'c', content: Buffer.alloc(11, 1) })).rejects.toMatchObject({ code: 'conflict' })
    await engine.tick()
    expect((await kept(engine)).states).toEqual(['kept', 'kept'])
  })

  it('whose sender breaks off, or whose process has died, leave nothing', async () => {
    const { engine, api, clock } = await open(withTables)
    const deal = await onDeal(api)
    async function* broken() {
      yield Buffer.alloc(300 * 1024, 1)
      throw new Error('gone')
    }
    await expect(api.attachments.upload({ ...deal, name: 'a', content: broken() })).rejects.toThrow('gone')
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
    const at = name === 'PostgreSQL' ? `'${clock.now().toISOString()}'` : clock.now().getTime()
    const stuck = `'018f0000-0000-4000-8000-000000000001', 'acme', 'writing', 'database', 0, ${at}`
    await runStatement(engine, `insert into stored_files (id, user_from, state, store, size, created_at) values (${stuck})`)
    clock.advance(DAY_MS / 2)
    await engine.tick()
    expect((await kept(engine)).states).toEqual(['writing'])
    clock.advance(DAY_MS)
    await engine.tick()
    expect((await kept(engine)).states).toEqual([])
  })

  it('of a record that goes while they arrive are refused', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    async function* meanwhile() {
      yield Buffer.alloc(300 * 1024, 1)
      await api.deals.delete({ id: deal.record_id, purge: true })
      yield Buffer.alloc(10, 1)
    }
    await expect(api.attachments.upload({ ...deal, name: 'a', content: meanwhile() })).rejects.toMatchObject({
      details: { errors: [{ code: 'unknown_record' }] },
    })
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
  })

  it('that are uploaded while their record is deleted for good stay with it or not at all', async () => {
    const { engine, api } = await open(withTables)
    for (let round = 0; round < 5; round += 1) {
      const deal = await onDeal(api)
      await Promise.allSettled([
        api.attachments.upload({ ...deal, name: 'a.png', content: PNG }),
        api.attachments.upload({ ...deal, name: 'b.png', content: PNG }),
        api.deals.delete({ id: deal.record_id, purge: true }),
      ])
    }
    await engine.tick()
    expect(await kept(engine)).toEqual({ states: [], parts: 0 })
  })

  it('are uploaded once under one idempotency key', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    const upload = () => api.attachments.upload({ ...deal, name: 'a.png', content: PNG }, { idempotencyKey: 'once' })
    const [first, again] = [await upload(), await upload()]
    expect(again.id).toBe(first.id)
    expect((await kept(engine)).states).toEqual(['kept'])
  })

  it('are no longer read once the key of their reader is revoked', async () => {
    const { engine, api } = await open(withTables)
    const deal = await onDeal(api)
    const { id } = await api.attachments.upload({ ...deal, name: 'a', content: Buffer.alloc(MIB, 1) })
    const { key, id: keyId } = await api.apiKeys.create({ name: 'Reader', scopes: ['read'] })
    const actor = await engine.authenticate(key ?? '')
    const read = (await engine.as(actor).attachments.download({ id }))[Symbol.asyncIterator]()
    expect((await read.next()).done).toBe(false)
    const ended = Promise.withResolvers<unknown>()
    engine.watch({ actor, scope: 'read', ended: ended.resolve })
    await api.apiKeys.revoke({ id: keyId })
    await ended.promise
    await expect(read.next()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('whose bytes are missing are not taken for whole', async () => {
    const { engine, api } = await open(withTables)
    const { id } = await api.attachments.upload({ ...(await onDeal(api)), name: 'a', content: Buffer.alloc(MIB, 1) })
    await runStatement(engine, 'delete from file_parts where position = 3')
    await expect(bytesOf(await api.attachments.download({ id }))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
