import type { Api, Engine } from 'rapport-crm'
import { v7 } from 'uuid'
import { initials } from '../../../core/kernel/storage/records/new-record.ts'
import { Email, EmailContact, emailFields, EmailFile } from '../../../core/outreach/emails/entity.ts'
import { EmailHit } from '../../../core/outreach/engagement/entity.ts'
import { PageVisit, Visitor } from '../../../core/outreach/visits/entity.ts'
import { CampaignRecipient, CampaignSubscription, recipientFields } from '../../../core/outreach/campaigns/rows.ts'
import { Enrollment } from '../../../core/outreach/sequences/entity.ts'
import { WorkflowEffect, WorkflowRun, WorkflowStepLog, WorkflowWait } from '../../../core/automation/workflows/entity.ts'
import { enrollment, run } from '../../outreach/sequences/rows.ts'
import { write } from '../../support/writing.ts'

/** Ids of what was planted, by the collection of their paths. */
export type Ids = Readonly<Record<string, string>>

/** What everybody shares: without it, there would be nothing that foreign records could show in. */
export async function shareRules(api: Api): Promise<Ids> {
  await api.properties.create({ object: 'contacts', name: 'remark', type: 'text', indexed: true })
  const cycle = await api.salesCycles.create({ name: 'Outbound', stages: [{ name: 'New' }, { name: 'Won' }] })
  await api.lists.create({ name: 'All', object: 'contacts', filter: { and: [] } })
  const list = await api.lists.create({ name: 'Chosen', object: 'contacts', type: 'static' })
  const report = await api.reports.create({
    name: 'Pipeline',
    object: 'deals',
    group_by: [{ field: 'owner_email' }],
    measures: [{ measure: 'count' }, { measure: 'sum', field: 'amount' }],
  })
  const product = await api.products.create({ name: 'Chair', sku: 'C-1', price: 3 })
  const [pipeline] = (await api.pipelines.list()).pipelines
  const tag = await api.tags.create({ name: 'Shared' })
  return {
    'sales-cycles': cycle.id,
    sequences: (await api.sequences.create({ name: 'Shared', steps: [{ type: 'task' }] })).id,
    campaigns: (await api.campaigns.create({ name: 'Shared' })).id,
    'email-templates': (await api.emailTemplates.create({ name: 'Shared', text: 'Hello {{contact.first_name}}' })).id,
    lists: list.id,
    reports: report.id,
    products: product.id,
    pipelines: pipeline?.id ?? '',
    stages: pipeline?.stages[0]?.id ?? '',
    tags: tag.id,
  }
}

/**
 * Records of all kinds with one owner; every text says whose it is, and amounts of several owners cannot be mistaken. `sender` is the API of
 * the owner, as an e-mail belongs to whoever sends it.
 */
