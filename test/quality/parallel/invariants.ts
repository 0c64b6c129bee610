import type { Api } from 'rapport-crm'

const all = { filter: { field: 'id', op: 'is_set' }, limit: 100 } as const

/** Everything of an organization that a pair of operations may have changed. */
async function stateOf(api: Api) {
  const [contacts, companies, deals, tasks, pipelines, cycles, properties, picklists] = await Promise.all([
    api.contacts.search(all),
    api.companies.search(all),
    api.deals.search(all),
    api.tasks.list({ limit: 100 }),
    api.pipelines.list({}),
    api.salesCycles.list({}),
    api.properties.list({ object: 'contacts' }),
    api.picklists.list({ name: 'deal_types' }),
  ])
  return {
    contacts: contacts.contacts,
    companies: companies.companies,
    deals: deals.deals,
    tasks: tasks.tasks,
    pipelines: pipelines.pipelines,
    cycles: cycles.sales_cycles,
    size: properties.properties.find(({ name }) => name === 'size'),
    types: picklists.picklists[0]!.values.map(({ value }) => value),
  }
}

/** What does not hold in an organization, whatever was done in it: dangling ids, circles, keys that two have, values that no list has. */
export async function faultsIn(api: Api): Promise<string[]> {
  const { contacts, companies, deals, tasks, pipelines, cycles, size, types } = await stateOf(api)
  const faults: string[] = []
  const merged = new Set([...contacts, ...companies].flatMap(({ merged_ids }) => merged_ids))
  const names = (what: string, id: string, ids: readonly (string | null)[]) => {
    for (const each of ids) if (each !== null && merged.has(each)) faults.push(`${what} ${id} names ${each}, which was merged`)
  }
  for (const {
    id,
    name,
    pipeline_id,
    stage_id,
    stage_name,
    pipeline_name,
    status,
    deal_type,
    primary_lead_id,
    company_id,
    contacts: people,
  } of deals) {
    const pipeline = pipelines.find((each) => each.id === pipeline_id)
    const stage = pipeline?.stages.find((each) => each.id === stage_id)
    if (!stage) faults.push(`deal ${name} is in stage ${stage_id} of ${pipeline_name}, which is gone`)
    else {
      if (stage.type !== status) faults.push(`deal ${name} is ${status} in stage ${stage.name}, which is ${stage.type}`)
      if (stage.name !== stage_name) faults.push(`deal ${name} calls its stage ${stage_name} instead of ${stage.name}`)
      if (pipeline?.name !== pipeline_name) faults.push(`deal ${name} calls its pipeline ${pipeline_name} instead of ${pipeline?.name}`)
    }
    if (!types.includes(deal_type)) faults.push(`deal ${name} has the type ${deal_type}, which is no value of the list`)
    names('deal', id, [primary_lead_id, company_id, ...people.map(({ lead_id }) => lead_id)])
  }
  const options = size?.options?.map(({ value }) => value)
  const addresses = new Map<string, string>()
  for (const { id, sales_cycle_id, pipeline_stage, company_id, custom_properties, emails, organization_industry } of contacts) {
    const cycle = cycles.find((each) => each.id === sales_cycle_id)
    if (sales_cycle_id !== null && !cycle) faults.push(`contact ${id} is in the sales cycle ${sales_cycle_id}, which is gone`)
    if (cycle && pipeline_stage !== null && !cycle.stages.some((each) => each.id === pipeline_stage))
      faults.push(`contact ${id} is in stage ${pipeline_stage} of ${cycle.name}, which is gone`)
    const option = custom_properties['size']
    if (options && option !== undefined && !options.includes(String(option)))
      faults.push(`contact ${id} has the option ${String(option)}, which is gone`)
    names('contact', id, [company_id])
    const company = companies.find((each) => each.id === company_id)
    if (company && company.industry !== organization_industry)
      faults.push(`contact ${id} says ${organization_industry} of a company of ${company.industry}`)
    for (const { email } of emails) {
      if (addresses.has(email)) faults.push(`contacts ${id} and ${addresses.get(email)} have ${email}`)
      addresses.set(email, id)
    }
  }
  for (const { id, lead_id, company_id } of tasks) names('task', id, [lead_id, company_id])
  const parents = new Map(companies.map(({ id, parent_company_id }) => [id, parent_company_id]))
  for (const { id, name } of companies) {
    const passed = new Set<string>()
    for (let at = parents.get(id); at && !passed.has(at); at = parents.get(at)) passed.add(at)
    if (passed.has(id)) faults.push(`company ${name} belongs to itself`)
    names('company', id, [parents.get(id) ?? null])
  }
  for (const key of ['vat_number', 'domain'] as const) {
    const held = companies.flatMap((each) => each[key] ?? [])
    if (new Set(held).size < held.length) faults.push(`two companies have one ${key}: ${held.join()}`)
  }
  const made = companies.filter(({ name }) => name === 'New').length
  if (made > 1 + Number(companies.some(({ vat_number }) => vat_number === 'DE222222222'))) faults.push(`${made} companies are called New`)
  if (pipelines.filter(({ is_default }) => is_default).length !== 1) faults.push('not one pipeline is the default')
  if (cycles.filter(({ is_default }) => is_default).length > 1) faults.push('two sales cycles are the default')
  return faults
}
