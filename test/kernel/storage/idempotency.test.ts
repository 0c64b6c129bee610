import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { describeStorages, type Opened } from '../../support/storages.ts'

const once = { idempotencyKey: 'order-4711' }

describeStorages('an idempotency key belongs to its caller', (open) => {
  async function callers({ engine, api }: Opened) {
    const bob = await api.users.invite({ email: 'bob@acme.test', visibility: 'own' })
    const keyOf = async (user_id?: string) => {
      const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'], ...(user_id && { user_id }) })
      return { id, api: engine.as(await engine.authenticate(key!)) }
    }
    return { admin: await keyOf(), second: await keyOf(), member: await keyOf(bob.id) }
  }

  it('the answer of an administrator is not replayed to a member, nor to another key of the same user', async () => {
    const opened = await open()
    const { admin, second, member } = await callers(opened)
    const input = { first_name: 'Grace' }
    const made = await admin.api.contacts.create(input, once)
    expect(await admin.api.contacts.create(input, once)).toEqual(made)
    const others = [await member.api.contacts.create(input, once), await second.api.contacts.create(input, once)]
    expect(new Set([made.id, ...others.map(({ id }) => id)]).size).toBe(3)
    expect(others.map(({ created_by }) => created_by)).toEqual(['bob@acme.test', 'ada@acme.test'])
  })

  it('tells nobody by a mismatch that another caller has used it', async () => {
    const { admin, member } = await callers(await open())
    await admin.api.contacts.create({ first_name: 'Grace' }, once)
    expect(await member.api.contacts.create({ first_name: 'Other' }, once)).toMatchObject({ first_name: 'Other' })
    await expect(admin.api.contacts.create({ first_name: 'Other' }, once)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('also where the work is done in units of its own, under the name of a run', async () => {
    const { admin, second } = await callers(await open())
    const input = (provider: string) => ({ provider, object: 'companies', records: [{ name: 'Lovelace Ltd' }] })
    const first = await admin.api.sync.ingest(input('custom:erp'), once)
    expect(await admin.api.sync.ingest(input('custom:erp'), once)).toEqual(first)
    expect((await second.api.sync.ingest(input('custom:shop'), once)).run_id).not.toBe(first.run_id)
  })

  it('is a text of 1 to 255 characters that both databases take, over HTTP as well', async () => {
    const { engine, api } = await open()
    const { key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': '' }
    const request = new Request('http://crm.test/api/v1/contacts', { method: 'POST', headers, body: '{"first_name":"Grace"}' })
    const answer = await http(engine).fetch(request)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'invalid_input'])
    for (const idempotencyKey of ['', 'x'.repeat(256), 'order\u0000', 'order \ud800']) {
      await expect(api.contacts.create({ first_name: 'Grace' }, { idempotencyKey })).rejects.toMatchObject({ code: 'invalid_input' })
      const records = [{ name: 'Lovelace Ltd' }]
      const ingested = api.sync.ingest({ provider: 'custom:erp', object: 'companies', records }, { idempotencyKey })
      await expect(ingested).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect((await api.contacts.list()).contacts).toEqual([])
    expect(await api.contacts.create({ first_name: 'Grace' }, { idempotencyKey: 'x'.repeat(255) })).toMatchObject({ version: 1 })
  })

  it('stays that of a key whose secret is rotated', async () => {
    const { engine, api, ...opened } = await open()
    const { admin } = await callers({ engine, api, ...opened })
    const made = await admin.api.contacts.create({ first_name: 'Grace' }, once)
    const { key } = await api.apiKeys.rotate({ id: admin.id })
    const rotated = engine.as(await engine.authenticate(key!))
    expect(await rotated.contacts.create({ first_name: 'Grace' }, once)).toEqual(made)
  })

  it('answers nothing again to a key that has lost the scope', async () => {
    const { engine, api, ...opened } = await open()
    const { admin } = await callers({ engine, api, ...opened })
    await admin.api.contacts.create({ first_name: 'Grace' }, once)
    await api.apiKeys.update({ id: admin.id, scopes: ['read'] })
    const { key } = await api.apiKeys.rotate({ id: admin.id })
    const narrowed = engine.as(await engine.authenticate(key!))
    await expect(narrowed.contacts.create({ first_name: 'Grace' }, once)).rejects.toMatchObject({ code: 'insufficient_scope' })
  })
})
