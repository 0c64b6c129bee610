import type { Call } from './people.ts'

const steps = [
  {
    type: 'email',
    delay: { amount: 0, unit: 'minutes' },
    subject: 'Your laboratory, {{contact.first_name | and you}}',
    body: '<p>Hello {{contact.first_name | there}}, may I show you what is new?</p>',
  },
  {
    type: 'email',
    delay: { amount: 3, unit: 'days' },
    reply_in_thread: true,
    body: '<p>Hello {{contact.first_name | there}}, did you see my message?</p>',
  },
  { type: 'call', delay: { amount: 2, unit: 'days' }, title: 'Call {{contact.name | the contact}}' },
]

/** Workflows, sequences, templates, campaigns and forms. */
export async function automation(call: Call, ids: Map<string, string>): Promise<void> {
  await call('createMailbox', {
    address: 'ada@meridian.example',
    name: 'Ada Byron',
    smtp: { host: 'mail.meridian.example', port: 587, user: 'ada', password: 'engine' },
    is_default: true,
  })
  const workflow = async (name: string, input: object, active: boolean) => {
    const { id } = await call('createWorkflow', { name, ...input })
    if (active) await call('activateWorkflow', { id })
    ids.set(name, id)
  }
  const notify = (title: string) => ({ type: 'notify', config: { title } })
  await workflow(
    'Tell the warehouse of won deals',
    { triggers: [{ type: 'deal.won' }], steps: [notify('{{deal.name}} is won: reserve the stock')] },
    true,
  )
  await workflow(
    'Thank new customers',
    { triggers: [{ type: 'deal.won' }], steps: [{ type: 'create_task', config: { title: 'Thank the customer', due_in_days: 2 } }] },
    false,
  )
  await workflow(
    'Handle leads of the trade fair',
    {
      triggers: [{ type: 'contact.created' }],
      conditions: [{ field: 'contact.primary_source', op: 'eq', value: 'Trade fair' }],
      steps: [
        { type: 'create_task', config: { title: 'Write to {{contact.name | the lead}}', due_in_days: 1 } },
        notify('A lead of the trade fair'),
      ],
    },
    true,
  )
  const sequence = async (name: string, active: boolean) => {
    const { id } = await call('createSequence', { name, owner_email: 'ada@meridian.example', steps })
    if (active) await call('activateSequence', { id })
    ids.set(name, id)
  }
  await sequence('Introduction', true)
  await sequence('After the trade fair', true)
  await sequence('Win back', false)
  await call('enrollInSequence', {
    id: ids.get('Introduction'),
    ids: ['Bill Lumbergh', 'Monica Hall', 'Veronica Salt'].map((name) => ids.get(name)),
  })
  const template = await call('createEmailTemplate', {
    name: 'Welcome',
    subject: 'Welcome, {{contact.first_name | and thank you}}',
    html: '<p>Hello {{contact.first_name | there}}, welcome to Meridian.</p>',
    folder: 'Customers',
  })
  await call('createEmailTemplate', {
    name: 'Offer reminder',
    subject: 'Our offer',
    html: '<p>Hello {{contact.first_name | there}}, our offer ends soon.</p>',
    folder: 'Sales',
    kind: 'personal',
  })
  const readers = { filter: { field: 'tags', op: 'contains', value: 'newsletter' } }
  const html = '<p>Hello {{contact.first_name | there}}, this is new at Meridian.</p>'
  await call('createCampaign', { name: 'Summer newsletter', subject: 'New for the summer', html, audience: readers })
  const planned = await call('createCampaign', {
    name: 'Service days',
    subject: 'Service days in July',
    template_id: template.id,
    audience: readers,
    schedule: { at: '2026-07-01T08:00:00Z' },
  })
  await call('scheduleCampaign', { id: planned.id })
  const monthly = await call('createCampaign', {
    name: 'Monthly digest',
    kind: 'recurring',
    subject: 'The month at Meridian',
    html,
    schedule: { frequency: 'monthly', day: 1, time: '08:00' },
    audience: { list_ids: [] },
  })
  ids.set('Monthly digest', monthly.id)
  const form = await call('createForm', {
    name: 'Demonstration request',
    title: 'Ask for a demonstration',
    fields: [
      { name: 'first_name', label: 'First name', maps_to: 'contact.first_name' },
      { name: 'last_name', label: 'Last name', maps_to: 'contact.last_name' },
      { name: 'email', label: 'E-mail', type: 'email', required: true, maps_to: 'contact.email' },
      { name: 'message', label: 'What would you like to see?', type: 'textarea' },
    ],
  })
  await call('submitForm', {
    id: form.id,
    values: {
      first_name: 'Ingrid',
      last_name: 'Solberg',
      email: 'ingrid.solberg@mail.example',
      message: 'The bench spectrometer, please.',
    },
  })
  await call('submitForm', {
    id: form.id,
    values: { first_name: 'Yuki', last_name: 'Tanaka', email: 'yuki.tanaka@school.example', message: 'Microscopes for a school.' },
  })
  await call('setContactConsent', { id: ids.get('Selina Kyle'), topic: 'newsletter', state: 'unsubscribed', source: 'By phone' })
}

/** Batches of another system, the last with a record that is refused. */
export async function batches(call: Call): Promise<void> {
  const customers = [
    { Name: 'Borealis Lighting', Website: 'borealis.example', BillingCountry: 'NO' },
    { Name: 'Cobalt Mining', Website: 'cobalt.example', BillingCountry: 'SE' },
  ]
  await call('createDataSource', { provider: 'custom:lagerhaus', title: 'Warehouse' })
  await call('ingestRecords', { provider: 'custom:lagerhaus', object: 'companies', records: customers })
  const products = [
    { Id: '01t1', Name: 'Sample holder', ProductCode: 'HLD-1', Price: '14.50' },
    { Id: '01t2', Name: 'Sample tray', ProductCode: 'TRY-1', Price: 'on request' },
  ]
  await call('ingestRecords', { provider: 'custom:lagerhaus', object: 'products', records: products })
}
