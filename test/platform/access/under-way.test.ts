import { Type } from '@sinclair/typebox'
import { type Api, type CrmError, type Engine, operation, plugin, Records } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ContactService } from '../../../core/crm/contacts/service.ts'
import { Reply } from '../../../core/kernel/operation/reply.ts'
import { describeStorages } from '../../support/storages.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: CrmError) => error.code,
  )
type Change = (of: { api: Api; engine: Engine; id: string; bob: string }) => Promise<unknown>

describeStorages('a write that is under way while its caller loses access', (open, name) => {
  async function hosts() {
    const gates = { begun: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() }
    const first = await open()
    const plugins = [holding(() => gates.begun.resolve(), gates.go.promise)]
    const second = name === 'PostgreSQL' ? await open({ place: first.place, clock: first.clock, plugins }) : first
    const { api } = first
    const bob = await api.users.invite({ email: 'bob@acme.test' })
    const { id, key } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'], user_id: bob.id })
    const names = async () => (await api.contacts.list()).contacts.map(({ first_name }) => first_name)
    return { first, second, gates, names, key: key!, change: { api, engine: first.engine, id, bob: bob.id } }
  }

  it.each<[string, Change, string]>([
    ['the key is revoked', ({ api, id }) => api.apiKeys.revoke({ id }), 'unauthenticated'],
    ['the installation revokes it', ({ engine, id }) => engine.access.revokeKey(id), 'unauthenticated'],
    ['its user is deactivated', ({ api, bob }) => api.users.deactivate({ id: bob }), 'unauthenticated'],
    ['it loses the scope', ({ api, id }) => api.apiKeys.update({ id, scopes: ['read'] }), 'conflict'],
    ['its user sees fewer records', ({ api, bob }) => api.users.update({ id: bob, visibility: 'own' }), 'conflict'],
    ['it gets a scope', ({ api, id }) => api.apiKeys.update({ id, scopes: ['read', 'write', 'delete'] }), 'done'],
    ['another user comes', ({ api }) => api.users.invite({ email: 'eve@acme.test' }), 'done'],
  ])('begins no more once it was judged, or goes on with as much as before: %s', async (_, change, code) => {
    const { second, gates, names, key, change: of } = await hosts()
    const actor = await second.engine.authenticate(key)
    // Authorized and counted before its body is read.
    const calls = [
      ['createContact', { first_name: 'Late' }],
      ['bulkUpsertContacts', { records: [{ first_name: 'Late' }, { first_name: 'Late' }] }],
    ] as const
    let reading = 0
    const called = calls.map(([id, input]) =>
      codeOf(
        second.engine.call(
          second.engine.registry.byId.get(id)!,
          async () => {
            if ((reading += 1) === calls.length) gates.begun.resolve()
            await gates.go.promise
            return input
          },
          actor,
        ),
      ),
    )
    await gates.begun.promise
    await change(of)
    gates.go.resolve()
    expect(await Promise.all(called)).toEqual([code, code])
    expect(await names()).toEqual(code === 'done' ? ['Late', 'Late', 'Late'] : [])
  })

  it('ends before the answer where its transaction has begun', async () => {
    // On SQLite one transaction ends before the next begins.
    if (name !== 'PostgreSQL') return
    const { second, gates, names, key, change } = await hosts()
    const order: string[] = []
    const actor = await second.engine.authenticate(key)
    const written = second.engine.call(second.engine.registry.byId.get('holdContact')!, { first_name: 'Early' }, actor)
    await gates.begun.promise
    const revoked = change.api.apiKeys.revoke({ id: change.id }).then(() => order.push('revoked'))
    // Others of the organization neither wait nor are hindered.
    await change.api.contacts.create({ first_name: 'Other' })
    expect(order).toEqual([])
    void written.then(() => order.push('written'))
    gates.go.resolve()
    await Promise.all([written, revoked])
    expect(order).toEqual(['written', 'revoked'])
    expect(await names()).toEqual(expect.arrayContaining(['Early', 'Other']))
    expect(await codeOf(second.engine.as(actor).contacts.create({ first_name: 'Late' }))).toBe('unauthenticated')
  })

  it('is ended where its process stands still, so that nobody waits for it longer than a few seconds', async () => {
    if (name !== 'PostgreSQL') return
    const { second, gates, names, key, change } = await hosts()
    const actor = await second.engine.authenticate(key)
    const written = codeOf(second.engine.call(second.engine.registry.byId.get('holdContact')!, { first_name: 'Never' }, actor))
    await gates.begun.promise
    await change.api.apiKeys.revoke({ id: change.id })
    gates.go.resolve()
    expect(await written).not.toBe('done')
    expect(await names()).toEqual([])
  })
})

/** Creates a contact, and ends the transaction when the gate opens. */
function holding(begun: () => void, gate: Promise<void>) {
  return plugin({
    name: 'holding',
    version: '1.0.0',
    operations: {
      holding: {
        hold: operation({
          id: 'holdContact',
          summary: 'Creates a contact and waits',
          scope: 'write',
          route: 'POST /probe/hold',
          input: Type.Object({ first_name: Type.String() }),
          output: Type.Null(),
          uses: { contacts: ContactService, records: Records, reply: Reply },
          async handle(input, { contacts, records, reply }) {
            await contacts.create(input, reply)
            // Answered behind the write, which is sent and not waited for: only then has the transaction begun at the server.
            await records.db.selectFrom('contacts').select('id').limit(1).execute()
            begun()
            await gate
            return null
          },
        }),
      },
    },
  })
}
