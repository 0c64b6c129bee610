import { Type } from '@sinclair/typebox'
import { type Actor, type AnyOperation, type Api, CrmError, Engine, operation, plugin, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { CompanyService } from '../../../core/crm/companies/service.ts'
import { Reply } from '../../../core/kernel/operation/reply.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const bob: Actor = { organization: 'acme', user: 'bob@acme.test', role: 'member', scopes: new Set(scopes), visibility: 'own' }
const eve: Actor = { ...bob, user: 'eve@acme.test' }

type Write = (api: Api, domain: string) => Promise<unknown>
const hidden = (domain: string) => ({ name: 'Hidden', domain, domains: [`second-${domain}`] })

/** What another caller does with a company of the same domain, which Bob does not see. */
const theirs: Readonly<Record<string, Write>> = {
  'is created': (api, domain) => api.companies.create(hidden(domain)),
  'is created by a contact': (api, domain) => api.contacts.create({ email: `eve@${domain}`, company: 'Hidden' }),
  'is created in a set': (api, domain) => api.companies.bulkUpsert({ records: [hidden(domain), hidden(`other-${domain}`)] }),
  'gets the domain': async (api, domain) => {
    const { id } = await api.companies.create({ name: 'Hidden' })
    await api.companies.update({ id, domain })
  },
  'is created and deleted': async (api, domain) => {
    for (let turn = 0; turn < 3; turn += 1) await api.companies.delete({ id: (await api.companies.create(hidden(domain))).id })
  },
}
/** What Bob writes at the same time, by one call or several. */
const his: Readonly<Record<string, Write>> = {
  'a company': (api, domain) => api.companies.create({ name: 'Mine', domain, domains: [`second-${domain}`] }),
  contacts: async (api, domain) => {
    const made = await Promise.all(['ann', 'ben', 'cyd'].map((name) => api.contacts.create({ email: `${name}@${domain}` })))
    expect(new Set(made.map(({ company_id }) => company_id)).size).toBe(1)
    return [made.map(({ company }) => company), await api.companies.get({ id: made[0]?.company_id ?? '' })]
  },
  'a set of contacts': async (api, domain) => {
    const { results, rejected } = await api.contacts.bulkUpsert({ records: [{ email: `ann@${domain}` }, { email: `ben@${domain}` }] })
    return [results.map(({ status }) => status), rejected, (await api.companies.list({ domain })).companies]
  },
  'a set of companies': async (api, domain) => [
    await api.companies.bulkUpsert({ records: [{ name: 'Mine', domain, domains: [`second-${domain}`] }] }),
    (await api.companies.list({ domain })).companies,
  ],
  'a company that gets the domain': async (api, domain) => {
    const { id } = await api.companies.create({ name: 'Mine', domain: `first-${domain}` })
    const changed = await api.companies.update({ id, domain })
    await api.companies.delete({ id })
    return [changed, await api.companies.restore({ id })]
  },
}

describeStorages('a company that its caller does not see, written by others at the same time', (open, name) => {
  const hosts = async () => {
    const first = await open()
    const second = name === 'PostgreSQL' ? await open({ place: first.place, clock: first.clock }) : first
    for (const { user } of [bob, eve]) await first.api.users.invite({ email: user, visibility: 'own' })
    return { engine: first.engine, mine: second.engine.as(bob), place: first.place }
  }

  it.each(Object.keys(theirs))('leaves no trace in what he writes while it %s', async (how) => {
    const { engine, mine } = await hosts()
    const told = async (work: Write, domain: string) => shown(await work(mine, domain).catch(refused), domain)
    let at = 0
    for (const [what, work] of Object.entries(his)) {
      // Of a domain that nobody else ever has.
      const expected = await told(work, `alone${(at += 1)}.example`)
      expect(expected).not.toContain('refused')
      for (const turns of name === 'PostgreSQL' ? [3] : [0, 5]) {
        const domain = `domain${(at += 1)}.example`
        const [seen] = await Promise.all([told(work, domain), later(turns, () => theirs[how]!(engine.as(eve), domain))])
        expect([what, seen]).toEqual([what, expected])
      }
    }
  })

  it('leaves none in what one call of his answers while somebody who sees all creates, merges and deletes it', async () => {
    const { engine, mine } = await hosts()
    const all = engine.as(ada)
    const told = async (domain: string) => shown(await his['a company']!(mine, domain).catch(refused), domain)
    const expected = await told('alone.example')
    for (let round = 0; round < 6; round += 1) {
      const domain = `domain${round}.example`
      const work = async () => {
        const stays = await all.companies.create({ name: 'Stays' })
        // Where Bob was first it is his company, which is merged then.
        const { id } = await all.companies.create(hidden(domain))
        await all.companies.merge({ id: stays.id, merge_ids: [id] })
        await all.companies.delete({ id: stays.id })
      }
      const [seen] = await Promise.all([told(domain), later(round, work)])
      expect(seen).toBe(expected)
    }
  })

  it('is neither waited for nor in the way while its transaction is open', async () => {
    // On SQLite every write waits for the one before it, whatever they write.
    if (name !== 'PostgreSQL') return
    const { mine, place } = await hosts()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const engine = (await Engine.open({ storage: place.storage(), plugins: [holding(begun.resolve, gate.promise)] })) as Engine
    try {
      const held = engine.call(engine.registry.byId.get('holdCompany') as AnyOperation, hidden('held.example'), ada)
      await begun.promise
      const made = await mine.contacts.create({ email: 'bob@held.example' })
      const { results } = await mine.contacts.bulkUpsert({ records: [{ email: 'ben@held.example' }] })
      gate.resolve()
      await held
      const mates = (await mine.contacts.list()).contacts
      expect(mates.map(({ company_id }) => company_id)).toEqual([made.company_id, made.company_id])
      expect(results).toHaveLength(1)
      expect((await engine.as(ada).companies.list({ domain: 'held.example' })).companies).toHaveLength(2)
      // The one that was written by somebody who sees all is that of the domain.
      const { company_id } = await engine.as(ada).contacts.create({ email: 'all@held.example' })
      expect((await engine.as(ada).companies.get({ id: company_id! })).name).toBe('Hidden')
    } finally {
      gate.resolve()
      await engine.close()
    }
  })

  it('gets a restored company of its own beside it, but not beside one that its caller sees', async () => {
    const { mine, engine } = await hosts()
    const others = engine.as(ada)
    await others.companies.create(hidden('twice.example'))
    const first = await mine.companies.create({ name: 'First', domain: 'twice.example' })
    await mine.companies.delete({ id: first.id })
    const second = await mine.companies.create({ name: 'Second', domain: 'twice.example' })
    const taken = { code: 'already_exists', details: { existing_id: second.id } }
    await expect(mine.companies.restore({ id: first.id })).rejects.toMatchObject(taken)
    await expect(others.companies.restore({ id: first.id })).rejects.toMatchObject(taken)
    await mine.companies.delete({ id: second.id })
    expect((await others.companies.restore({ id: first.id })).domain).toBe('twice.example')
    // Given away, it is hidden as any other.
    await others.companies.update({ id: first.id, owner_email: ada.user })
    expect((await mine.companies.create({ name: 'Third', domain: 'twice.example' })).name).toBe('Third')
  })
})

/** Begins a company, and ends the transaction when the gate opens. */
function holding(begun: () => void, gate: Promise<void>) {
  return plugin({
    name: 'holding',
    version: '1.0.0',
    operations: {
      holding: {
        hold: operation({
          id: 'holdCompany',
          summary: 'Creates a company and waits',
          scope: 'write',
          route: 'POST /probe/hold',
          input: Type.Object({ name: Type.String(), domain: Type.String(), domains: Type.Array(Type.String()) }),
          output: Type.Null(),
          uses: { companies: CompanyService, reply: Reply },
          async handle(input, { companies, reply }) {
            await companies.create(input, reply)
            begun()
            await gate
            return null
          },
        }),
      },
    },
  })
}

async function later<T>(turns: number, work: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
  return await work()
}

function refused({ code, message, details }: CrmError) {
  if (code === undefined) throw new Error(message)
  return { refused: code, message, details }
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const shown = (value: unknown, domain: string) => JSON.stringify(value).replaceAll(ids, 'id').replaceAll(domain, 'domain')
