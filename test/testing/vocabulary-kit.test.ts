import { type Vocabulary, vocabulary } from 'rapport-crm'
import { describeVocabulary, type VocabularyFixture, vocabularyChecks } from 'rapport-crm/testing'
import { describe, expect, inject, it } from 'vitest'

const postgres = inject('postgresUrl')
const words = vocabulary({
  name: 'zeta-erp',
  title: 'Zeta ERP',
  fingerprint: { keys: ['zt_id', 'zt_num', 'zt_net', 'zt_name'] },
  aliases: {
    companies: { zt_id: 'external_id', zt_name: 'name', zt_town: 'city' },
    documents: {
      zt_id: 'external_id',
      zt_num: 'number',
      zt_who: 'customer_name',
      zt_net: 'total_excl_tax',
      zt_day: 'date',
      zt_cur: 'currency',
    },
  },
  lines: { keys: ['zt_rows'], aliases: { zt_art: 'sku', zt_qty: 'quantity', zt_price: 'unit_price' } },
})
const companies: VocabularyFixture = {
  object: 'companies',
  records: [
    { zt_id: 7, zt_name: 'Birke', zt_town: 'Kassel' },
    { zt_id: 8, zt_name: 'Ahorn', zt_town: 'Bonn' },
  ],
  expected: [
    { external_id: '7', name: 'Birke', city: 'Kassel' },
    { external_id: '8', name: 'Ahorn', city: 'Bonn' },
  ],
}
const invoice = {
  zt_id: 41,
  zt_num: 'I-41',
  zt_who: 'Birke',
  zt_day: '2026-01-12',
  zt_cur: 'EUR',
  zt_net: 21.5,
  zt_rows: [{ zt_art: 'B-1', zt_qty: 2, zt_price: 10.75 }],
}
const invoices: VocabularyFixture = {
  object: 'invoices',
  records: [invoice],
  expected: [
    {
      external_id: '41',
      number: 'I-41',
      customer_name: 'Birke',
      date: '2026-01-12',
      currency: 'EUR',
      total_excl_tax: 21.5,
      lines: [{ sku: 'B-1', quantity: 2, unit_price: 10.75 }],
    },
  ],
}
const fixtures = [companies, invoices]

describeVocabulary(words, { fixtures, postgres }, { describe, it })

const slowly = (value: string) => {
  const until = performance.now() + 70
  while (performance.now() < until);
  return value
}
const careless = { ...invoice, zt_unread: 'x' }
const faults: readonly [check: string, fault: RegExp, changed: Partial<Vocabulary>, fixture?: VocabularyFixture][] = [
  ['has a name', /kebab-case/, { name: 'Zeta' }],
  ['has a name', /signs, and 2 of them are needed/, { fingerprint: { keys: ['zt_id'] } }],
  ['has a name', /flags g and y/, { fingerprint: { values: [/^zt/g, /^zu/] } }],
  ['fields that exist', /companies have no field town/, { aliases: { companies: { zt_town: 'town' } } }],
  ['fields that exist', /there are no firms/, { aliases: { firms: {} } as never }],
  ['fields that exist', /lines have no field amount/, { lines: { aliases: { zt_net: 'amount' } } }],
  ['one meaning', /zt_id means external_id and name/, { aliases: { companies: { zt_id: 'external_id', ZT_ID: 'name' } } }],
  ['reads invoices', /read as expected/, { aliases: { documents: { ...words.aliases.documents, zt_net: 'total_tax' } } }],
  ['reads invoices', /is refused/, { isPurchase: () => true }],
  ['no column of invoices', /nothing reads/, {}, { ...invoices, records: [careless] }],
  [
    'no column of invoices',
    /nothing reads/,
    { aliases: { ...words.aliases, all: { zt_other: null } } },
    { ...invoices, records: [careless] },
  ],
  ['first record of invoices', /first record is enough/, { fingerprint: { keys: ['zt_id', 'zz_other'] } }],
  ['stores invoices once', /stored with its key/, {}, { ...invoices, expected: [{ external_id: '42' }] }],
  [
    'stores invoices once',
    /total_excl_tax of the record 0 is 22/,
    {},
    { ...invoices, expected: [{ external_id: '41', total_excl_tax: 22 }] },
  ],
  ['stores invoices once', /nothing is refused/, { isPurchase: () => true }],
  ['stores all of them once', /nothing is refused/, { isPurchase: () => true }],
  ['left alone', /is not of the product/, { fingerprint: { keys: ['Name', 'City'] } }],
  // One that takes every text for a number.
  [
    'whatever comes',
    /no number/,
    {
      values: {
        total_excl_tax: (value) => {
          if (Number.isNaN(Number(value))) throw new Error('no number')
          return value
        },
      },
    },
  ],
  ['in turns', /in turns of \d+ ms/, { values: { zt_who: slowly } }, { ...invoices, records: [invoice] }],
]

describe('the checks of a vocabulary', () => {
  it.each(faults)('%s: fail one with %s', async (check, fault, changed, fixture) => {
    const checks = vocabularyChecks(
      { ...words, ...changed },
      { fixtures: [fixture ?? companies, fixture ? companies : invoices], postgres },
    )
    const found = checks.find(({ name }) => name.replace(/ \(\d\)/, '').includes(check.replace('left alone', 'leaves batches alone')))
    await expect(found?.run()).rejects.toThrow(fault)
  })

  it('need fixtures, and a server for what is stored on one', () => {
    const checks = vocabularyChecks(words, { fixtures: [], postgres: '' })
    expect(checks.filter(({ skip }) => skip !== undefined).map(({ name }) => name)).toEqual(['stores all of them once on PostgreSQL, too'])
    return expect(checks[0]?.run()).rejects.toThrow('there is a fixture')
  })
})
