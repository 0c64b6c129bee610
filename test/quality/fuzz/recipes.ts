import type { Input } from './requests.ts'

/** Calls another operation on both engines, which must succeed, and answers what it made. */
export type Call = (id: string, input: Input) => Promise<any>

/** Does the background work that is due on both engines. */
export type Work = () => Promise<void>

const chosen = (id: string) => ({ ids: [id], confirm_count: 1 })
// Companies are found by their names.
let companies = 0
let properties = 0
let suppressions = 0
const lines = [{ name: 'Anvil', quantity: 2, unit_price: 9.5 }]
const file = { object: 'companies', content: 'Name;Ort\nRecipe GmbH;Kiel\n;', delimiter: ';' }

const quote = async (call: Call) => (await call('createQuote', { lines })).id as string
const sent = async (call: Call) => (await call('sendQuote', { id: await quote(call) })).id as string
const note = async (call: Call) => (await call('createCreditNote', { lines })).id as string
const contact = async (call: Call) => (await call('createContact', { first_name: 'Recipe' })).id as string
const company = async (call: Call) => (await call('createCompany', { name: `Recipe ${(companies += 1)}` })).id as string
const link = async (call: Call) => ({
  from_object: 'contacts',
  from_id: await contact(call),
  to_object: 'companies',
  to_id: await company(call),
})
const attached = async (call: Call) => ({ object: 'contacts', record_id: await contact(call) })
const attachment = async (call: Call) =>
  (await call('uploadAttachment', { ...(await attached(call)), name: 'recipe.txt', content: new TextEncoder().encode('Flour') }))
    .id as string
const pipeline = async (call: Call) =>
  (await call('createPipeline', {
    name: 'Recipe',
    stages: [{ name: 'First' }, { name: 'Second' }, { name: 'Won', type: 'won' }, { name: 'Lost', type: 'lost' }],
  })) as {
    id: string
    stages: { id: string }[]
  }
const deal = async (call: Call) => (await call('createDeal', { name: 'Recipe', pipeline_id: (await pipeline(call)).id })).id as string
const rule = async (call: Call) => (await call('createPriceRule', { kind: 'discount_percent', value: 5, sku: 'R-1' })).id as string
const list = async (call: Call) =>
  (await call('createList', { name: 'Recipe', object: 'contacts', ids: [await contact(call)] })).id as string
const message = async (call: Call) => ({ title: 'Recipe', recipient: (await call('getMe', {})).user.email as string })
const upload = async (call: Call) => (await call('createImport', file)).id as string
const started = async (call: Call) => (await call('startImport', { id: await upload(call) })).id as string
const job = async (call: Call) => (await call('createPrivacyExport', { contact_id: await contact(call) })).job_id as string
const exported = async (call: Call) => (await call('createExport', { object: 'contacts', fields: ['first_name'] })).id as string
const hook = async (call: Call) => (await call('createWebhook', { url: 'https://hooks.example.com/recipe' })).id as string
const property = async (call: Call) => await call('createProperty', { object: 'deals', name: `recipe_${(properties += 1)}`, type: 'text' })

const template = async (call: Call) => (await call('createEmailTemplate', { name: 'Recipe', text: 'Hello' })).id as string

const flow = async (call: Call) =>
  (
    await call('createWorkflow', {
      name: 'Recipe',
      trigger: { type: 'contact.deleted' },
      steps: [
        { type: 'delay', config: { amount: 1, unit: 'days' } },
        { type: 'update_contact', config: { field: 'lead_score', value: '{{contact.first_name}}' } },
      ],
    })
  ).id as string
const active = async (call: Call) => (await call('activateWorkflow', { id: await flow(call) })).id as string
// A run that waits for its delay.
const waiting = async (call: Call, work: Work) => {
  const { results } = await call('enrollInWorkflow', { id: await active(call), ids: [await contact(call)] })
  await work()
  return results[0].run_id as string
}
const frozen = async (call: Call, work: Work) => (await call('freezeWorkflowRun', { id: await waiting(call, work) })).id as string
const failed = async (call: Call, work: Work) => {
  const id = await waiting(call, work)
  await call('skipWorkflowWait', { id })
  await work()
  return id
}
const cancelled = async (call: Call, work: Work) => (await call('cancelWorkflowRun', { id: await waiting(call, work) })).id as string

let boxes = 0
/** Input of a mailbox that nobody has yet. */
export const newMailbox = () => ({
  address: `box${(boxes += 1)}@recipe.example`,
  smtp: { host: 'smtp.example.com', user: 'recipe', password: 'recipe' },
})
const mailbox = async (call: Call) => (await call('createMailbox', newMailbox())).id as string

