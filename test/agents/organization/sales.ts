import type { Call } from './people.ts'

const products = [
  { sku: 'MIC-100', name: 'Field microscope', price: 1200, category: 'Microscopes', brand: 'Meridian', stock_on_hand: 42 },
  { sku: 'MIC-200', name: 'Research microscope', price: 4800, category: 'Microscopes', brand: 'Meridian', stock_on_hand: 11 },
  { sku: 'SPC-10', name: 'Bench spectrometer', price: 8900, category: 'Spectrometers', brand: 'Lumen', stock_on_hand: 5 },
  { sku: 'LNS-5', name: 'Lens kit', price: 240, category: 'Accessories', brand: 'Meridian', stock_on_hand: 0 },
  { sku: 'FLT-2', name: 'Filter set', price: 95, category: 'Accessories', brand: 'Lumen', stock_on_hand: 120 },
  { sku: 'CAL-1', name: 'Calibration service', price: 350, category: 'Services', unit: 'hour' },
  { sku: 'CEN-9', name: 'Centrifuge, first series', price: 2100, category: 'Centrifuges', brand: 'Rotor', stock_on_hand: 2, active: false },
].map((each) => ({ ...each, currency: 'EUR', tax_rate: 19 }))

interface Deal {
  readonly name: string
  readonly company: string
  readonly contact: string
  readonly amount: number
  readonly stage: string
  readonly owner: string
  readonly close_date?: string
  readonly more?: object
  readonly end?: readonly [operation: 'winDeal' | 'loseDeal', input: object]
}

const deals: readonly Deal[] = [
  {
    name: 'Acme lab extension',
    company: 'Acme Robotics',
    contact: 'Maria Jensen',
    amount: 48_000,
    stage: 'proposal',
    owner: 'grace',
    close_date: '2026-06-30',
    more: { priority: 'high', next_step: 'Present the offer to the board' },
  },
  { name: 'Acme spare lenses', company: 'Acme Robotics', contact: 'Lena Vogt', amount: 3600, stage: 'qualification', owner: 'alan' },
  {
    name: 'Northwind quality lab',
    company: 'Northwind Foods',
    contact: 'Peter Hughes',
    amount: 27_500,
    stage: 'negotiation',
    owner: 'grace',
    close_date: '2026-07-15',
  },
  {
    name: 'Globex spectrometer line',
    company: 'Globex Chemicals',
    contact: 'Susan Calvin',
    amount: 89_000,
    stage: 'demo',
    owner: 'katherine',
    close_date: '2026-08-31',
  },
  {
    name: 'Initech pilot',
    company: 'Initech Systems',
    contact: 'Bill Lumbergh',
    amount: 12_000,
    stage: 'qualification',
    owner: 'alan',
    more: { source: 'Web site' },
  },
  {
    name: 'Umbra optics bench',
    company: 'Umbra Optics',
    contact: 'Claire Dubois',
    amount: 64_000,
    stage: 'proposal',
    owner: 'katherine',
    close_date: '2026-05-29',
  },
  {
    name: 'Stark materials testing',
    company: 'Stark Materials',
    contact: 'Virginia Pott',
    amount: 150_000,
    stage: 'discovery',
    owner: 'grace',
    close_date: '2026-09-30',
  },
  {
    name: 'Tyrell imaging suite',
    company: 'Tyrell Biotech',
    contact: 'Rachel Rosen',
    amount: 175_000,
    stage: 'negotiation',
    owner: 'katherine',
    close_date: '2026-06-26',
    more: { priority: 'urgent' },
  },
  { name: 'Wonka taste lab', company: 'Wonka Confectionery', contact: 'Charlie Bucket', amount: 18_500, stage: 'discovery', owner: 'alan' },
]

