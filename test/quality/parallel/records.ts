import { faultsIn } from './invariants.ts'
import { type Scene, sceneIn } from './scene.ts'
import type { Acknowledged, Input, World } from './world.ts'

const subjects =
  /^(PATCH|POST|PUT|DELETE) \/(contacts|companies|deals|pipelines|sales-cycles|tasks|tags|properties|associations|merges|organization\/picklists)(\/|$)/
// The record of a scene that `{id}` names, by collection.
const named: Readonly<Record<string, (scene: Scene) => string>> = {
  contacts: ({ contact }) => contact.id,
  companies: ({ company }) => company.id,
  deals: ({ deal }) => deal.id,
  pipelines: ({ pipeline }) => pipeline.id,
  'sales-cycles': ({ cycle }) => cycle.id,
  tasks: ({ task }) => task.id,
  tags: ({ tag }) => tag.id,
  associations: ({ link }) => link.id,
  merges: ({ merge_id }) => merge_id,
}
const types = ['new_business', 'existing_business', 'renewal', 'cross_sell'].map((value) => ({ value }))

// What operations are called with besides the id of their record; several where they can be called in several ways.
const inputs: Readonly<Record<string, readonly ((scene: Scene) => Input)[]>> = {
  replacePicklist: [() => ({ name: 'deal_types', values: types, rename: [{ from: 'upsell', to: 'cross_sell' }] })],
  createCompany: [
    () => ({ name: 'New', vat_number: 'DE222222222' }),
    ({ company }) => ({ name: 'K2', vat_number: 'DE111111111', parent_company_id: company.id }),
  ],
  updateCompany: [
    ({ child }) => ({ parent_company_id: child.id }),
    () => ({ name: 'Renamed', industry: 'Steel' }),
    ({ child, company }) => ({ id: child.id, parent_company_id: company.id }),
  ],
  bulkUpsertCompanies: [
    ({ company, child }) => ({
      records: [
        { id: company.id, parent_company_id: child.id },
        { name: 'New', vat_number: 'DE222222222' },
      ],
    }),
  ],
  bulkUpdateCompanies: [({ company, child }) => ({ ids: [child.id], set: { parent_company_id: company.id } })],
  bulkDeleteCompanies: [({ company, child }) => ({ ids: [company.id, child.id], confirm_count: 2 })],
  mergeCompanies: [({ child }) => ({ merge_ids: [child.id] }), ({ child, company }) => ({ id: child.id, merge_ids: [company.id] })],
  createContact: [
    () => ({ email: 'new@gmail.com', company: 'New' }),
    () => ({ email: 'c1@gmail.com', title: 'CEO', custom_properties: { size: 's' } }),
    ({ company, cycle }) => ({ email: 'n2@k1.test', company_id: company.id, sales_cycle_id: cycle.id, pipeline_stage: 'x' }),
  ],
  updateContact: [
    () => ({ custom_properties: { size: 's' } }),
    ({ cycle }) => ({ sales_cycle_id: cycle.id, pipeline_stage: 'x' }),
    () => ({ title: 'CTO' }),
    () => ({ email: 'new@gmail.com' }),
    ({ child }) => ({ company_id: child.id }),
  ],
  bulkUpsertContacts: [
    ({ cycle }) => ({
      records: [
        { email: 'c1@gmail.com', sales_cycle_id: cycle.id, pipeline_stage: 'x' },
        { email: 'new@gmail.com', company: 'New' },
      ],
    }),
  ],
  bulkUpdateContacts: [
    ({ contact, colleague }) => ({ ids: [contact.id, colleague.id], set: { custom_properties: { size: 's' } }, add_tags: ['u'] }),
  ],
  bulkDeleteContacts: [({ contact, colleague }) => ({ ids: [contact.id, colleague.id], confirm_count: 2 })],
  mergeContacts: [
    ({ colleague }) => ({ merge_ids: [colleague.id] }),
    ({ colleague, contact }) => ({ id: colleague.id, merge_ids: [contact.id] }),
  ],
  moveContactStage: [({ colleague }) => ({ id: colleague.id, stage: 'y' })],
  adjustContactScore: [() => ({ points: 5 })],
  setContactConsent: [() => ({ topic: 'marketing', state: 'subscribed' })],
  createSalesCycle: [() => ({ name: 'Next', stages: [{ name: 'Z' }], is_default: true })],
  updateSalesCycle: [() => ({ stages: [{ id: 'y', name: 'Y' }], move_to: 'y' }), () => ({ name: 'Renamed' })],
  deleteSalesCycle: [
    ({ cycle, second }) => ({ id: second.id, move_to: cycle.id, ...(second.is_default && { id: cycle.id, move_to: second.id }) }),
    ({ second, cycle }) => ({ id: second.id, move_to: cycle.id }),
  ],
  createPipeline: [() => ({ name: 'Next', is_default: true })],
  updatePipeline: [() => ({ name: 'Renamed' })],
  deletePipeline: [({ other }) => ({ move_to: other.id })],
  createPipelineStage: [() => ({ name: 'More' })],
  updatePipelineStage: [() => ({ stageId: 'b', name: 'Bee', probability: 33 }), () => ({ stageId: 'b', type: 'won' })],
  deletePipelineStage: [() => ({ stageId: 'b', move_to: 'c' }), () => ({ stageId: 'a' })],
  reorderPipelineStages: [() => ({ stages: ['c', 'b', 'a', 'sold', 'gone'] })],
  createDeal: [
    ({ pipeline, contact, company }) => ({
      name: 'New',
      pipeline_id: pipeline.id,
      stage_id: 'b',
      primary_lead_id: contact.id,
      company_id: company.id,
      deal_type: 'upsell',
    }),
  ],
  updateDeal: [
    () => ({ stage_id: 'a' }),
    ({ other }) => ({ pipeline_id: other.id }),
    () => ({ deal_type: 'upsell', next_step: 'Call' }),
    ({ colleague, child }) => ({ primary_lead_id: colleague.id, company_id: child.id }),
  ],
  bulkUpsertDeals: [
    ({ pipeline, deal }) => ({
      records: [
        { id: deal.id, stage_id: 'a' },
        { name: 'Set', pipeline_id: pipeline.id, stage_id: 'b' },
      ],
    }),
  ],
  bulkUpdateDeals: [({ deal }) => ({ ids: [deal.id], set: { stage_id: 'b' } })],
  bulkDeleteDeals: [({ deal, closed }) => ({ ids: [deal.id, closed.id], confirm_count: 2 })],
  reopenDeal: [({ closed }) => ({ id: closed.id })],
  mergeDeals: [({ closed }) => ({ merge_ids: [closed.id] }), ({ closed, deal }) => ({ id: closed.id, merge_ids: [deal.id] })],
  moveDealStage: [() => ({ stage_id: 'a' })],
  replaceDealLines: [() => ({ lines: [{ name: 'Anvil', quantity: 2, unit_price: 9.5 }] })],
  createTask: [({ contact, deal, company }) => ({ title: 'New', lead_id: contact.id, deal_id: deal.id, company_id: company.id })],
  updateTask: [({ colleague, child }) => ({ lead_id: colleague.id, company_id: child.id }), () => ({ description: 'More' })],
  bulkUpsertTasks: [
    ({ task, colleague }) => ({
      records: [
        { id: task.id, lead_id: colleague.id },
        { title: 'Set', lead_id: colleague.id },
      ],
    }),
  ],
  bulkDeleteTasks: [({ task, completed }) => ({ ids: [task.id, completed.id], confirm_count: 2 })],
  reopenTask: [({ completed }) => ({ id: completed.id })],
  createTag: [() => ({ name: 'u' })],
  updateTag: [() => ({ name: 'renamed' })],
  assignTags: [({ contact }) => ({ object: 'contacts', ids: [contact.id], add_tags: ['u'] })],
  createProperty: [() => ({ object: 'deals', name: 'color', type: 'text' })],
  updateProperty: [() => ({ object: 'contacts', name: 'size', rename_options: [{ from: 's', to: 'small' }] })],
  deleteProperty: [() => ({ object: 'contacts', name: 'size' })],
  createAssociation: [
    ({ colleague, company }) => ({ from_object: 'contacts', from_id: colleague.id, to_object: 'companies', to_id: company.id }),
  ],
}

const sets: Readonly<Record<string, Acknowledged<'contact' | 'company' | 'deal' | 'task'>>> = {
  updateContact2: { of: 'contact', values: { title: 'CTO' } },
  updateTask1: { of: 'task', values: { description: 'More' } },
  updateDeal2: { of: 'deal', values: { next_step: 'Call' } },
  updateCompany1: { of: 'company', values: { name: 'Renamed', industry: 'Steel' } },
  adjustContactScore: { of: 'contact', values: { lead_score: 5 } },
}

/** Operations of contacts, companies, deals and tasks, and of what these rely on. */
export const records: World<Scene, 'contact' | 'company' | 'deal' | 'task'> = {
  open: sceneIn,
  faults: faultsIn,
  subjects,
  named,
  gone: ({ gone }, collection) => gone[collection as keyof Scene['gone']]?.id,
  inputs,
  sets,
  async read(api, scene, of) {
    const stores = { contact: api.contacts, company: api.companies, deal: api.deals, task: api.tasks }
    const { id } = scene[of]
    const record: Readonly<Record<string, unknown>> = await stores[of].get({ id })
    return record['id'] === id ? record : undefined
  },
}
