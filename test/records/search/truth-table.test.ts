import { expect, it } from 'vitest'
import { describeStorages, type Opened } from '../../support/storages.ts'

type Condition = readonly [field: string, op: string, value: unknown, found: string]

const people = [
  { first_name: 'A', lead_score: 0, country: 'DE', tags: ['VIP', 'north'], do_not_contact: true, title: '  Head of Sales ' },
  {
    first_name: 'B',
    lead_score: 10,
    email: 'b@y.org',
    tags: ['vip'],
    title: 'ÉLÈVE',
    assigned_to: 'Ada@Acme.test',
    lifecycle_stage: 'lead' as const,
  },
  { first_name: 'C', lead_score: 1000, title: '', lifecycle_stage: 'customer' as const },
  { first_name: 'D', lead_score: -5, title: 'élève', tags: ['x,y', 'north'] },
  { first_name: 'E', title: 'Straße' },
  { first_name: 'F', title: 'a%b_c\\d' },
]
const all = 'ABCDEF'

/** Written by hand: the matches of each type and operator, empty values included. */
const table: Readonly<Record<string, readonly Condition[]>> = {
  numbers: [
    ['lead_score', 'eq', 10, 'B'],
    ['lead_score', 'eq', '10', 'B'],
    ['lead_score', 'eq', ' 1e3 ', 'C'],
    ['lead_score', 'neq', 10, 'ACDEF'],
    ['lead_score', 'gt', 0, 'BC'],
    ['lead_score', 'gte', 0, 'ABCEF'],
    ['lead_score', 'lt', 0, 'D'],
    ['lead_score', 'lte', '0', 'ADEF'],
    ['lead_score', 'in', '10, 1000,', 'BC'],
    ['lead_score', 'in', [10, 1000], 'BC'],
    ['lead_score', 'is_set', undefined, all],
  ],
  'numbers that are not there': [
    ['days_since_last_contact', 'gt', 0, ''],
    ['days_since_last_contact', 'lt', 5, ''],
    ['days_since_last_contact', 'eq', 0, ''],
    ['days_since_last_contact', 'in', '0,1', ''],
    ['days_since_last_contact', 'neq', 3, all],
    ['days_since_last_contact', 'is_set', undefined, ''],
    ['days_since_last_contact', 'is_not_set', undefined, all],
  ],
  texts: [
    ['title', 'eq', 'head of sales', 'A'],
    ['title', 'eq', 'Élève', 'BD'],
    ['title', 'eq', 'e\u0301le\u0300ve', 'BD'],
    ['title', 'eq', 'eleve', ''],
    ['title', 'eq', 'STRASSE', ''],
    ['title', 'neq', 'élève', 'ACEF'],
    ['title', 'contains', 'LÈV', 'BD'],
    ['title', 'contains', '%b_c\\', 'F'],
    ['title', 'contains', '_', 'F'],
    ['title', 'not_contains', 'a', 'BCD'],
    ['title', 'in', 'straße, élève', 'BDE'],
    ['title', 'is_set', undefined, 'ABDEF'],
    ['title', 'is_not_set', undefined, 'C'],
  ],
  lists: [
    ['tags', 'eq', 'north, VIP, vip', 'A'],
    ['tags', 'neq', 'vip', 'ACDEF'],
    ['tags', 'contains', 'vip', 'AB'],
    ['tags', 'contains', 'vi', ''],
    ['tags', 'contains', 'x,y', 'D'],
    ['tags', 'not_contains', 'vip', 'CDEF'],
    ['tags', 'in', 'vip,none', 'AB'],
    ['tags', 'in', 'x\\,y', 'D'],
    ['tags', 'in', ['x,y'], 'D'],
    ['tags', 'is_set', undefined, 'ABD'],
    ['tags', 'is_not_set', undefined, 'CEF'],
  ],
  'yes and no': [
    ['do_not_contact', 'eq', 'yes', 'A'],
    ['do_not_contact', 'eq', 1, 'A'],
    ['do_not_contact', 'eq', 'false', 'BCDEF'],
    ['do_not_contact', 'neq', true, 'BCDEF'],
    ['do_not_contact', 'is_set', undefined, all],
  ],
  'owners and stages': [
    ['assigned_to', 'eq', 'ADA@acme.TEST', 'B'],
    ['assigned_to', 'neq', 'ada@acme.test', 'ACDEF'],
    ['lifecycle_stage', 'eq', 'Customer', 'C'],
    ['lifecycle_stage', 'neq', 'lead', 'ACDEF'],
    ['lifecycle_stage', 'in', 'lead, Customer', 'BC'],
    ['lifecycle_stage', 'is_not_set', undefined, 'ADEF'],
    ['email_domain', 'eq', 'Y.ORG', 'B'],
  ],
}

const refused: readonly (readonly [field: string, op: string, value?: unknown])[] = [
  ['lead_score', 'eq', '1,000'],
  ['lead_score', 'contains', 1],
  ['title', 'gt', 'a'],
  ['title', 'eq', '  '],
  ['title', 'eq', null],
  ['title', 'in', ' , '],
  ['title', 'in', []],
  ['title', 'eq'],
  ['tags', 'gt', 1],
  ['do_not_contact', 'in', 'true'],
  ['do_not_contact', 'eq', 'maybe'],
  ['assigned_to', 'contains', 'ada'],
  ['lifecycle_stage', 'gt', 'lead'],
  ['lifecycle_stage', 'eq', 'nobody'],
]

async function found({ api }: Opened, filter: object): Promise<string> {
  const { contacts } = await api.contacts.search({ filter: filter as never, sort: 'first_name' })
  return contacts.map(({ first_name }) => first_name).join('')
}

describeStorages(
  'The truth table of conditions',
  (open) => {
    it('holds for every type and operator, and so do its laws', async () => {
      const opened = await open()
      for (const each of people) await opened.api.contacts.create(each)
      for (const [type, conditions] of Object.entries(table))
        for (const [field, op, value, expected] of conditions) {
          const condition = { field, op, ...(value !== undefined && { value }) }
          expect([type, field, op, value, await found(opened, condition)]).toEqual([type, field, op, value, expected])
          const others = [...all].filter((name) => !expected.includes(name)).join('')
          expect([type, 'not', field, op, value, await found(opened, { not: condition })]).toEqual([type, 'not', field, op, value, others])
        }
      for (const [field, op, value] of refused)
        await expect(opened.api.contacts.search({ filter: { field, op, value } as never })).rejects.toMatchObject({ code: 'invalid_input' })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