const closed: readonly Deal[] = [
  {
    name: 'Wayne fleet inspection',
    company: 'Wayne Logistics',
    contact: 'Lucius Fox',
    amount: 31_000,
    stage: 'negotiation',
    owner: 'alan',
    end: ['winDeal', { won_reason: 'Fast delivery', close_date: '2026-04-14' }],
  },
  {
    name: 'Vandelay sample study',
    company: 'Vandelay Imports',
    contact: 'Art Corvelay',
    amount: 9800,
    stage: 'proposal',
    owner: 'katherine',
    end: ['winDeal', { won_reason: 'Price', close_date: '2026-04-14' }],
  },
  {
    name: 'Hooli campus labs',
    company: 'Hooli Cloud',
    contact: 'Gavin Belson',
    amount: 220_000,
    stage: 'negotiation',
    owner: 'alan',
    end: ['loseDeal', { lost_reason: 'Price too high', competitors: ['Optron'], close_date: '2026-04-14' }],
  },
  {
    name: 'Soylent nutrition lab',
    company: 'Soylent Nutrition',
    contact: 'Robert Thorn',
    amount: 41_000,
    stage: 'demo',
    owner: 'katherine',
    end: ['loseDeal', { lost_reason: 'No budget', close_date: '2026-04-14' }],
  },
]

const contracts: readonly Deal[] = [
  {
    name: 'Acme service 2026',
    company: 'Acme Robotics',
    contact: 'Tom Becker',
    amount: 6000,
    stage: 'offer',
    owner: 'grace',
    close_date: '2026-07-31',
  },
  { name: 'Wayne calibration contract', company: 'Wayne Logistics', contact: 'Selina Kyle', amount: 4200, stage: 'request', owner: 'alan' },
]

/** Products, pipelines and deals, in the order of time: first what is closed by now. */
export async function sales(call: Call, ids: Map<string, string>, at: (moment: string) => void): Promise<void> {
  for (const each of products) ids.set(each.sku, (await call('createProduct', each)).id)
  await call('createPriceRule', {
    name: 'Gold customers',
    company_tier: 'gold',
    category: 'Microscopes',
    kind: 'discount_percent',
    value: 10,
  })
  await call('createPriceRule', {
    name: 'Acme: research microscopes',
    company_id: ids.get('Acme Robotics'),
    sku: 'MIC-200',
    kind: 'fixed_price',
    value: 4200,
    currency: 'EUR',
  })
  const { pipelines } = await call('listPipelines')
  const { id: main } = await call('updatePipeline', { id: pipelines[0].id, name: 'Sales' })
  const { id: service } = await call('createPipeline', {
    name: 'Service contracts',
    stages: [
      { id: 'request', name: 'Request', probability: 20 },
      { id: 'offer', name: 'Offer', probability: 50 },
      { id: 'signed', name: 'Signed', type: 'won' },
      { id: 'dropped', name: 'Dropped', type: 'lost' },
    ],
  })
  const open = async ({ name, company, contact, amount, stage, owner, close_date, more, end }: Deal, pipeline_id: string) => {
    const { id } = await call('createDeal', {
      name,
      company_id: ids.get(company),
      contact_id: ids.get(contact),
      amount,
      currency: 'EUR',
      pipeline_id,
      stage_id: stage,
      owner_email: `${owner}@meridian.example`,
      close_date,
      ...more,
    })
    ids.set(name, id)
    if (end) await call(end[0], { id, ...end[1] })
  }
  for (const each of closed) await open(each, main)
  at('2026-05-04T08:00:00Z')
  for (const each of deals) await open(each, main)
  for (const each of contracts) await open(each, service)
}

