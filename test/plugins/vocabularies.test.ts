import * as fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lineFields } from '../../core/integration/ingest/fields.ts'
import { ingestObject, ingestObjects, isDocument, objectFields } from '../../core/integration/ingest/objects.ts'
import { readBatch } from '../../core/integration/ingest/passes.ts'
import { detectVocabulary } from '../../core/integration/ingest/read/detect-vocabulary.ts'
import { vocabulary, type Vocabulary } from '../../core/integration/ingest/vocabulary.ts'
import { plugins } from '../../host/plugins.ts'
import { strangers } from '../integration/ingest/strangers/all.ts'

const bundled: readonly Vocabulary[] = plugins.flatMap(({ vocabularies }) => vocabularies)
const folder = join(import.meta.dirname, '../../plugins')

/** Plugins of workflows, which need options of the host. */
const samples = ['erp-order', 'sms-gateway']

interface Fixture {
  readonly object: string
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly expected: readonly unknown[]
}

const fixturesOf = (name: string) =>
  readdirSync(join(folder, name, 'fixtures')).map(
    (file) => [file, JSON.parse(readFileSync(join(folder, name, 'fixtures', file), 'utf8')) as Fixture] as const,
  )

it('every folder of a vocabulary is loaded by the host', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !samples.includes(entry.name))
  expect(plugins.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
})

