import fc from 'fast-check'
import type { AnyOperation } from 'rapport-crm'
import { expect, it } from 'vitest'
import { type Call, recipes } from '../../quality/fuzz/recipes.ts'
import { type Input, Made } from '../../quality/fuzz/requests.ts'
import { valuesOf } from '../../quality/fuzz/values.ts'
import { ada, describeStorages } from '../../support/storages.ts'

/** What writes nothing that the log is about, each with its reason. */
const silent: Readonly<Record<string, string>> = {
  replayInboundRequest: 'works what strangers send; the records that it makes are told (test/integration/inbound-webhooks)',
  acceptFormSubmission: 'takes what was judged spam, which only strangers send (test/outreach/forms)',
  previewIngest: 'only reads',
  beginMySecondFactor: 'changes nothing until it is confirmed',
  changeMyPassword: 'needs somebody who has a password, which no call makes (test/platform/accounts)',
  confirmMySecondFactor: 'as above',
  removeMySecondFactor: 'as above',
  endMySession: 'needs a browser in which somebody has signed in (test/adapters/sign-in)',
  endMySessions: 'as above',
  removeMyPasskey: 'needs a device that a browser has asked (test/adapters/sign-in)',
  endGrant: 'needs a program that somebody has let in by the pages of sign-in (test/adapters/sign-in)',
  sendNotification: 'what a teammate is told is a row of theirs, which says who sent it',
  trackVisits: 'what visitors do, who are no callers; the visits themselves say it',
  updateNotification: 'to read what one is told changes nothing for anybody else',
  markAllNotificationsRead: 'as above',
  updateNotificationSettings: 'what one wants to be told changes nothing for anybody else',
  resendEmail: 'is for what is uncertain, which only a server that hangs up makes (test/outreach/sending)',
  resolveEmails: 'as above',
  testMailbox: 'connects and changes nothing',
  testWebhook: 'a sample, which the log of deliveries tells of',
  redeliverWebhook: 'an attempt, which the log of deliveries tells of',
  syncMailbox: 'asks for a reading, of which the e-mails tell',
  replaySyncRun: 'what it stores are creations and changes of records, and here there is nothing to store',
}
/** Reads that take something out of the organization. */
const takesOut = ['downloadExport', 'getJob']

const lines = [{ name: 'Work', quantity: 1, unit_price: 5 }]
/** The smallest record of each type. */
const smallest: Readonly<Record<string, object>> = {
  companies: { name: 'Told' },
  contacts: { first_name: 'Told' },
  products: { sku: 'TOLD', name: 'Told' },
  'price-rules': { kind: 'fixed_price', value: 2, sku: 'TOLD', currency: 'EUR' },
  tasks: { title: 'Told' },
  deals: { name: 'Told' },
  quotes: { lines },
  orders: { lines },
  invoices: { lines },
  'credit-notes': { lines, reason: 'refund' },
  pipelines: { name: 'Told' },
  'sales-cycles': { name: 'Told', stages: [{ name: 'First' }] },
  lists: { name: 'Told', object: 'contacts' },
  reports: { name: 'Told', object: 'deals' },
}
const idOf = async (call: Call, id: string, input: object): Promise<string> => (await call(id, input as Input)).id as string
const address = 'https://receiver.example/hook'
let boxes = 0
const newForm = () => ({ name: 'Told', fields: [{ name: 'email', maps_to: 'contact.email' }] })
const newMailbox = () => ({
  address: `told${(boxes += 1)}@acme.test`,
  smtp: { host: 'smtp.example.com', user: 'told', password: 'secret' },
})
const newEmail = async (call: Call) => ({
  mailbox_id: await idOf(call, 'createMailbox', newMailbox()),
  to: ['told@acme.test'],
  subject: 'Told',
  text: 'Told',
  scheduled_at: '2099-01-01T00:00:00Z',
})
const webhook = async (call: Call) => await idOf(call, 'createWebhook', { url: address })
const contact = async (call: Call) => await idOf(call, 'createContact', { first_name: 'Told' })

// A second version, so that there is another one to go back or over to.
const publishAnother = async (call: Call, id: unknown) => {
  await call('updateWorkflow', { id, steps: [{ type: 'delay', config: { amount: 2, unit: 'days' } }] } as Input)
  await call('activateWorkflow', { id } as Input)
}