export async function plant(api: Api, sender: Api, owner: string, word: string, amount: number, shared: Ids): Promise<Ids> {
  const company = await api.companies.create({
    name: `${word} Ltd`,
    domain: `${word}.example`,
    vat_number: `DE${amount}`,
    code: `${word}-1`,
    annual_revenue: amount,
    tags: [`${word} tag`],
    owner_email: owner,
  })
  const contact = await api.contacts.create({
    email: `ann@${word}.example`,
    emails: [{ email: `private@${word}.example`, label: 'private', primary: false }],
    first_name: word,
    last_name: 'Person',
    phone: `+4930${amount}`,
    lead_score: amount,
    sales_cycle_id: shared['sales-cycles'] ?? null,
    pipeline_stage: 'New',
    custom_properties: { remark: `${word} remark`, [`${word}_key`]: amount },
    tags: [`${word} tag`],
    external_ids: [{ provider: 'custom:erp', id: `${word}-7` }],
    assigned_to: owner,
  })
  const about = { company_id: company.id, lead_id: contact.id, owner_email: owner }
  const lines = [{ name: `${word} work`, sku: `${word}-sku`, quantity: 1, unit_price: amount }]
  const opportunity = { amount, company_id: company.id, primary_lead_id: contact.id, owner_email: owner }
  const deal = await api.deals.create({ name: `${word} deal`, source: `${word} fair`, ...opportunity })
  const won = await api.deals.create({ name: `${word} win`, ...opportunity })
  await api.deals.win({ id: won.id, won_reason: `${word} price` })
  const lost = await api.deals.create({ name: `${word} loss`, ...opportunity })
  await api.deals.lose({ id: lost.id, lost_reason: `${word} budget`, competitors: [`${word} rival`] })
  await api.deals.replaceLines({ id: deal.id, lines })
  const task = await api.tasks.create({ title: `${word} task`, due_at: '2026-01-15T08:00:00Z', deal_id: deal.id, ...about })
  const activity = await api.activities.log({ type: 'call', subject: `${word} call`, body: word, deal_id: deal.id, ...about })
  const quote = await api.quotes.create({ title: `${word} quote`, deal_id: deal.id, lines, ...about })
  await api.quotes.send({ id: quote.id })
  const order = await api.orders.create({ deal_id: deal.id, reference: `${word} order`, lines, ...about })
  const invoice = await api.invoices.create({ status: 'sent', issue_date: '2025-11-01', due_date: '2025-12-01', lines, ...about })
  await api.invoices.recordPayment({ id: invoice.id, amount: amount / 5, reference: `${word} payment` })
  const note = await api.creditNotes.create({ reason: 'refund', title: `${word} note`, lines, ...about })
  const rule = await api.priceRules.create({ name: `${word} rule`, kind: 'fixed_price', value: amount, sku: 'C-1', company_id: company.id })
  await api.lists.addMembers({ id: shared['lists'] ?? '', ids: [contact.id] })
  await api.imports.create({ object: 'contacts', content: `E-Mail\nnew@${word}.example`, owner_email: owner })
  await api.dataSources.create({ provider: `custom:${word}`, owner_email: owner })
  const { job_id } = await api.privacy.export({ contact_id: contact.id })
  await api.contacts.update({ id: contact.id, title: `${word} lead`, pipeline_stage: 'Won', lifecycle_stage: 'customer' })
  await api.privacy.setConsent({ id: contact.id, topic: 'newsletter', state: 'subscribed', source: `${word} form` })
  await api.deals.update({ id: deal.id, next_step: `${word} step` })
  await api.associations.create({
    from_object: 'contacts',
    from_id: contact.id,
    to_object: 'invoices',
    to_id: invoice.id,
    label: `${word} link`,
  })
  const mailbox = await api.mailboxes.create({
    address: `${word}@mail.example`,
    name: `${word} mail`,
    owner_email: owner,
    smtp: { host: 'smtp.example.com', user: word, password: word },
  })
  const email = await sender.emails.send({
    mailbox_id: mailbox.id,
    lead_id: contact.id,
    subject: `${word} letter`,
    text: word,
    scheduled_at: '2099-01-01T00:00:00Z',
  })
  const attachment = await api.attachments.upload({
    object: 'contacts',
    record_id: contact.id,
    name: `${word}.txt`,
    content: new TextEncoder().encode(`${word} file`),
  })
  const gone = await api.contacts.create({ email: `gone@${word}.example`, first_name: `${word} gone`, assigned_to: owner })
  await api.contacts.delete({ id: gone.id })
  return {
    companies: company.id,
    contacts: contact.id,
    attachments: attachment.id,
    deals: deal.id,
    tasks: task.id,
    activities: activity.id,
    quotes: quote.id,
    orders: order.id,
    invoices: invoice.id,
    'credit-notes': note.id,
    'price-rules': rule.id,
    mailboxes: mailbox.id,
    emails: email.id,
    jobs: job_id,
    gone: gone.id,
    won: won.id,
    lost: lost.id,
  }
}

// Of the same campaign and sequence, so that foreign ones would be counted with those that are seen.
const [campaign_id, sequence_id] = [v7(), v7()]

/**
 * What no operation makes yet: a way through a sequence and one through a workflow, and an e-mail in each direction. A run of the owner's
 * deal is about `contact` as well, which may be that of somebody else.
 */
