import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

// What answers are in the words of their own descriptions.
describeStorages('analyses answer what they say', (open) => {
  it('forecast: overdue is what is past its close date, also of this month', async () => {
    const { api, clock } = await open()
    for (const [name, close_date, amount] of [
      ['past', '2026-01-10', 1],
      ['long past', '2025-12-10', 2],
      ['today', '2026-01-20', 4],
      ['to come', '2026-01-31', 8],
    ] as const)
      await api.deals.create({ name, close_date, amount })
    clock.set('2026-01-20T09:00:00Z')
    const { overdue, months } = await api.analytics.forecast({})
    expect([overdue, months[0]]).toMatchObject([
      { count: 2, amount: 3 },
      { open_count: 2, pipeline: 12 },
    ])
  })

  it('velocity: stages stand in the order of pipelines and their stages, deleted ones last', async () => {
    const { api } = await open()
    const stages = ['Zulu', 'Alpha', 'Mike', 'Gone'].map((name) => ({ name, type: 'open' as const }))
    const ends = [
      { name: 'Won', type: 'won' as const },
      { name: 'Lost', type: 'lost' as const },
    ]
    const pipeline = await api.pipelines.create({ name: 'Own', stages: [...stages, ...ends] })
    const ids = new Map(pipeline.stages.map(({ id, name }) => [name, id]))
    const deal = await api.deals.create({ name: 'Deal', amount: 1, pipeline_id: pipeline.id, stage_id: ids.get('Zulu')! })
    for (const name of ['Gone', 'Alpha', 'Mike', 'Won']) await api.deals.update({ id: deal.id, stage_id: ids.get(name)! })
    await api.pipelines.deleteStage({ id: pipeline.id, stageId: ids.get('Gone')! })
    const { stages: shown } = await api.analytics.velocity({})
    expect(shown.map(({ stage_id }) => stage_id)).toEqual(['Zulu', 'Alpha', 'Mike', 'Gone'].map((name) => ids.get(name)))
  })

  it('activity: whoever did most comes first', async () => {
    const { api } = await open()
    const { id: company_id } = await api.companies.create({ name: 'Forge' })
    for (const [owner_email, count] of [
      ['ann@acme.test', 1],
      ['zoe@acme.test', 3],
      ['bob@acme.test', 1],
    ] as const)
      for (let at = 0; at < count; at += 1) await api.activities.log({ type: 'note', body: `${at}`, owner_email, company_id })
    const { owners } = await api.analytics.activity({})
    expect(owners).toEqual([
      { owner_email: 'zoe@acme.test', count: 3 },
      { owner_email: 'ann@acme.test', count: 1 },
      { owner_email: 'bob@acme.test', count: 1 },
    ])
  })

  it('quotes: expiring_before finds those that can still be accepted', async () => {
    const { api, clock } = await open()
    const lines = [{ name: 'Work', unit_price: 1 }]
    const quote = async (title: string, valid_until: string) => await api.quotes.create({ title, valid_until, lines })
    await quote('draft', '2026-01-22')
    for (const [title, day] of [
      ['past', '2026-01-18'],
      ['today', '2026-01-20'],
      ['soon', '2026-01-22'],
      ['later', '2026-01-23'],
    ] as const)
      await api.quotes.send({ id: (await quote(title, day)).id })
    clock.set('2026-01-20T09:00:00Z')
    const { quotes } = await api.quotes.list({ expiring_before: '2026-01-23', sort: 'valid_until' })
    expect(quotes.map(({ title }) => title)).toEqual(['today', 'soon'])
  })

  it('imports: a mapping names columns of the file', async () => {
    const { api } = await open()
    const content = 'Firma;Ort\nForge;Bonn\n'
    const wrong = { Frima: 'name' }
    const refused = {
      code: 'invalid_input',
      details: { errors: [{ path: '/mapping/Frima', code: 'not_allowed', allowed: ['Firma', 'Ort'] }] },
    }
    await expect(api.imports.create({ object: 'companies', content, mapping: wrong })).rejects.toMatchObject(refused)
    const { id } = await api.imports.create({ object: 'companies', content, mapping: { firma: 'name' } })
    await expect(api.imports.update({ id, mapping: wrong })).rejects.toMatchObject(refused)
    // Another record of JSON may have a field that the first ones do not have.
    const json = JSON.stringify([{ Firma: 'Mill' }])
    await expect(api.imports.create({ object: 'companies', content: json, mapping: { Stadt: 'city' } })).resolves.toBeDefined()
  })
})
