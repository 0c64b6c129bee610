import { describeRecordTypes } from '../contract/record-type.contract.ts'

const lines = [{ description: 'Flour', quantity: 2, unit_price: 10 }]

describeRecordTypes([
  {
    plural: 'contacts',
    sample: (at) => ({ email: `person${at}@people.example`, first_name: `Person${at}` }),
    key: (at) => ({ email: `PERSON${at}@people.example` }),
    change: { title: 'Baker' },
    manyAtOnce: true,
    word: (at) => `person${at}`,
    twins: { reason: 'phone', values: { phone: '+33 1 42 68 53 00' } },
  },
  {
    plural: 'companies',
    sample: (at) => ({ name: `Bakery ${at}`, domain: `bakery${at}.example` }),
    key: (at) => ({ domain: `bakery${at}.example` }),
    change: { industry: 'Bakery' },
    word: (at) => `bakery${at}.example`,
    twins: { reason: 'name_city', values: { name: 'Twin Bakery' } },
  },
  { plural: 'deals', sample: (at) => ({ name: `Oven${at}` }), change: { source: 'fair' }, word: (at) => `oven${at}` },
  { plural: 'tasks', sample: (at) => ({ title: `Call ${at}` }), change: { priority: 'high' } },
  {
    plural: 'activities',
    creates: 'logActivity',
    ofCompany: true,
    sample: (at) => ({ type: 'note', body: `Spoke ${at}` }),
    change: { subject: 'Ovens' },
  },
  {
    plural: 'products',
    sample: (at) => ({ sku: `SKU-${at}`, name: `Flour ${at}` }),
    key: (at) => ({ sku: `SKU-${at}` }),
    change: { category: 'Flours' },
    word: (at) => `SKU-${at}`,
  },
  { plural: 'price_rules', sample: (at) => ({ kind: 'discount_percent', value: 1 + (at % 50), sku: `RULE-${at}` }), change: { value: 77 } },
  { plural: 'quotes', sample: () => ({ lines }), change: { notes: 'Suite' } },
  { plural: 'orders', sample: () => ({ lines }), change: { notes: 'Suite' } },
  { plural: 'invoices', sample: () => ({ lines }), change: { notes: 'Suite' } },
  { plural: 'credit_notes', sample: () => ({ lines }), change: { notes: 'Suite' } },
  {
    plural: 'vehicles',
    sample: (at) => ({ plate: `AB-${at}`, make: 'Renault' }),
    key: (at) => ({ plate: `AB-${at}` }),
    change: { mileage: 12_345 },
    manyAtOnce: true,
    word: (at) => `AB-${at}`,
    twins: { reason: 'driver', values: { driver_email: 'dora@drivers.example' } },
  },
])