const newEmail = async (call: Call) => ({
  mailbox_id: await mailbox(call),
  to: ['recipe@recipe.example'],
  subject: 'Recipe',
  text: 'Recipe',
  scheduled_at: '2099-01-01T00:00:00Z',
})
const email = async (call: Call) => (await call('sendEmail', await newEmail(call))).id as string
const steps = [{ type: 'task', title: 'Call {{contact.first_name}}' }]
const sequence = async (call: Call) => (await call('createSequence', { name: 'Recipe', steps })).id as string
const running = async (call: Call) => (await call('activateSequence', { id: await sequence(call) })).id as string
const enrollment = async (call: Call) => {
  const id = await running(call)
  const { results } = await call('enrollInSequence', { id, ids: [await contact(call)] })
  return { id, enrollmentId: results[0].enrollment_id as string }
}

let readers = 0
const campaign = async (call: Call, more: Input = {}) => {
  await call('createContact', { email: `reader${(readers += 1)}@recipe.example` })
  const audience = { filter: { field: 'email', op: 'is_set' } }
  const text = { subject: 'Recipe', html: '<p>Recipe</p>', mailbox_id: await mailbox(call) }
  return (await call('createCampaign', { name: 'Recipe', ...text, audience, ...more })).id as string
}
const later = '2099-01-01T00:00:00Z'
const scheduled = async (call: Call) => {
  const id = await campaign(call)
  await call('scheduleCampaign', { id, at: later })
  return id
}
const recurring = async (call: Call) => await campaign(call, { kind: 'recurring', schedule: { frequency: 'daily', time: '09:00' } })

const newForm = { name: 'Recipe', fields: [{ name: 'email', maps_to: 'contact.email' }] }
const form = async (call: Call) => (await call('createForm', newForm)).id as string
const inbound = async (call: Call) => (await call('createInboundWebhook', { name: 'Recipe' })).id as string

/** Makes a record of a collection and answers its id, for operations that found none that is still there. */
export const fresh: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  contacts: contact,
  companies: company,
  deals: deal,
  quotes: quote,
  'credit-notes': note,
  lists: list,
  workflows: flow,
  sequences: sequence,
  campaigns: campaign,
  webhooks: hook,
  mailboxes: mailbox,
  emails: email,
  forms: form,
  'inbound-webhooks': inbound,
  'price-rules': rule,
  orders: async (call) => (await call('createOrder', { lines })).id,
  invoices: async (call) => (await call('createInvoice', { lines })).id,
  products: async (call) => (await call('createProduct', { name: 'Recipe', sku: 'R-1' })).id,
  tasks: async (call) => (await call('createTask', { title: 'Recipe' })).id,
  activities: async (call) => (await call('logActivity', { type: 'note', body: 'Recipe', lead_id: await contact(call) })).id,
}

