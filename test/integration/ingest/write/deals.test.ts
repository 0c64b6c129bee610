import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../../support/event-probe.ts'
import { describeStorages } from '../../../support/storages.ts'
import { counts, send } from '../fixtures.ts'

const chancen = [
  { ID: 'CH-1', Bezeichnung: 'Neue Presse', Kunde: 'Weber Maschinenbau GmbH', Betrag: '12.500,00', Währung: 'EUR', Abschlussdatum: '30.04.2026', Phase: 'Proposal sent' }, // prettier-ignore
  { ID: 'CH-2', Bezeichnung: 'Wartung', Kunde: 'Weber Maschinenbau GmbH', Betrag: '900,50', Währung: 'EUR', Abschlussdatum: '02.01.2026', Phase: 'Gewonnen' }, // prettier-ignore
  { ID: 'CH-3', Bezeichnung: 'Ersatzteile', Kunde: 'Brandt KG', Betrag: '75,00', Währung: 'EUR', Abschlussdatum: '15.02.2026', Phase: 'Sonderfall' }, // prettier-ignore
]

describeStorages('deals of another system', (open) => {
  it('are stored in the stages that their words name or mean, with their companies, and once', async () => {
    const { api } = await open()
    expect(counts(await send(api, 'deals', chancen))).toEqual({ created: 3, updated: 0, unchanged: 0, rejected: 0 })
    expect(counts(await send(api, 'opportunities', chancen))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
    const { deals } = await api.deals.list({ sort: 'created_at' })
    expect(
      deals.map(({ name, amount, stage_id, status, close_date, probability }) => [name, amount, stage_id, status, close_date, probability]),
    ).toEqual([
      ['Neue Presse', 12_500, 'proposal', 'open', '2026-04-30', 60],
      ['Wartung', 900.5, 'won', 'won', '2026-01-02', 100],
      ['Ersatzteile', 75, 'qualification', 'open', '2026-02-15', 10],
    ])
    expect(deals[1]).toMatchObject({ closed_at: '2026-01-02T00:00:00.000Z', owner_email: 'ada@acme.test' })
    expect(deals[2]!.custom).toMatchObject({ source_stage: 'Sonderfall' })
    const { companies } = await api.companies.list()
    expect(companies.map(({ name }) => name).toSorted()).toEqual(['Brandt KG', 'Weber Maschinenbau GmbH'])
    expect(new Set(deals.slice(0, 2).map(({ company_id }) => company_id)).size).toBe(1)
  })

  it('move when their source moves them, with history and events, and stay where a user has put them otherwise', async () => {
    const { api, engine, clock } = await open(withEvents)
    await send(api, 'deals', chancen)
    clock.advance('2 days')
    const moved = [{ ...chancen[0], Phase: 'verloren' }, chancen[1], chancen[2]]
    expect(counts(await send(api, 'deals', moved))).toMatchObject({ updated: 1, unchanged: 2 })
    const lost = (await api.deals.list({ status: 'lost' })).deals[0]!
    expect(lost).toMatchObject({ name: 'Neue Presse', probability: 0, closed_at: clock.now().toISOString() })
    expect(lost.stage_history).toEqual([{ at: clock.now().toISOString(), from: 'proposal', to: 'lost', days_in_stage: 2 }])
    expect((await eventsOf(engine, 'deal.lost')).map(({ entity_id }) => entity_id)).toEqual([lost.id])
    const other = (await api.deals.list({ stage_id: 'qualification' })).deals[0]!
    await api.deals.update({ id: other.id, stage_id: 'demo' })
    await send(api, 'deals', [{ ...chancen[2], Betrag: '80,00' }])
    expect(await api.deals.get({ id: other.id })).toMatchObject({ stage_id: 'demo', amount: 80 })
  })

  it('are refused without an id, which many deals of one name need, and new ones without a name', async () => {
    const { api } = await open()
    const records = [
      { name: 'Renewal', customer: 'Weber GmbH', amount: 10 },
      { id: 'x-1', amount: 5 },
    ]
    expect((await send(api, 'deals', records)).rejected).toMatchObject([
      { index: 0, code: 'no_key' },
      { index: 1, code: 'no_key', field: 'name' },
    ])
    expect((await api.deals.list()).deals).toEqual([])
  })

  it('belong to the teammate whom they name, and wait for no company: one that is named by its id alone gets its name later', async () => {
    const { api, engine } = await open()
    await engine.access.bootstrap({ organization: 'acme', user: 'grace@acme.test' })
    const record = { id: 'D-1', name: 'Press', account_id: '4711', owner: 'grace@acme.test', amount: 5 }
    expect(counts(await send(api, 'deals', [record]))).toMatchObject({ created: 1 })
    await send(api, 'companies', [{ id: '4711', name: 'Weber GmbH' }])
    const [deal] = (await api.deals.list()).deals
    expect(deal).toMatchObject({ owner_email: 'grace@acme.test' })
    expect(await api.companies.get({ id: deal!.company_id! })).toMatchObject({ name: 'Weber GmbH' })
    expect((await api.companies.list()).companies).toHaveLength(1)
  })

  it('keep their contact, probability, priority and what else their source says of them, and are closed by their status', async () => {
    const { api } = await open()
    await send(api, 'contacts', [{ id: 'P-1', first_name: 'Ida', last_name: 'Noor', email: 'ida@larch-media.com' }])
    const deal = {
      name: 'Press',
      amount: 5,
      stage: 'Proposal sent',
      probability: 55,
      priority: 'High',
      next_step: 'Call',
      lead_source: 'Fair',
    }
    const records = [
      { ...deal, id: 'D-1', status: 'open', contact_id: 'P-1', description: 'Second press' },
      { ...deal, id: 'D-2', status: 'lost', contact_email: 'Ida@larch-media.com', lost_reason: 'Price too high' },
      { ...deal, id: 'D-3', status: 'on ice', contact_id: 'P-404' },
    ]
    expect(counts(await send(api, 'deals', records))).toMatchObject({ created: 3, rejected: 0 })
    const [ida] = (await api.contacts.list()).contacts
    const [first, second, third] = (await api.deals.list({ sort: 'created_at' })).deals
    expect(first).toMatchObject({
      status: 'open',
      stage_id: 'proposal',
      probability: 55,
      priority: 'high',
      next_step: 'Call',
      source: 'Fair',
    })
    expect(first).toMatchObject({ primary_lead_id: ida!.id, description: 'Second press' })
    expect(second).toMatchObject({ status: 'lost', probability: 0, primary_lead_id: ida!.id, lost_reason: 'Price too high' })
    expect(third).toMatchObject({ status: 'open', primary_lead_id: null, custom: { source_contact: 'P-404', source_status: 'on ice' } })
    expect(counts(await send(api, 'deals', records))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
  })

  it('are linked to a contact that comes after them, as to one that came before (edge case 4)', async () => {
    const known = await open()
    const people = [
      { id: 'P-1', first_name: 'Ida', last_name: 'Noor', email: 'ida@larch-media.com' },
      { id: 'P-2', first_name: 'Bo', last_name: 'Lind', email: 'bo@larch-media.com' },
    ]
    const records = [
      { id: 'D-1', name: 'Press', amount: 5, contact_id: 'P-1' },
      { id: 'D-2', name: 'Service', amount: 6, contact_email: 'Bo@larch-media.com' },
      { id: 'D-3', name: 'Parts', amount: 7, contact_id: 'P-404' },
    ]
    const tell = async ({ api }: typeof known) => {
      const name = new Map((await api.contacts.list()).contacts.map(({ id, name }) => [id, name] as const))
      const { deals } = await api.deals.list({ sort: 'name' })
      return deals.map(({ primary_lead_id, custom }) => [name.get(primary_lead_id ?? ''), custom])
    }
    await send(known.api, 'contacts', people)
    await send(known.api, 'deals', records)
    const early = await tell(known)
    expect(early.map(([who]) => who)).toEqual([undefined, 'Ida Noor', 'Bo Lind'])

    const late = await open()
    const versions = async () => (await late.api.deals.list({ sort: 'name' })).deals.map(({ version }) => version)
    await send(late.api, 'deals', records)
    await send(late.api, 'contacts', [people[1]], 'custom:mailing')
    await send(late.api, 'contacts', people)
    expect(await tell(late)).toEqual(early)
    const linked = await versions()
    expect(counts(await send(late.api, 'deals', records))).toEqual({ created: 0, updated: 0, unchanged: 3, rejected: 0 })
    expect(await versions()).toEqual(linked)
  })

  it('keep a contact that was chosen here, even if another arrives late, and take one that was added here when they are sent again', async () => {
    const { api } = await open()
    const records = [
      { id: 'D-1', name: 'Press', amount: 5, contact_id: 'P-1' },
      { id: 'D-2', name: 'Service', amount: 6, contact_email: 'bo@larch-media.com' },
    ]
    await send(api, 'deals', records)
    const { id: chosen } = await api.contacts.create({ email: 'eve@larch-media.com' })
    const { id: bo } = await api.contacts.create({ email: 'bo@larch-media.com' })
    const [press] = (await api.deals.list({ sort: 'name' })).deals
    await api.deals.update({ id: press!.id, primary_lead_id: chosen })
    await send(api, 'contacts', [{ id: 'P-1', first_name: 'Ida', last_name: 'Noor', email: 'ida@larch-media.com' }])
    expect(await api.deals.get({ id: press!.id })).toMatchObject({ primary_lead_id: chosen })
    expect(counts(await send(api, 'deals', records))).toMatchObject({ rejected: 0 })
    expect((await api.deals.list({ sort: 'name' })).deals.map(({ primary_lead_id }) => primary_lead_id)).toEqual([chosen, bo])
  })
})
