import { describeVocabulary, testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'
import samplePart, { words } from '../src/index.ts'
import companies from './fixtures/companies.json' with { type: 'json' }
import invoices from './fixtures/invoices.json' with { type: 'json' }

// What every vocabulary must do; with TEST_POSTGRES_URL on PostgreSQL, too.
describeVocabulary(words, { fixtures: [companies, invoices] }, { describe, it })

describe('Sample part', () => {
  it('refuses bills of suppliers', async () => {
    await using opened = await testEngine({ plugins: [samplePart] })
    const records = invoices.records.map((record) => ({ ...record, DocKindX: 'P' }))
    const { created, rejected } = await opened.crm.sync.ingest({ provider: 'custom:sample-part', object: 'invoices', records })
    expect({ created, rejected: rejected.length }).toEqual({ created: 0, rejected: 1 })
  })
})