export async function plantSent(
  engine: Engine,
  owner: string,
  word: string,
  { contacts = '', deals = '', campaigns = campaign_id }: Ids,
  contact = contacts,
) {
  const at = '2026-01-10T08:00:00Z'
  const [enrolled_by, waiting_for] = [owner, `${word} reply`]
  await write(engine, Enrollment, [enrollment(contacts, at, { sequence_id, enrolled_by, reason: word })])
  const sending = {
    id: v7(),
    user_from: 'acme',
    campaign_id: campaigns,
    lead_id: contacts,
    issue: '2026-01-10',
    address: `${word}@mail.example`,
  }
  await write(engine, CampaignRecipient, [
    { ...initials(recipientFields), ...sending, status: 'sent' as const, reason: word, sent_at: new Date(at), created_at: new Date(at) },
  ])
  const changed = { changed_by: owner, changed_at: new Date(at) }
  await write(engine, CampaignSubscription, [
    { id: v7(), user_from: 'acme', campaign_id: campaigns, lead_id: contacts, subscribed: true, ...changed },
  ])
  const ofDeal = { entity_type: 'deal', entity_id: deals, deal_id: deals, waiting_for }
  const [own, dealt] = [run(contacts, at, { waiting_for }), run(contact, at, ofDeal)]
  await write(engine, WorkflowRun, [own, dealt])
  await write(
    engine,
    WorkflowStepLog,
    [own, dealt].map((each) => stepOf(each, word)),
  )
  await write(
    engine,
    WorkflowWait,
    [own, dealt].map((each) => waitOf(each, word)),
  )
  await write(
    engine,
    WorkflowEffect,
    [own, dealt].map((each) => effectOf(each, word)),
  )
  const sent = (direction: 'in' | 'out'): Email => ({
    ...initials(emailFields),
    id: v7(),
    user_from: 'acme',
    direction,
    status: direction === 'out' ? 'sent' : 'received',
    mailbox: `${word}@mail.example`,
    lead_id: contacts,
    deal_id: deals,
    campaign_id,
    sequence_id,
    subject: `${word} offer`,
    text: `${word} writes`,
    owner_email: owner,
    sent_at: new Date(at),
    opened_at: new Date(at),
    open_count: 1,
    created_by: owner,
    created_at: new Date(at),
  })
  const messages = [sent('out'), sent('in')]
  await write(engine, Email, messages)
  const [first] = messages
  if (!first) return
  const file = { id: v7(), user_from: 'acme', email_id: first.id, position: 0, name: `${word}.txt`, media_type: 'text/plain' }
  await write(engine, EmailFile, [{ ...file, content_id: null, content: 'aGk=' }])
  const hit = {
    id: v7(),
    user_from: 'acme',
    email_id: first?.id ?? '',
    kind: 'open',
    link_index: null,
    at: new Date(at),
    due_at: null,
  } as const
  const visitor = { id: v7(), user_from: 'acme', key: `${word}-browser`, contact_id: contacts, created_at: new Date(at) }
  await write(engine, Visitor, [visitor])
  const visit = { ...visitor, id: v7(), visit_id: v7(), is_start: true, visitor: visitor.id, url: `https://${word}.example/` }
  await write(engine, PageVisit, [{ ...visit, title: word, referrer: null, at: new Date(at), duration_seconds: null }])
  await write(engine, EmailHit, [{ ...hit, network: `${word} network`, suspicion: null, verdict: 'human', reason: null }])
  await write(engine, EmailContact, [
    { id: v7(), user_from: 'acme', email_id: first.id, contact_id: contacts, in_copy: false, sent_at: first.sent_at },
  ])
}

function stepOf({ id: run_id, workflow_id, user_from }: WorkflowRun, word: string): WorkflowStepLog {
  const who = { id: v7(), run_id, seq: 0, user_from, workflow_id, path: 's1', step_id: 's1', type: 'add_note', attempt: 0 }
  const what = { status: 'done' as const, reason: word, input: { note: word }, output: null, error: null }
  return { ...who, ...what, started_at: new Date('2026-01-10T08:00:00Z'), ended_at: null }
}

function waitOf({ id: run_id, user_from }: WorkflowRun, word: string): WorkflowWait {
  return {
    id: v7(),
    user_from,
    run_id,
    subject: `${word}:${run_id}`,
    event_type: null,
    registered_at: new Date('2026-01-10T08:00:00Z'),
    event_id: null,
  }
}

function effectOf({ id: run_id, user_from }: WorkflowRun, word: string): WorkflowEffect {
  const what = { action: 'http_request', key: `${word}:${run_id}`, payload: { config: { url: word }, prepared: null } }
  const when = { status: 'done' as const, attempt: 0, due_at: null, lease_token: null, created_at: new Date('2026-01-10T08:00:00Z') }
  return { id: v7(), user_from, run_id, seq: 0, ...what, ...when }
}
