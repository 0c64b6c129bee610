import assert from 'node:assert/strict'
import type { VocabularyFixture } from '../vocabulary-kit.ts'
import type { Values } from './desk.ts'
import type { Source } from './source.ts'

/** A batch is stored as records with the keys and amounts that it says, and changes nothing when it comes again. */
export async function stored(source: Source, { object, records, expected }: VocabularyFixture): Promise<void> {
  const first = await source.ingest(object, records)
  assert.deepEqual(first.rejected, [], 'nothing is refused')
  assert.ok(first.created > 0, 'records are made')
  const kept = await storedRecords(source)
  for (const [at, values] of expected.entries()) {
    const [record] = kept.filter((each) => hasKey(each, values))
    assert.ok(record, `the record ${at} is stored with its key`)
    for (const name of amounts)
      if (typeof values[name] === 'number' && typeof record[name] === 'number')
        assert.ok(
          Math.abs(record[name] - values[name]) < 0.005,
          `${name} of the record ${at} is ${values[name]}, and ${record[name]} is stored`,
        )
  }
  const events = await newest(source)
  const second = await source.ingest(object, records)
  assert.deepEqual([second.created, second.updated, second.rejected], [0, 0, []], 'the same batch again changes nothing')
  assert.deepEqual(await newest(source), events, 'the same batch again makes no event')
}

const amounts = ['total_excl_tax', 'total_tax', 'total_incl_tax', 'price'] as const
// What identifies records, in the order in which it is looked for.
const keys = ['external_id', 'number', 'sku', 'email', 'domain', 'name', 'title', 'first_name'] as const

function hasKey(record: Values, values: Values): boolean {
  const name = keys.find((each) => values[each] !== undefined)
  if (name === undefined) return true
  const value = String(values[name])
  if (name === 'external_id') return JSON.stringify(record['external_ids'] ?? []).includes(JSON.stringify(value).slice(1, -1))
  return String(record[name]).toLowerCase() === value.toLowerCase()
}

async function storedRecords({ crm }: Source): Promise<readonly Values[]> {
  const query = { limit: 200 } as const
  const pages = await Promise.all([
    crm.companies.list(query),
    crm.contacts.list(query),
    crm.products.list(query),
    crm.deals.list(query),
    crm.quotes.list(query),
    crm.orders.list(query),
    crm.invoices.list(query),
    crm.creditNotes.list(query),
    crm.priceRules.list(query),
    crm.tasks.list(query),
    crm.activities.list(query),
  ])
  return pages.flatMap((page) => Object.values(page).flatMap((each: unknown): readonly Values[] => (Array.isArray(each) ? each : [])))
}

async function newest({ crm }: Source): Promise<unknown> {
  return (await crm.events.list({ limit: 1 })).events.map(({ id }) => id)
}
