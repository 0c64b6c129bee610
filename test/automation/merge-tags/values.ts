import { type TagSources, tagValues } from '../../../core/automation/merge-tags/tag-values.ts'

/** What the corpus fills in: a sender who writes German in an organization of Vienna, on a Friday in November. */
export const sources = {
  contact: {
    first_name: 'Anna',
    last_name: "O'Brien <&>",
    name: 'Somebody else',
    primary_email: 'anna@example.com',
    title: ' ',
    company: null,
    city: 'Graz',
    country: 'AT',
    lead_score: 0,
    lifecycle_stage: 'mql',
    custom_properties: {
      plan: 'gold',
      'Contract End': '2027-01-31',
      'a.b': 'dotted',
      seats: 12.5,
      vip: false,
      langs: ['de', 'en', ''],
      none: [],
      tricky: '{{contact.first_name}}',
      toString: null,
      lines: 'one\r\ntwo',
    },
  },
  company: { name: 'Lovelace & Söhne', industry: '', domain: 'lovelace.example' },
  deal: {
    name: 'Forty licenses',
    amount: 1200.5,
    stage_id: 'demo',
    stage_name: 'Demo / Meeting',
    tags: ['big', 'new'],
    recurring: true,
    contacts: [{ lead_id: 'x' }],
    close_date: '2026-12-24',
    probability: 40,
    custom: { region: 'South' },
  },
  event: {
    id: 7,
    type: 'deal.stage_changed',
    payload: { from: 'discovery', to: 'demo', type: 'forged', record: { name: 'Inner', deep: { er: 1 } }, list: [1, 2] },
    created_at: '2026-11-27T10:00:00.000Z',
  },
  owner: { email: 'grace@lovelace.example', name: 'Grace Hopper' },
  language: 'de-AT',
  organization: { locale: 'fr', timezone: 'Europe/Vienna' },
  now: new Date('2026-11-27T23:30:00Z'),
  aiLine: 'Your garden looks lovely.',
  unsubscribeUrl: 'https://crm.example/u/abc?x=1&y=2',
} as const satisfies TagSources

/** The values of the corpus. */
export const values = tagValues(sources)