/** Inputs with which an operation has something to do, beside the recipes of the fuzz. */
const inputs: Readonly<Record<string, (call: Call, work: () => Promise<void>) => Promise<Input>>> = {
  async getJob(call, work) {
    const { job_id: id } = await call('createPrivacyExport', { contact_id: await contact(call) })
    for (let step = 0; step < 20; step += 1) await work()
    return { id }
  },
  async moveContactStage(call) {
    await call('createSalesCycle', { name: 'Told', stages: [{ name: 'First' }, { name: 'Second' }] })
    return { id: await contact(call), cycle: 'Told', stage: 'Second' }
  },
  async reopenTask(call) {
    const id = await idOf(call, 'createTask', { title: 'Told' })
    await call('completeTask', { id })
    return { id }
  },
  async removeListMembers(call) {
    const id = await contact(call)
    return { id: await idOf(call, 'createList', { name: 'Told', object: 'contacts', ids: [id] }), ids: [id] }
  },
  bulkDeleteActivities: async (call) => ({
    ids: [await idOf(call, 'addNote', { body: 'Told', lead_id: await contact(call) })],
    confirm_count: 1,
  }),
  async restoreActivity(call) {
    const id = await idOf(call, 'addNote', { body: 'Told', lead_id: await contact(call) })
    await call('deleteActivity', { id })
    return { id }
  },
  addNote: async (call) => ({ body: 'Told', lead_id: await contact(call) }),
  logMeeting: async (call) => ({ subject: 'Told', lead_id: await contact(call) }),
  createPrivacyErasure: async (call) => ({ contact_id: await contact(call) }),
  deactivateUser: async (call) => ({ id: await idOf(call, 'inviteUser', { email: 'told@acme.test' }) }),
  deleteQuote: async (call) => ({ id: await idOf(call, 'createQuote', { lines }) }),
  updateInvoice: async (call) => ({ id: await idOf(call, 'createInvoice', { lines }), title: 'Told' }),
  createWebhook: async () => ({ url: address }),
  updateWebhook: async (call) => ({ id: await webhook(call), description: 'Told' }),
  rotateWebhookSecret: async (call) => ({ id: await webhook(call) }),
  replayWebhookEvents: async (call) => ({ id: await webhook(call), since: '2026-01-01T00:00:00Z' }),
  deleteWebhook: async (call) => ({ id: await webhook(call) }),
  sendEmail: async (call) => await newEmail(call),
  cancelEmail: async (call) => ({ id: await idOf(call, 'sendEmail', await newEmail(call)) }),
  createMailbox: async () => newMailbox(),
  recordEmailFeedback: async () => ({ address: 'told@gone.example', kind: 'hard' }),
  updateMailbox: async (call) => ({ id: await idOf(call, 'createMailbox', newMailbox()), name: 'Told' }),
  deleteMailbox: async (call) => ({ id: await idOf(call, 'createMailbox', newMailbox()) }),
  createInboundWebhook: async () => ({ name: 'Told' }),
  updateInboundWebhook: async (call) => ({ id: await idOf(call, 'createInboundWebhook', { name: 'Told' }), name: 'Told again' }),
  deleteInboundWebhook: async (call) => ({ id: await idOf(call, 'createInboundWebhook', { name: 'Told' }) }),
  createForm: async () => newForm(),
  updateForm: async (call) => ({ id: await idOf(call, 'createForm', newForm()), name: 'Told again' }),
  deleteForm: async (call) => ({ id: await idOf(call, 'createForm', newForm()) }),
  submitForm: async (call) => ({ id: await idOf(call, 'createForm', newForm()), values: { email: 'told@forge.test' } }),
  async reopenDeal(call) {
    const id = await idOf(call, 'createDeal', { name: 'Told' })
    await call('winDeal', { id })
    return { id }
  },
  replaceDealLines: async (call) => ({ id: await idOf(call, 'createDeal', { name: 'Told' }), lines }),
  replaceQuoteLines: async (call) => ({ id: await idOf(call, 'createQuote', { lines }), lines: [...lines, ...lines] }),
  rotateApiKey: async (call) => ({ id: await idOf(call, 'createApiKey', { name: 'Told', scopes: ['read'] }) }),
  deleteDataSource: async (call) => ({ id: await idOf(call, 'createDataSource', { provider: 'custom:told' }) }),
  async restoreWorkflowVersion(call, work) {
    const input = await recipes['restoreWorkflowVersion']?.(call, work)
    await publishAnother(call, input?.id)
    return { ...input }
  },
  async migrateWorkflowRun(call, work) {
    const input = await recipes['migrateWorkflowRun']?.(call, work)
    const { workflow_id } = await call('getWorkflowRun', { id: input?.id })
    await publishAnother(call, workflow_id)
    return { ...input }
  },
  createProperty: () => Promise.resolve({ object: 'deals', name: 'told', type: 'text' }),
  bulkUpsertActivities: async (call) => ({ records: [{ type: 'note', body: 'Told', lead_id: await contact(call) }] }),
}