/** Quotes, orders, invoices with their payments, and a credit note. */
export async function documents(call: Call, ids: Map<string, string>, at: (moment: string) => void): Promise<void> {
  const wayne = { company_id: ids.get('Wayne Logistics'), contact_id: ids.get('Lucius Fox'), currency: 'EUR' }
  const vandelay = { company_id: ids.get('Vandelay Imports'), contact_id: ids.get('Elaine Marsh'), currency: 'EUR' }
  const acme = { company_id: ids.get('Acme Robotics'), contact_id: ids.get('Maria Jensen'), currency: 'EUR' }
  const umbra = { company_id: ids.get('Umbra Optics'), contact_id: ids.get('Claire Dubois'), currency: 'EUR' }
  const northwind = { company_id: ids.get('Northwind Foods'), contact_id: ids.get('Peter Hughes'), currency: 'EUR' }
  const order = await call('createOrder', {
    ...wayne,
    number: 'SO-2001',
    status: 'confirmed',
    order_date: '2026-04-15',
    lines: [
      { sku: 'MIC-100', quantity: 20 },
      { sku: 'CAL-1', quantity: 16 },
    ],
  })
  await call('updateOrder', { id: order.id, status: 'delivered' })
  await call('createOrder', {
    ...vandelay,
    number: 'SO-2002',
    status: 'confirmed',
    order_date: '2026-05-06',
    expected_at: '2026-06-24',
    lines: [{ sku: 'SPC-10', quantity: 1 }],
  })
  const paid = await call('createInvoice', {
    ...wayne,
    number: 'INV-1001',
    status: 'sent',
    issue_date: '2026-04-20',
    due_date: '2026-05-20',
    order_id: order.id,
    lines: [{ sku: 'MIC-100', quantity: 20, unit_price: 1080 }],
  })
  await call('recordInvoicePayment', { id: paid.id, amount: 25_704, date: '2026-05-11', reference: 'Bank 511' })
  const part = await call('createInvoice', {
    ...vandelay,
    number: 'INV-1002',
    status: 'sent',
    issue_date: '2026-04-30',
    due_date: '2026-05-30',
    lines: [{ sku: 'SPC-10', quantity: 1, unit_price: 8000 }],
  })
  await call('recordInvoicePayment', { id: part.id, amount: 4000, date: '2026-05-12', reference: 'Bank 512' })
  await call('createInvoice', {
    ...acme,
    number: 'INV-1003',
    status: 'sent',
    issue_date: '2026-06-01',
    due_date: '2026-07-01',
    lines: [{ sku: 'LNS-5', quantity: 10 }],
  })
  await call('createInvoice', {
    ...umbra,
    number: 'INV-1004',
    status: 'sent',
    issue_date: '2026-04-15',
    due_date: '2026-05-15',
    lines: [
      { sku: 'FLT-2', quantity: 40 },
      { sku: 'CAL-1', quantity: 4 },
    ],
  })
  await call('createInvoice', {
    company_id: ids.get('Globex Chemicals'),
    currency: 'EUR',
    number: 'INV-1005',
    status: 'draft',
    issue_date: '2026-06-10',
    lines: [{ sku: 'CAL-1', quantity: 8 }],
  })
  await call('createCreditNote', {
    ...wayne,
    number: 'CN-301',
    status: 'issued',
    invoice_id: paid.id,
    reason: 'return',
    issue_date: '2026-05-18',
    lines: [{ sku: 'MIC-100', quantity: 1, unit_price: 1080 }],
  })
  at('2026-06-02T08:00:00Z')
  const quotes = [
    {
      ...acme,
      number: 'Q-501',
      title: 'Laboratory extension',
      deal_id: ids.get('Acme lab extension'),
      lines: [
        { sku: 'MIC-200', quantity: 8 },
        { sku: 'FLT-2', quantity: 16 },
      ],
    },
    {
      ...northwind,
      number: 'Q-502',
      title: 'Quality laboratory',
      deal_id: ids.get('Northwind quality lab'),
      lines: [
        { sku: 'MIC-100', quantity: 10 },
        { sku: 'SPC-10', quantity: 1 },
      ],
    },
    { ...umbra, number: 'Q-503', title: 'Optics bench', deal_id: ids.get('Umbra optics bench'), lines: [{ sku: 'SPC-10', quantity: 5 }] },
    {
      company_id: ids.get('Tyrell Biotech'),
      contact_id: ids.get('Rachel Rosen'),
      currency: 'EUR',
      number: 'Q-504',
      title: 'Imaging suite',
      deal_id: ids.get('Tyrell imaging suite'),
      lines: [{ sku: 'MIC-200', quantity: 30 }],
    },
  ]
  for (const each of quotes) ids.set(each.number, (await call('createQuote', { ...each, issue_date: '2026-06-02' })).id)
  for (const number of ['Q-502', 'Q-504']) await call('sendQuote', { id: ids.get(number), valid_until: '2026-07-02' })
}
