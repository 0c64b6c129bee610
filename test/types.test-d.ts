import type { Api, Contact as Person, Deal, Engine, Filter, NewContact, NewDeal } from 'rapport-crm'
import { inProcess } from 'rapport-crm/in-process'
import { describe, expectTypeOf, it } from 'vitest'
import { actAs, openCrm } from './budget/app.ts'

// Checked by the compiler (`npm run types`, and `budget.test.ts` against the published declarations); never run.
declare const { api, crm }: Awaited<ReturnType<typeof actAs>>
declare const { engine }: Awaited<ReturnType<typeof openCrm>>

type Contact = Awaited<ReturnType<Api['contacts']['get']>>

describe('the typed operations', () => {
  it('answer records whose fields have the types of the contract', async () => {
    const contact = await api.contacts.create({ email: 'ada@forge.example', tags: ['vip'], lifecycle_stage: 'customer' })
    expectTypeOf(contact.id).toEqualTypeOf<string>()
    expectTypeOf(contact.email).toEqualTypeOf<string | null>()
    expectTypeOf(contact.tags).toEqualTypeOf<string[]>()
    expectTypeOf(contact.version).toEqualTypeOf<number>()
    expectTypeOf(contact.created_at).toEqualTypeOf<string>()
    expectTypeOf(contact.lead_score).toEqualTypeOf<number>()
    expectTypeOf(contact.lifecycle_stage).extract<'customer'>().toEqualTypeOf<'customer'>()
    expectTypeOf(contact.lifecycle_stage).extract<'champion'>().toBeNever()
    expectTypeOf(contact).not.toBeAny()
    expectTypeOf(contact).toEqualTypeOf<Contact>()
  })

  it('answer lists under the name of the record, with a cursor', async () => {
    const page = await api.contacts.list({ limit: 10, sort: '-created_at' })
    expectTypeOf(page.contacts[0]!.primary_email).toEqualTypeOf<string | null>()
    expectTypeOf(page.next_cursor).toEqualTypeOf<string | null>()
    expectTypeOf((await api.companies.list()).companies[0]!.name).toEqualTypeOf<string>()
    expectTypeOf((await api.invoices.get({ id: '1' })).lines[0]!.quantity).toEqualTypeOf<number>()
    expectTypeOf((await api.deals.get({ id: '1' })).lines![0]!.quantity).toEqualTypeOf<number>()
    const merged = await api.companies.merge({ id: '1', merge_ids: ['2'] })
    expectTypeOf([merged.name, merged.merge_id]).toEqualTypeOf<string[]>()
    expectTypeOf((await api.contacts.delete({ id: '1' })).deleted).toEqualTypeOf<true>()
  })

  it('take the filters of each list, and the ids that a record loses', () => {
    void api.campaigns.recipients({ id: '1', status: 'bounced', variant: 'a' })
    void api.emails.list({ status: 'failed' })
    // @ts-expect-error: no message is ever in this state
    void api.emails.list({ status: 'lost' })
    void api.workflowRuns.list({ status: 'waiting' })
    // @ts-expect-error: no run is ever in this state
    void api.workflowRuns.list({ status: 'lost' })
    void api.contacts.update({ id: '1', external_ids: [{ provider: 'custom:erp', id: null }] })
    // @ts-expect-error: no recipient is ever in this state
    void api.campaigns.recipients({ id: '1', status: 'lost' })
    // @ts-expect-error: new ids are given to create
    void api.contacts.update({ id: '1', external_ids: [{ provider: 'custom:erp', id: '7' }] })
  })

  it('refuse input that the operation does not take', () => {
    // @ts-expect-error: there is no such field
    void api.contacts.create({ emial: 'ada@forge.example' })
    // @ts-expect-error: an e-mail is a text
    void api.contacts.create({ email: 3 })
    // @ts-expect-error: not one of the words
    void api.contacts.create({ lifecycle_stage: 'champion' })
    // @ts-expect-error: a company has a name
    void api.companies.create({ domain: 'forge.example' })
    // @ts-expect-error: the engine sets it
    void api.contacts.update({ id: '1', version: 2 })
    // @ts-expect-error: which contact?
    void api.contacts.get()
    // @ts-expect-error: no operation of this name
    void api.contacts.marry({ id: '1' })
    // @ts-expect-error: no such group
    void api.pets.list()
    // @ts-expect-error: options are known, too
    void api.contacts.create({ email: 'ada@forge.example' }, { idempotency: 'x' })
    // @ts-expect-error: nor is anything of the answer made up
    void api.contacts.get({ id: '1' }).then(({ surname }) => surname)
  })

  it('need no input where none is required', () => {
    expectTypeOf(api.contacts.list).toBeCallableWith()
    expectTypeOf(api.me.get).toBeCallableWith()
    expectTypeOf(api.contacts.create).toBeCallableWith()
  })
})

describe('the types of records', () => {
  it('are those that the operations take and answer', async () => {
    const input: NewContact = { email: 'ada@forge.example', custom_properties: { tier: 'gold' } }
    const contact: Person = await api.contacts.create(input)
    const offer: NewDeal = { name: 'Forty licenses', primary_lead_id: contact.id }
    const deal: Deal = await api.deals.create(offer)
    const filter: Filter<'deals'> = {
      and: [{ field: 'stage_id', op: 'eq', value: deal.stage_id }, { not: { field: 'company.tier', op: 'is_set' } }],
    }
    const found: Deal[] = (await api.deals.search({ filter })).deals
    expectTypeOf(found[0]!.amount).toEqualTypeOf<number>()
    // @ts-expect-error: there is no such field
    void ({ emial: 'ada@forge.example' } satisfies NewContact)
    // @ts-expect-error: there is no such operator
    void ({ field: 'name', op: 'equals', value: 1 } satisfies Filter<'deals'>)
  })
})

describe('the operations of a plugin', () => {
  it('are typed on the engine that it was given to, beside the built-in ones', async () => {
    const award = await api.loyalty.award({ id: '1', points: 3 })
    expectTypeOf(award).toEqualTypeOf<{ balance: number; level: 'silver' | 'gold' }>()
    expectTypeOf((await api.loyalty.levels()).levels).toEqualTypeOf<string[]>()
    expectTypeOf(api).toExtend<Api>()
    expectTypeOf(engine).toExtend<Pick<Engine, 'call' | 'start' | 'close'>>()
  })

  it('refuse wrong input as well', () => {
    // @ts-expect-error: points are a number
    void api.loyalty.award({ id: '1', points: '3' })
    // @ts-expect-error: and are required
    void api.loyalty.award({ id: '1' })
  })

  it('are there for code of the same process, by their name and by their id', () => {
    expectTypeOf(crm.loyalty.award).toEqualTypeOf<typeof api.loyalty.award>()
    expectTypeOf(inProcess(engine, { organization: 'a', user: 'b', scopes: new Set() }).contacts).toEqualTypeOf<Api['contacts']>()
    expectTypeOf(crm.call('awardPoints')).resolves.toBeUnknown()
  })
})