describeStorages(
  'the audit log, operation by operation',
  (open) => {
    it('tells of all that changes anything, and of what takes data out, by the call that did it', async () => {
      const { engine, api, clock } = await open()
      const made = new Made()
      let calls = 0
      const call: Call = async (id, input) => {
        const operation = engine.registry.byId.get(id) as AnyOperation
        const answer = await engine.call(operation, input, ada, { requestId: `${id} ${(calls += 1)}` })
        made.add(operation, answer)
        return answer
      }
      const work = async () => void (await engine.tick())
      const create = async (object: string) => {
        const { id } = engine.registry.list.find((each) => each.creates && each.route === `POST /${object}`) as AnyOperation
        return { id: await idOf(call, id, { ...smallest[object], ...(object === 'products' && { sku: `TOLD-${calls}` }) }) }
      }
      const inputFor = async (operation: AnyOperation, tried: number): Promise<Input> => {
        const { id, route, input } = operation
        const known = inputs[id] ?? recipes[id]
        if (known) return await known(call, work)
        const [, object = '', verb] = /^POST \/([a-z-]+)\/(?:\{id\}\/)?(bulk|bulk-update|bulk-delete|restore)$/.exec(route) ?? []
        if (verb === 'bulk') return { records: [smallest[object]] }
        if (verb === 'bulk-update') return { ids: [(await create(object)).id], set: {}, add_tags: ['told'] }
        if (verb === 'bulk-delete') return { ids: [(await create(object)).id], confirm_count: 1 }
        if (verb === 'restore') {
          const record = await create(object)
          await call(id.replace('restore', 'delete'), record)
          return record
        }
        return made.resolve(fc.sample(valuesOf(input), { seed: 7 + tried, numRuns: 1 })[0], operation) as Input
      }
      const untold: string[] = []
      for (const operation of writing(engine.registry.list)) {
        let isTold = false
        const tries = operation.id in silent ? 1 : TRIES
        for (let tried = 0; tried < tries && !isTold; tried += 1) {
          const input = await inputFor(operation, tried)
          clock.advance(5)
          const isDone = await call(operation.id, input).then(
            () => true,
            () => false,
          )
          const { audit_log } = await api.audit.list({ request_id: `${operation.id} ${calls}` })
          expect(audit_log.every((each) => each.operation === operation.id)).toBe(true)
          isTold = isDone && audit_log.length > 0
        }
        if (!isTold) untold.push(operation.id)
      }
      expect(untold.toSorted()).toEqual(Object.keys(silent).toSorted())
    }, 120_000)
  },
  ['SQLite memory'],
)

const TRIES = 8

// What is made first can be found by what comes after; what deletes comes last.
function writing(operations: readonly AnyOperation[]): AnyOperation[] {
  const deletes = (route: string) => route.startsWith('DELETE') || route.endsWith('/bulk-delete')
  const rank = ({ creates, route, id }: AnyOperation) => (id === 'ingestRecords' ? 1 : creates ? 0 : deletes(route) ? 3 : 2)
  return operations
    .filter(({ scope, route, id }) => takesOut.includes(id) || (scope !== 'read' && scope !== 'public' && !route.startsWith('GET ')))
    .toSorted((a, b) => rank(a) - rank(b))
}
