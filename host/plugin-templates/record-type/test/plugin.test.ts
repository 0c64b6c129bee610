import { describeRecordType, testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'
import samplePart from '../src/index.ts'
import { samplePartType } from '../src/record-type.ts'

// What every record type must do, over REST; with TEST_POSTGRES_URL on PostgreSQL, too.
describeRecordType(
  samplePartType,
  {
    plugin: samplePart,
    sample: (at) => ({ code: `A-${at}`, title: `Title${at}` }),
    key: (at) => ({ code: `A-${at}` }),
    word: (at) => `title${at}`,
    change: { quantity: 12 },
    refused: [
      { values: { code: '' }, path: '/code' },
      { values: { quantity: -1 }, path: '/quantity' },
    ],
    alike: { reason: 'title', values: { title: 'The same title' } },
  },
  { describe, it },
)

describe('sample parts', () => {
  it('belong to companies, by which they are found', async () => {
    await using opened = await testEngine({ plugins: [samplePart] })
    const { crm } = opened
    const company = await crm.companies.create({ name: 'Acme' })
    const { id } = await crm.sampleParts.create({ code: 'A-1', title: 'Blue one', company_id: company.id })
    const found = await crm.sampleParts.search({ filter: { field: 'company.name', op: 'eq', value: 'acme' } })
    expect(found.sample_parts.map((each) => each.id)).toEqual([id])
  })
})
