import type { Api } from 'rapport-crm'

/** Records that are all linked with each other, so that any two operations meet in a row. */
export type Scene = Awaited<ReturnType<typeof sceneIn>>

/** Makes the records of a scene in the organization of the caller. */
export async function sceneIn(api: Api) {
  await api.properties.create({ object: 'contacts', name: 'size', type: 'select', options: [{ value: 's' }, { value: 'm' }] })
  const stages = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))
  const ends = [
    { id: 'sold', name: 'Sold', type: 'won' as const },
    { id: 'gone', name: 'Gone', type: 'lost' as const },
  ]
  const pipeline = await api.pipelines.create({ name: 'P', stages: [...stages, ...ends] })
  const other = await api.pipelines.create({
    name: 'Q',
    stages: ends.concat([{ id: 'q', name: 'B', type: 'open' as never }]).map((each) => ({ ...each, id: `q_${each.id}` })),
  })
  const spare = await api.pipelines.create({ name: 'R' })
  const cycle = await api.salesCycles.create({
    name: 'C',
    stages: [
      { id: 'x', name: 'X' },
      { id: 'y', name: 'Y' },
    ],
  })
  const second = await api.salesCycles.create({ name: 'D', stages: [{ id: 'x', name: 'X' }] })
  const company = await api.companies.create({ name: 'K1', domain: 'k1.test' })
  const child = await api.companies.create({ name: 'K2', vat_number: 'DE111111111' })
  const contact = await api.contacts.create({
    email: 'c1@gmail.com',
    first_name: 'C1',
    company_id: company.id,
    sales_cycle_id: second.id,
    tags: ['t'],
    custom_properties: { size: 'm' },
  })
  const colleague = await api.contacts.create({
    email: 'c2@gmail.com',
    company_id: child.id,
    sales_cycle_id: cycle.id,
    pipeline_stage: 'x',
  })
  const deal = await api.deals.create({
    name: 'Deal',
    pipeline_id: pipeline.id,
    stage_id: 'b',
    primary_lead_id: contact.id,
    company_id: company.id,
    deal_type: 'upsell',
  })
  const task = await api.tasks.create({ title: 'Task', lead_id: contact.id, deal_id: deal.id, company_id: company.id })
  const closed = await api.deals.create({ name: 'Closed', pipeline_id: pipeline.id, stage_id: 'sold', primary_lead_id: contact.id })
  const completed = await api.tasks.create({ title: 'Completed', lead_id: contact.id })
  await api.tasks.complete({ id: completed.id })
  const merged = await api.contacts.create({ email: 'c3@gmail.com', first_name: 'C3' })
  await api.tasks.create({ title: 'Of the merged one', lead_id: merged.id })
  const { merge_id } = await api.contacts.merge({ id: colleague.id, merge_ids: [merged.id] })
  const link = await api.associations.create({ from_object: 'contacts', from_id: contact.id, to_object: 'companies', to_id: child.id })
  const tag = (await api.tags.list({})).tags.find(({ name }) => name === 't')!
  const gone = {
    contacts: await api.contacts.create({ email: 'c4@gmail.com', company_id: company.id, sales_cycle_id: cycle.id, pipeline_stage: 'x' }),
    companies: await api.companies.create({ name: 'K4', parent_company_id: child.id }),
    deals: await api.deals.create({ name: 'Gone', pipeline_id: pipeline.id, stage_id: 'b', primary_lead_id: contact.id }),
    tasks: await api.tasks.create({ title: 'Gone', lead_id: contact.id }),
    pipelines: spare,
    'sales-cycles': await api.salesCycles.create({ name: 'E', stages: [{ id: 'x', name: 'X' }] }),
  }
  await api.contacts.delete({ id: gone.contacts.id })
  await api.companies.delete({ id: gone.companies.id })
  await api.deals.delete({ id: gone.deals.id })
  await api.tasks.delete({ id: gone.tasks.id })
  await api.pipelines.delete({ id: spare.id })
  await api.salesCycles.delete({ id: gone['sales-cycles'].id })
  return { pipeline, other, cycle, second, company, child, contact, colleague, deal, closed, task, completed, merge_id, link, tag, gone }
}