describe.each(bundled.map((entry) => [entry.name, entry] as const))('the vocabulary of %s', (name, entry) => {
  it('names only fields that exist', () => {
    for (const [object, aliases] of Object.entries(entry.aliases)) {
      const kinds = ingestObjects
        .filter((known) => known === object || object === 'all' || (object === 'documents' && isDocument(known)))
        .map((known) => objectFields[known])
      expect(kinds).not.toEqual([])
      for (const field of fieldsOf(aliases))
        expect(
          kinds.some((fields) => field in fields),
          `${object}: ${field}`,
        ).toBe(true)
    }
    for (const field of fieldsOf(entry.lines?.aliases)) expect(lineFields).toHaveProperty(field)
  })

  it('gives one meaning to a key in any case', () => {
    for (const aliases of [...Object.values(entry.aliases), entry.lines?.aliases ?? {}]) {
      const meanings = Map.groupBy(Object.entries(aliases), ([key]) => key.toLowerCase())
      expect([...meanings.values()].filter((same) => new Set(same.map(([, field]) => field)).size > 1)).toEqual([])
    }
  })

  it('has a small index.ts and a README that names its source and what is untested', () => {
    expect(readFileSync(join(folder, name, 'index.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(60)
    const readme = readFileSync(join(folder, name, 'README.md'), 'utf8')
    expect(readme).toMatch(/^Source: \S/m)
    expect(readme).toMatch(/^Untested: \S/m)
  })

  it.each(fixturesOf(name))('reads %s as expected, whatever the source is called', (_, { object, records, expected }) => {
    const reading = readBatch(records, { object: ingestObject(object) ?? 'invoices', vocabularies: bundled })
    expect(reading.vocabulary).toBe(name)
    expect(reading.records.map(({ values }) => values)).toEqual(expected)
    expect(reading.records.map(({ reject }) => reject)).toEqual(reading.records.map(() => null))
  })

  it('is detected from one record as well as from many', () => {
    for (const [, { records }] of fixturesOf(name)) expect(detectVocabulary(records.slice(0, 1), bundled)?.name).toBe(name)
  })

  it('reads a record of it whose values are anything at all', () => {
    const records = fixturesOf(name).flatMap(([, fixture]) => fixture.records)
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.constantFrom(...ingestObjects), fc.constantFrom(...records), fc.infiniteStream(anything), (object, record, values) => {
        const broken = Object.fromEntries(Object.entries(record).map(([key, value]) => [key, values.next().value ?? value]))
        expect(readBatch([broken, record], { object, vocabularies: [entry] }).records.length).toBeGreaterThan(0)
      }),
      { numRuns: 25 },
    )
  })
})

describe('vocabularies that a batch does not speak', () => {
  it.each(strangers.map((each) => [`${each.title}, ${each.object}, ${each.locale}`, each] as const))(
    'leave %s alone',
    (_, { object, records }) => {
      const options = { object: ingestObject(object) ?? 'invoices' } as const
      expect(readBatch(records, { ...options, vocabularies: bundled })).toEqual(readBatch(records, { ...options, vocabularies: [] }))
    },
  )

  it('cost less than a tenth of the reading', () => {
    const records = Array.from({ length: 2_000 }, (_, index) => ({
      'Code client': `C${index}`,
      'Raison sociale': `Dupont ${index}`,
      Ville: 'Paris',
      Pays: 'France',
    }))
    const reading = fastest(() => void readBatch(records, { object: 'companies', vocabularies: [] }))
    expect(fastest(() => void detectVocabulary(records, bundled))).toBeLessThan(reading * 0.1)
  })
})

describe('a vocabulary', () => {
  const acme = vocabulary({
    name: 'acme',
    title: 'Acme ERP',
    fingerprint: { keys: ['zz_kd', 'zz_nm'] },
    aliases: {
      companies: { zz_kd: 'external_id', zz_nm: 'name', city: null },
      documents: { zz_who: 'customer_name|customer_external_id' },
    },
    lines: { keys: ['zz_pos'], aliases: { zz_ar: 'sku', zz_mg: 'quantity' } },
    values: { name: (value) => value.replace(/^!/, ''), 'lines.sku': (value) => value.toUpperCase() },
    objectOf: (record) => (record.zz_kind === 'R' ? 'credit_notes' : null),
  })

  it('is plain data: aliases, ignored keys, value rules, line keys and the object of a record', () => {
    expect(readBatch([{ zz_kd: 5, zz_nm: '!Foo', city: 'Rome' }], { object: 'companies', vocabularies: [acme] }).records[0]).toMatchObject({
      values: { external_id: '5', name: 'Foo' },
      custom: {},
    })
    const head = { zz_kd: 1, zz_nm: 1, number: '1', total: -5 }
    const { records } = readBatch(
      [
        { ...head, zz_who: 'Foo', zz_kind: 'R', zz_pos: [{ zz_ar: 'a', zz_mg: 2 }] },
        { ...head, zz_who: 'Bar' },
      ],
      { object: 'invoices', vocabularies: [acme] },
    )
    expect(records).toMatchObject([
      { object: 'credit_notes', values: { customer_name: 'Foo', total_incl_tax: 5, lines: [{ sku: 'A', quantity: 2 }] } },
      { object: 'invoices' },
    ])
  })

  it('takes of several fields the first that fits the values', () => {
    const head = { zz_kd: 1, zz_nm: 1, number: '1' }
    expect(readBatch([{ ...head, zz_who: 77 }], { object: 'orders', vocabularies: [acme] }).records[0]?.values).toEqual({
      number: '1',
      customer_external_id: '77',
    })
  })

  it('gives way to the owner’s overrides', () => {
    const reading = readBatch([{ zz_kd: 5, zz_nm: 'Foo' }], { object: 'companies', vocabularies: [acme], overrides: { zz_nm: null } })
    expect(reading.records[0]?.values).toEqual({ external_id: '5' })
  })

  it('needs one hit only for a source that is called like it, and none is not enough', () => {
    expect(detectVocabulary([{ zz_kd: 1 }], [acme], 'acme')?.name).toBe('acme')
    expect(detectVocabulary([{ id: 1 }], [acme], 'acme')).toBeNull()
  })

  it('is chosen by the most hits among those that fit', () => {
    const rival: Vocabulary = { name: 'rival', title: 'Rival', fingerprint: { keys: ['zz_kd', 'zz_nm', 'city'] }, aliases: {} }
    expect(detectVocabulary([{ zz_kd: 1, zz_nm: 2, city: 3 }], [acme, rival])?.name).toBe('rival')
    expect(detectVocabulary([{ zz_kd: 1 }], [acme, rival])).toBeNull()
  })
})

function fieldsOf(aliases: Readonly<Record<string, string | null>> | undefined): string[] {
  return Object.values(aliases ?? {}).flatMap((target) => target?.split('|') ?? [])
}

function fastest(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 20 }, () => {
      const started = performance.now()
      work()
      return performance.now() - started
    }),
  )
}