/** What an operation needs that no schema tells: records in the right state, values that fit each other. */
export const recipes: Readonly<Record<string, (call: Call, work: Work) => Promise<Input>>> = {
  // A word that is the owner of nothing is refused.
  getPipelineAnalytics: async () => ({}),
  // What it is updated to may not go beyond the limits of the key that asks.
  updateApiKey: async (call) => ({ id: (await call('createApiKey', { name: 'Recipe', scopes: ['read'] })).id, name: 'Renamed' }),
  rotateApiKey: async (call) => ({ id: (await call('createApiKey', { name: 'Recipe', scopes: ['read'] })).id }),
  sendEmail: async (call) => await newEmail(call),
  cancelEmail: async (call) => ({ id: await email(call) }),
  resolveEmails: async (call) => ({ ids: [await email(call)], as: 'sent' }),
  createMailbox: async () => newMailbox(),
  updateMailbox: async (call) => ({ id: await mailbox(call), name: 'Renamed' }),
  createEmailTemplate: async () => ({ name: 'Recipe', html: '<p>Hello {{contact.first_name | there}}</p>' }),
  updateEmailTemplate: async (call) => ({ id: await template(call), subject: 'Recipe' }),
  deleteEmailTemplate: async (call) => ({ id: await template(call), force: true }),
  renderEmailTemplate: async (call) => ({ template_id: await template(call), contact_id: await contact(call) }),
  createForm: async () => newForm,
  updateForm: async (call) => ({ id: await form(call), name: 'Renamed' }),
  submitForm: async (call) => ({ id: await form(call), values: { email: 'recipe@recipe.example' } }),
  createInboundWebhook: async () => ({ name: 'Recipe' }),
  updateInboundWebhook: async (call) => ({ id: await inbound(call), name: 'Renamed' }),
  createSequence: async () => ({ name: 'Recipe', steps }),
  updateSequence: async (call) => ({ id: await running(call), name: 'Renamed' }),
  activateSequence: async (call) => ({ id: await sequence(call) }),
  pauseSequence: async (call) => ({ id: await running(call) }),
  deleteSequence: async (call) => ({ id: await running(call) }),
  enrollInSequence: async (call) => ({ id: await running(call), ids: [await contact(call)] }),
  pauseEnrollment: async (call) => await enrollment(call),
  resumeEnrollment: async (call) =>
    await call('pauseEnrollment', await enrollment(call)).then(({ sequence_id, id }) => ({ id: sequence_id, enrollmentId: id })),
  unenrollFromSequence: async (call) => await enrollment(call),
  async migrateSequenceEnrollments(call) {
    const { id } = await enrollment(call)
    await call('updateSequence', { id, steps: [...steps, ...steps] })
    return { id }
  },
  createCampaign: async () => ({ name: 'Recipe', html: '<p>Recipe</p>' }),
  updateCampaign: async (call) => ({ id: await campaign(call), name: 'Renamed' }),
  deleteCampaign: async (call) => ({ id: await campaign(call) }),
  scheduleCampaign: async (call) => ({ id: await campaign(call), at: later }),
  pauseCampaign: async (call) => ({ id: await scheduled(call) }),
  resumeCampaign: async (call) => ({ id: (await call('pauseCampaign', { id: await scheduled(call) })).id }),
  cancelCampaign: async (call) => ({ id: await scheduled(call) }),
  async testCampaign(call) {
    // Nothing leaves.
    await call('addSuppression', { value: 'tester@recipe.example' })
    return { id: await campaign(call), to: ['tester@recipe.example'] }
  },
  async addToCampaign(call) {
    const { id } = await call('createContact', { email: `reader${(readers += 1)}@recipe.example` })
    return { id: await recurring(call), ids: [id] }
  },
  removeFromCampaign: async (call) => ({ id: await recurring(call), contactId: await contact(call) }),
  activateWorkflow: async (call) => ({ id: await flow(call) }),
  pauseWorkflow: async (call) => ({ id: await active(call) }),
  duplicateWorkflow: async (call) => ({ id: await flow(call) }),
  enrollInWorkflow: async (call) => ({ id: await active(call), ids: [await contact(call)] }),
  restoreWorkflowVersion: async (call) => ({ id: await active(call), version: '1' }),
  createWorkflow: async () => ({ name: 'Recipe', trigger: { type: 'contact.created' }, steps: [{ type: 'stop' }] }),
  updateWorkflow: async (call) => ({ id: await flow(call), name: 'Renamed' }),
  testWorkflow: async (call) => ({ id: await flow(call), record: { type: 'contact', id: await contact(call) } }),
  getWorkflowRun: async (call, work) => ({ id: await waiting(call, work) }),
  cancelWorkflowRun: async (call, work) => ({ id: await waiting(call, work) }),
  retryWorkflowRun: async (call, work) => ({ id: await failed(call, work) }),
  freezeWorkflowRun: async (call, work) => ({ id: await waiting(call, work) }),
  resumeWorkflowRun: async (call, work) => ({ id: await frozen(call, work) }),
  skipWorkflowWait: async (call, work) => ({ id: await waiting(call, work) }),
  forkWorkflowRun: async (call, work) => ({ id: await cancelled(call, work), step: 's1' }),
  restartWorkflowRun: async (call, work) => ({ id: await cancelled(call, work) }),
  migrateWorkflowRun: async (call, work) => ({ id: await waiting(call, work) }),
  changeWorkflowRuns: async (call, work) => ({ action: 'freeze', ids: [await waiting(call, work)] }),
  mergeContacts: async (call) => ({ id: await contact(call), merge_ids: [await contact(call)] }),
  mergeCompanies: async (call) => ({ id: await company(call), merge_ids: [await company(call)] }),
  mergeDeals: async (call) => ({ id: await deal(call), merge_ids: [await deal(call)] }),
  undoMerge: async (call) => ({
    id: (await call('mergeContacts', { id: await contact(call), merge_ids: [await contact(call)] })).merge_id,
  }),
  deleteSalesCycle: async (call) => ({
    id: (await call('createSalesCycle', { name: 'Recipe', stages: [{ name: 'First' }], is_default: false })).id,
  }),
  rotateWebhookSecret: async (call) => ({ id: await hook(call) }),
  async redeliverWebhook(call) {
    const id = await hook(call)
    await call('testWebhook', { id })
    return { id, deliveryId: (await call('listWebhookDeliveries', { id })).deliveries[0].id }
  },
  async allocatePayment(call) {
    const company_id = (await call('createCompany', { name: 'Recipe' })).id
    const invoice_id = (await call('createInvoice', { company_id, status: 'sent', lines })).id
    return { amount: 5, allocations: [{ invoice_id, amount: 5 }] }
  },
  async undoPayment(call) {
    const { id } = await call('createInvoice', { status: 'sent', lines })
    return { id, paymentId: (await call('recordInvoicePayment', { id, amount: 5 })).payments[0].id }
  },
  recordInvoicePayment: async (call) => ({ id: (await call('createInvoice', { status: 'sent', lines })).id, amount: 5 }),
  getCreditNote: async (call) => ({ id: await note(call) }),
  updateCreditNote: async (call) => ({ id: await note(call), title: 'Recipe' }),
  moveContactStage: async (call) => {
    const { id, stages } = await call('createSalesCycle', { name: 'Recipe', stages: [{ name: 'First' }, { name: 'Second' }] })
    return { id: await contact(call), cycle: id, stage: stages[1].name }
  },
  updateTeam: async (call) => ({ id: (await call('createTeam', { name: 'Recipe' })).id, name: 'Cooks' }),
  createExport: async () => ({ object: 'contacts' }),
  getExport: async (call) => ({ id: await exported(call) }),
  downloadExport: async (call, work) => {
    const id = await exported(call)
    await work()
    return { id }
  },
  getJob: async (call) => ({ id: await job(call) }),
  cancelJob: async (call) => ({ id: await job(call) }),
  bulkDeleteContacts: async (call) => chosen(await contact(call)),
  bulkDeleteCompanies: async (call) => chosen(await company(call)),
  bulkDeleteDeals: async (call) => chosen(await deal(call)),
  bulkDeleteTasks: async (call) => chosen((await call('createTask', { title: 'Recipe' })).id),
  bulkDeleteActivities: async (call) =>
    chosen((await call('logActivity', { type: 'note', body: 'Recipe', lead_id: await contact(call) })).id),
  bulkDeleteProducts: async (call) => chosen((await call('createProduct', { name: 'Recipe', sku: 'R-9' })).id),
  bulkDeletePriceRules: async (call) => chosen(await rule(call)),
  bulkDeleteQuotes: async (call) => chosen(await quote(call)),
  bulkDeleteOrders: async (call) => chosen((await call('createOrder', { lines })).id),
  bulkDeleteInvoices: async (call) => chosen((await call('createInvoice', { lines })).id),
  bulkDeleteCreditNotes: async (call) => chosen(await note(call)),
  bulkSetStock: async (call) => ({
    records: [{ sku: (await call('createProduct', { name: 'Recipe', sku: 'R-2' })).sku, stock_on_hand: 3 }],
  }),
  createPriceRule: async () => ({ kind: 'fixed_price', value: 3, sku: 'R-3', currency: 'EUR' }),
  getPriceRule: async (call) => ({ id: await rule(call) }),
  updatePriceRule: async (call) => ({ id: await rule(call), value: 7 }),
  deletePriceRule: async (call) => ({ id: await rule(call) }),
  restorePriceRule: async (call) => {
    const id = await rule(call)
    await call('deletePriceRule', { id })
    return { id }
  },
  sendQuote: async (call) => ({ id: await quote(call) }),
  getQuoteLink: async (call) => ({ id: await sent(call) }),
  acceptQuote: async (call) => ({ id: await sent(call), name: 'Ada' }),
  declineQuote: async (call) => ({ id: await sent(call) }),
  convertQuote: async (call) => ({ id: (await call('acceptQuote', { id: await sent(call), name: 'Ada' })).id, to: 'order' }),
  deletePipeline: async (call) => ({ id: (await pipeline(call)).id }),
  deletePipelineStage: async (call) => {
    const { id } = await pipeline(call)
    const stage = await call('createPipelineStage', { id, name: 'Recipe', probability: 5, type: 'open' })
    return { id, stageId: stage.id }
  },
  reorderPipelineStages: async (call) => {
    const { id, stages } = await pipeline(call)
    return { id, stages: stages.map((each) => each.id).toReversed() }
  },
  getPipelineChanges: async (call) => ({ pipeline_id: (await pipeline(call)).id, period: 'month' }),
  updatePipelineStage: async (call) => {
    const { id, stages } = await pipeline(call)
    return { id, stageId: stages[0]?.id, stuck_after_days: 5 }
  },
  bulkUpdateContacts: async (call) => ({ ids: [await contact(call)], set: { title: 'Recipe' } }),
  bulkUpdateDeals: async (call) => ({ ids: [await deal(call)], set: { priority: 'high' } }),
  loseDeal: async (call) => ({ id: await deal(call) }),
  moveDealStage: async (call) => {
    const { id: pipeline_id, stages } = await pipeline(call)
    return { id: (await call('createDeal', { name: 'Recipe', pipeline_id })).id as string, stage_id: stages[1]?.id }
  },
  reopenDeal: async (call) => ({ id: (await call('winDeal', { id: await deal(call) })).id }),
  reopenTask: async (call) => ({ id: (await call('completeTask', { id: (await call('createTask', { title: 'Recipe' })).id })).id }),
  replacePicklist: async () => ({ name: 'tiers', values: [{ value: 'Recipe' }] }),
  replayWebhookEvents: async (call) => ({ id: await hook(call), since: '2026-01-01T00:00:00Z' }),
  addNote: async (call) => ({ body: 'Recipe', lead_id: await contact(call) }),
  logActivity: async (call) => ({ type: 'note', body: 'Recipe', lead_id: await contact(call) }),
  addListMembers: async (call) => ({ id: await list(call), ids: [await contact(call)] }),
  getSyncVocabulary: async () => ({ language: 'fr' }),
  previewList: async () => ({ object: 'contacts', filter: { field: 'first_name', op: 'eq', value: 'Recipe' } }),
  assignTags: async (call) => ({ object: 'contacts', ids: [await contact(call)], add_tags: ['recipe'] }),
  getProperty: async (call) => ({ object: 'deals', name: (await property(call)).name }),
  deleteProperty: async (call) => ({ object: 'deals', name: (await property(call)).name }),
  updateProperty: async (call) => ({ object: 'deals', name: (await property(call)).name, label: 'Recipe' }),
  createImport: async () => file,
  getImport: async (call) => ({ id: await upload(call) }),
  updateImport: async (call) => ({ id: await upload(call), mode: 'create' }),
  startImport: async (call) => ({ id: await upload(call) }),
  cancelImport: async (call) => ({ id: await started(call) }),
  listImportErrors: async (call) => ({ id: await upload(call) }),
  revertImport: async (call) => ({ id: (await call('cancelImport', { id: await started(call) })).id }),
  logMeeting: async (call) => ({ subject: 'Recipe', lead_id: await contact(call) }),
  logCall: async (call) => ({ outcome: 'connected', lead_id: await contact(call) }),
  setCurrencyRate: async () => ({ code: 'SEK', rate: 1.05, valid_from: '2026-01-01' }),
  createAssociation: link,
  listAttachments: attached,
  uploadAttachment: async (call) => ({ ...(await attached(call)), name: 'recipe.txt', content: new TextEncoder().encode('Flour') }),
  getAttachment: async (call) => ({ id: await attachment(call) }),
  downloadAttachment: async (call) => ({ id: await attachment(call) }),
  updateAttachment: async (call) => ({ id: await attachment(call), name: 'renamed.txt' }),
  deleteAttachment: async (call) => ({ id: await attachment(call) }),
  restoreAttachment: async (call) => {
    const id = await attachment(call)
    await call('deleteAttachment', { id })
    return { id }
  },
  listAssociations: async (call) => ({ object: 'contacts', record_id: (await call('createAssociation', await link(call))).from_id }),
  deleteAssociation: async (call) => ({ id: (await call('createAssociation', await link(call))).id }),
  updateNotificationSettings: async () => ({ settings: [{ type: 'task.overdue', enabled: false }] }),
  sendNotification: message,
  trackVisits: async () => ({ visits: [{ visitor_id: 'recipe-browser', id: `p${(suppressions += 1)}`, url: 'https://www.example.com/' }] }),
  identifyVisitor: async (call) => ({ visitor_id: `recipe-${(suppressions += 1)}-browser`, contact_id: await contact(call) }),
  recordEmailFeedback: async () => ({ address: `recipe.${(suppressions += 1)}@example.com`, kind: 'soft' }),
  syncMailbox: async (call) => ({ id: (await call('createMailbox', { ...newMailbox(), imap: { host: 'imap.example.com' } })).id }),
  addSuppression: async () => ({ value: `recipe.${(suppressions += 1)}@example.com`, kind: 'bounced' }),
  deleteSuppression: async (call) => ({ id: (await call('addSuppression', { value: `*@recipe-${(suppressions += 1)}.example` })).id }),
  updateNotification: async (call) => ({ id: (await call('sendNotification', await message(call))).id, read: true }),
}
