import { expect, it } from 'vitest'
import { eventsOf, withEvents } from '../../support/event-probe.ts'
import { ada, describeStorages } from '../../support/storages.ts'

const stages = [
  { name: 'First look' },
  { name: 'Trial', probability: 50, stuck_after_days: 3 },
  { name: 'Sold', type: 'won' as const },
  { name: 'Gone', type: 'lost' as const },
]

describeStorages('pipelines', (open) => {
  it('begin with the default one, the same whichever operation sees it first', async () => {
    const { api, engine } = await open()
    const [first, again] = await Promise.all([api.pipelines.list(), api.pipelines.list()])
    expect(first).toEqual(again)
    const [pipeline] = first.pipelines
    expect(pipeline).toMatchObject({ name: 'Default', is_default: true, version: 1 })
    expect(
      pipeline!.stages.map(({ id, name, probability, type, stuck_after_days }) => [id, name, probability, type, stuck_after_days]),
    ).toEqual([
      ['qualification', 'Qualification', 10, 'open', 14],
      ['discovery', 'Discovery call', 20, 'open', 14],
      ['demo', 'Demo / Meeting', 40, 'open', 10],
      ['proposal', 'Proposal sent', 60, 'open', 10],
      ['negotiation', 'Negotiation', 80, 'open', 7],
      ['won', 'Closed won', 100, 'won', null],
      ['lost', 'Closed lost', 0, 'lost', null],
    ])
    expect(await api.pipelines.get({ id: pipeline!.id })).toEqual(pipeline)
    const other = (await engine.as({ ...ada, organization: 'other' }).pipelines.list()).pipelines[0]!
    expect(other.id).not.toBe(pipeline!.id)
  })

  it('have stages that are changed under the version of their pipeline', async () => {
    const { api } = await open()
    const { id, version } = await api.pipelines.create({ name: 'Own', stages })
    const stale = { code: 'version_mismatch' }
    const renamed = await api.pipelines.updateStage({ id, stageId: 'trial', name: 'Test' }, { ifMatch: version })
    expect(renamed).toMatchObject({ name: 'Test', version: version + 1 })
    await expect(api.pipelines.updateStage({ id, stageId: 'trial', name: 'Late' }, { ifMatch: version })).rejects.toMatchObject(stale)
    await expect(api.pipelines.createStage({ id, name: 'Late' }, { ifMatch: version })).rejects.toMatchObject(stale)
    await expect(api.pipelines.deleteStage({ id, stageId: 'trial' }, { ifMatch: version })).rejects.toMatchObject(stale)
    expect((await api.pipelines.get({ id })).version).toBe(renamed.version)
    const made = await api.pipelines.createStage({ id, name: 'Late' }, { ifMatch: renamed.version })
    expect([made.version, (await api.pipelines.get({ id })).version]).toEqual([version + 2, version + 2])
  })

  it('are made empty, with stages or from a template; ids of stages are unique in the organization', async () => {
    const { api } = await open()
    const empty = await api.pipelines.create({ name: 'Empty' })
    expect(empty).toMatchObject({ stages: [], is_default: false, position: 1 })
    await expect(api.deals.create({ name: 'X', pipeline_id: empty.id })).rejects.toMatchObject({ code: 'invalid_input' })
    const own = await api.pipelines.create({ name: 'Own', stages })
    expect(own.stages.map(({ id, type, probability }) => [id, type, probability])).toEqual([
      ['first_look', 'open', 0],
      ['trial', 'open', 50],
      ['sold', 'won', 100],
      ['gone', 'lost', 0],
    ])
    const copy = await api.pipelines.create({ name: 'Copy', template: 'default' })
    expect(copy.stages.map(({ name }) => name)).toContain('Discovery call')
    const { pipelines } = await api.pipelines.list()
    const ids = pipelines.flatMap((each) => each.stages.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const [input, path] of [
      [{ name: 'X', stages: [{ name: 'A' }, { name: 'a ' }] }, '/stages/1/name'],
      [{ name: 'X', stages: [{ name: 'A', id: 'won' }] }, '/stages/0/id'],
      [{ name: 'X', stages: [{ name: 'A', type: 'won' as const, probability: 50 }] }, '/stages/0/probability'],
      [{ name: 'X', stages: [{ name: 'A', required_fields: ['shoe_size'] }] }, '/stages/0/required_fields/0'],
    ] as const)
      await expect(api.pipelines.create(input as never)).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path }] } })
  })

  it('have one default, which takes deals without a pipeline and cannot be deleted', async () => {
    const { api } = await open()
    const [first] = (await api.pipelines.list()).pipelines
    const second = await api.pipelines.create({ name: 'Second', stages, is_default: true })
    expect((await api.pipelines.list({ default: true })).pipelines.map(({ id }) => id)).toEqual([second.id])
    expect(await api.deals.create({ name: 'X' })).toMatchObject({ pipeline_id: second.id, stage_id: 'first_look' })
    await expect(api.pipelines.update({ id: second.id, is_default: false })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.pipelines.delete({ id: second.id })).rejects.toMatchObject({ code: 'conflict' })
    await api.pipelines.update({ id: first!.id, is_default: true, name: 'Main' })
    expect((await api.pipelines.list()).pipelines.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Main', true],
      ['Second', false],
    ])
  })

  it('have one default also where one is created again by its external id', async () => {
    const { api } = await open()
    const external_ids = [{ provider: 'custom:erp', id: 'P1' }]
    const { id } = await api.pipelines.create({ name: 'Second', external_ids })
    expect(await api.pipelines.create({ name: 'Renamed', external_ids, is_default: true })).toMatchObject({ id, name: 'Renamed' })
    const { pipelines } = await api.pipelines.list()
    expect(pipelines.flatMap((each) => (each.is_default ? [each.name] : []))).toEqual(['Renamed'])
    const cycle = await api.salesCycles.create({ name: 'First', stages: [{ name: 'A' }] })
    const second = await api.salesCycles.create({ name: 'Second', stages: [{ name: 'A' }], external_ids })
    await api.salesCycles.create({ name: 'Second', stages: [{ name: 'A' }], external_ids, is_default: true })
    const { sales_cycles } = await api.salesCycles.list()
    expect(sales_cycles.flatMap((each) => (each.is_default ? [each.id] : []))).toEqual([second.id])
    expect(cycle.is_default).toBe(true)
  })

  it('with deals are deleted only when another one takes them, each in a stage of its status', async () => {
    const { api } = await open()
    const [main] = (await api.pipelines.list()).pipelines
    const own = await api.pipelines.create({ name: 'Own', stages })
    const [trial, sold] = [
      await api.deals.create({ name: 'Trial', pipeline_id: own.id, stage_id: 'trial' }),
      await api.deals.create({ name: 'Sold', stage_id: 'sold' }),
    ]
    expect(sold).toMatchObject({ pipeline_id: own.id, status: 'won' })
    await expect(api.pipelines.delete({ id: own.id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2 deals'),
    })
    await expect(api.pipelines.delete({ id: own.id, move_to: own.id })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await api.pipelines.delete({ id: own.id, move_to: main!.id })).toEqual({ deleted: true })
    expect(await api.deals.get({ id: trial.id })).toMatchObject({
      pipeline_name: 'Default',
      stage_id: 'qualification',
      status: 'open',
      stage_history: [{ from: 'trial', to: 'qualification' }],
    })
    expect(await api.deals.get({ id: sold.id })).toMatchObject({ stage_id: 'won', status: 'won', closed_at: sold.closed_at })
    await expect(api.pipelines.get({ id: own.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('say which fields a stage requires of deals that enter it', async () => {
    const { api } = await open()
    const [main] = (await api.pipelines.list()).pipelines
    const updated = await api.pipelines.update({ id: main!.id, required_fields: { proposal: ['amount', 'close_date', 'custom.budget'] } })
    expect(updated.stages.find(({ id }) => id === 'proposal')!.required_fields).toEqual(['amount', 'close_date', 'custom.budget'])
    const { id } = await api.deals.create({ name: 'X' })
    await expect(api.deals.move({ id, stage_id: 'proposal' })).rejects.toMatchObject({
      message: 'The stage Proposal sent requires amount, close_date, custom.budget',
      details: { errors: ['/amount', '/close_date', '/custom/budget'].map((path) => ({ path, code: 'required' })) },
    })
    await expect(api.deals.update({ id, stage_id: 'proposal', amount: 5, close_date: '2026-02-01' })).rejects.toMatchObject({
      details: { errors: [{ path: '/custom/budget' }] },
    })
    expect(
      await api.deals.update({ id, stage_id: 'proposal', amount: 5, close_date: '2026-02-01', custom: { budget: 'yes' } }),
    ).toMatchObject({ stage_id: 'proposal' })
    await expect(api.pipelines.update({ id: main!.id, required_fields: { nowhere: [] } })).rejects.toMatchObject({
      details: { errors: [{ path: '/required_fields/nowhere' }] },
    })
    const unknown = (path: string) => ({ details: { errors: [{ path, code: 'unknown_field' }] } })
    const required_fields = ['amount', 'shoe_size']
    const stage = { id: main!.id, name: 'Fit', probability: 20, required_fields }
    await expect(api.pipelines.update({ id: main!.id, required_fields: { demo: required_fields } })).rejects.toMatchObject(
      unknown('/required_fields/demo/1'),
    )
    await expect(api.pipelines.createStage(stage)).rejects.toMatchObject(unknown('/required_fields/1'))
    await expect(api.pipelines.updateStage({ id: main!.id, stageId: 'demo', required_fields })).rejects.toMatchObject(
      unknown('/required_fields/1'),
    )
    await expect(api.pipelines.create({ name: 'P', stages: [stages[0]!, { name: 'Fit', required_fields }] })).rejects.toMatchObject(
      unknown('/stages/1/required_fields/1'),
    )
  })

  it('are restored with their stages; a stage whose id is taken by now gets another one', async () => {
    const { api } = await open()
    const own = await api.pipelines.create({ name: 'Own', stages })
    await api.pipelines.delete({ id: own.id })
    const other = await api.pipelines.create({ name: 'Other', stages: [{ name: 'Trial' }] })
    expect(other.stages.map(({ id }) => id)).toEqual(['trial'])
    const restored = await api.pipelines.restore({ id: own.id })
    expect(restored).toMatchObject({ id: own.id, name: 'Own', deleted_at: null, version: 3 })
    expect(restored.stages.map(({ id, name, stuck_after_days }) => [id, name, stuck_after_days])).toEqual([
      ['first_look', 'First look', null],
      ['trial_2', 'Trial', 3],
      ['sold', 'Sold', null],
      ['gone', 'Gone', null],
    ])
    expect(await api.deals.create({ name: 'X', stage_id: 'trial_2' })).toMatchObject({ pipeline_id: own.id, probability: 50 })
  })

  it('are deleted for good by the same rules, also when deleted before; the first one of the organization is not', async () => {
    const { api } = await open()
    const [main] = (await api.pipelines.list()).pipelines
    const own = await api.pipelines.create({ name: 'Own', stages })
    const deal = await api.deals.create({ name: 'X', pipeline_id: own.id })
    await expect(api.pipelines.delete({ id: own.id, purge: true })).rejects.toMatchObject({ code: 'conflict' })
    expect(await api.pipelines.delete({ id: own.id, purge: true, move_to: main!.id })).toEqual({ deleted: true })
    expect((await api.deals.get({ id: deal.id })).stage_id).toBe('qualification')
    const { id } = await api.pipelines.create({ name: 'Second', is_default: true })
    await expect(api.pipelines.delete({ id: main!.id, purge: true })).rejects.toMatchObject({ code: 'conflict' })
    await api.pipelines.create({ name: 'Third', is_default: true })
    await api.pipelines.delete({ id })
    expect((await api.pipelines.list({ deleted: 'only' })).pipelines.map(({ name }) => name)).toEqual(['Second'])
    expect(await api.pipelines.delete({ id, purge: true })).toEqual({ deleted: true })
    expect((await api.pipelines.list({ deleted: 'only' })).pipelines).toEqual([])
    await expect(api.pipelines.restore({ id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describeStorages('stages', (open) => {
  it('are added at a position, ordered, renamed on their deals, and deleted when another stage takes these', async () => {
    const { api } = await open()
    const { id } = await api.pipelines.create({ name: 'Own', stages })
    expect(await api.pipelines.createStage({ id, name: 'Second look', position: 2, probability: 20 })).toMatchObject({
      id: 'second_look',
      position: 2,
      pipeline_id: id,
      type: 'open',
    })
    await api.pipelines.reorderStages({ id, stages: ['trial', 'second_look', 'first_look', 'sold', 'gone'] })
    expect((await api.pipelines.get({ id })).stages.map((each) => each.id)).toEqual(['trial', 'second_look', 'first_look', 'sold', 'gone'])
    for (const order of [['trial'], ['trial', 'trial', 'first_look', 'sold', 'gone'], ['trial', 'x', 'first_look', 'sold', 'gone']])
      await expect(api.pipelines.reorderStages({ id, stages: order })).rejects.toMatchObject({ code: 'invalid_input' })
    const deal = await api.deals.create({ name: 'X', stage_id: 'trial' })
    expect(await api.pipelines.updateStage({ id, stageId: 'trial', name: 'Test drive', position: 3 })).toMatchObject({
      id: 'trial',
      name: 'Test drive',
      position: 3,
    })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({ stage_id: 'trial', stage_name: 'Test drive', version: 1 })
    await expect(api.pipelines.deleteStage({ id, stageId: 'trial' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(api.pipelines.deleteStage({ id, stageId: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
    await api.pipelines.deleteStage({ id, stageId: 'trial', move_to: 'Second Look' })
    expect(await api.deals.get({ id: deal.id })).toMatchObject({
      stage_id: 'second_look',
      probability: 20,
      stage_history: [{ from: 'trial', to: 'second_look' }],
    })
  })

  it('change their deals when their type or probability changes; a probability set by hand stays', async () => {
    const { api, engine } = await open(withEvents)
    const { id } = await api.pipelines.create({ name: 'Own', stages })
    const [one, two] = [
      await api.deals.create({ name: 'One', stage_id: 'trial' }),
      await api.deals.create({ name: 'Two', stage_id: 'trial', probability: 75 }),
    ]
    await api.pipelines.updateStage({ id, stageId: 'trial', probability: 55 })
    expect([(await api.deals.get({ id: one.id })).probability, (await api.deals.get({ id: two.id })).probability]).toEqual([55, 75])
    await api.pipelines.updateStage({ id, stageId: 'trial', type: 'won' })
    for (const deal of [one, two])
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ status: 'won', probability: 100, stage_history: [] })
    expect((await eventsOf(engine, 'deal.won')).map(({ entity_id }) => entity_id).toSorted()).toEqual([one.id, two.id].toSorted())
    await api.pipelines.updateStage({ id, stageId: 'trial', type: 'open', probability: 30 })
    for (const deal of [one, two])
      expect(await api.deals.get({ id: deal.id })).toMatchObject({ status: 'open', probability: 30, closed_at: null })
  })
})
