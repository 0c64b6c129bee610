import type { Call } from './people.ts'

interface Task {
  readonly title: string
  readonly owner: string
  readonly due_at?: string
  readonly more?: object
}

/** Activities and tasks, in the order of time. */
export async function work(call: Call, ids: Map<string, string>, at: (moment: string) => void): Promise<void> {
  const on = (contact: string, deal?: string) => ({ contact_id: ids.get(contact), ...(deal && { deal_id: ids.get(deal) }) })
  at('2026-06-08T10:00:00Z')
  await call('logCall', {
    ...on('Peter Hughes', 'Northwind quality lab'),
    outcome: 'connected',
    direction: 'out',
    duration_seconds: 900,
    subject: 'Terms of delivery',
    owner_email: 'grace@meridian.example',
  })
  await call('logCall', {
    ...on('Bill Lumbergh', 'Initech pilot'),
    outcome: 'no_answer',
    direction: 'out',
    subject: 'First call',
    owner_email: 'alan@meridian.example',
  })
  await call('logMeeting', {
    ...on('Susan Calvin', 'Globex spectrometer line'),
    subject: 'Demonstration at Globex',
    duration_seconds: 5400,
    at: '2026-06-09T13:00:00Z',
    owner_email: 'katherine@meridian.example',
  })
  await call('addNote', { ...on('Maria Jensen', 'Acme lab extension'), body: 'The board meets on 25 June and wants three references.' })
  at('2026-06-15T10:00:00Z')
  await call('logCall', {
    ...on('Rachel Rosen', 'Tyrell imaging suite'),
    outcome: 'positive',
    direction: 'in',
    duration_seconds: 420,
    subject: 'Wants a better price',
    owner_email: 'katherine@meridian.example',
  })
  const tasks: readonly Task[] = [
    {
      title: 'Send references to Acme',
      owner: 'grace',
      due_at: '2026-06-16T15:00:00Z',
      more: { ...on('Maria Jensen', 'Acme lab extension'), priority: 'high' },
    },
    {
      title: 'Call Bill Lumbergh again',
      owner: 'alan',
      due_at: '2026-06-17T14:00:00Z',
      more: { ...on('Bill Lumbergh', 'Initech pilot'), type: 'call' },
    },
    {
      title: 'Prepare the price review with Tyrell',
      owner: 'katherine',
      due_at: '2026-06-18T09:00:00Z',
      more: { ...on('Rachel Rosen', 'Tyrell imaging suite'), priority: 'high' },
    },
    { title: 'Write the report for the first half', owner: 'ada', due_at: '2026-06-30T15:00:00Z', more: { priority: 'medium' } },
    { title: 'Answer Omar Haddad', owner: 'ada', due_at: '2026-06-12T12:00:00Z', more: { ...on('Omar Haddad'), type: 'email' } },
    { title: 'Book the room for the team day', owner: 'ada', due_at: '2026-06-17T16:00:00Z', more: { priority: 'low' } },
    { title: 'Order brochures', owner: 'alan', more: { priority: 'low' } },
    {
      title: 'Check the delivery to Vandelay',
      owner: 'katherine',
      due_at: '2026-06-24T08:00:00Z',
      more: { company_id: ids.get('Vandelay Imports') },
    },
  ]
  for (const { title, owner, due_at, more } of tasks)
    ids.set(title, (await call('createTask', { title, owner_email: `${owner}@meridian.example`, due_at, ...more })).id)
  const { id } = await call('createTask', {
    title: 'Send the contract to Wayne',
    owner_email: 'alan@meridian.example',
    company_id: ids.get('Wayne Logistics'),
  })
  await call('completeTask', { id, outcome: 'Sent by post' })
}

/** Lists, tags, reports and webhooks. */
export async function order(call: Call, ids: Map<string, string>): Promise<void> {
  const visitors = ['Nina Petrova', 'Omar Haddad', 'Peter Hughes'].map((name) => ids.get(name))
  ids.set('Munich fair', (await call('createList', { name: 'Munich fair', object: 'contacts', type: 'static', ids: visitors })).id)
  const filter = { field: 'tier', op: 'eq', value: 'gold' }
  await call('createList', { name: 'Gold customers', object: 'companies', type: 'dynamic', filter })
  await call('createReport', {
    name: 'Open deals by owner',
    object: 'deals',
    filter: { field: 'status', op: 'eq', value: 'open' },
    group_by: [{ field: 'owner_email' }],
    measures: [{ measure: 'count' }, { measure: 'sum', field: 'amount' }],
    chart: 'bar',
  })
  await call('createReport', {
    name: 'Contacts by source',
    object: 'contacts',
    group_by: [{ field: 'primary_source' }],
    measures: [{ measure: 'count' }],
    chart: 'pie',
  })
  await call('createWebhook', { url: 'https://warehouse.example/orders', events: ['order.created'], description: 'Warehouse' })
  await call('sendNotification', { title: 'The price list for July is ready', recipient: 'ada@meridian.example' })
}
