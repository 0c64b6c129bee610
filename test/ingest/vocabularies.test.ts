import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ingestObject, ingestObjects, isDocument, lineFields, objectFields } from '../../core/ingest/objects.ts'
import { readBatch } from '../../core/ingest/read.ts'
import { spokenBy } from '../../core/ingest/speak.ts'
import { vocabulary, type Vocabulary } from '../../core/ingest/vocabulary.ts'
import { odooVocabulary } from '../../plugins/odoo/vocabulary.ts'

const bundled: readonly Vocabulary[] = [odooVocabulary]
const plugins = join(import.meta.dirname, '../../plugins')

interface Fixture {
  readonly object: string
  readonly records: readonly unknown[]
  readonly expected: readonly unknown[]
}

const fixturesOf = (name: string) =>
  readdirSync(join(plugins, name, 'fixtures')).map(
    (file) => [file, JSON.parse(readFileSync(join(plugins, name, 'fixtures', file), 'utf8')) as Fixture] as const,
  )

describe.each(bundled.map((entry) => [entry.name, entry] as const))('the vocabulary of %s', (name, entry) => {
  it('names only fields that exist', () => {
    for (const [object, aliases] of Object.entries(entry.aliases)) {
      const kinds = ingestObjects
        .filter((known) => known === object || object === 'all' || (object === 'documents' && isDocument(known)))
        .map((known) => objectFields[known])
      expect(kinds).not.toEqual([])
      for (const field of Object.values(aliases ?? {}).flatMap((target) => target?.split('|') ?? []))
        expect(
          kinds.some((fields) => field in fields),
          `${object}: ${field}`,
        ).toBe(true)
    }
    for (const field of Object.values(entry.lines?.aliases ?? {}).flatMap((target) => target?.split('|') ?? []))
      expect(lineFields).toHaveProperty(field)
    for (const field of Object.keys(entry.values ?? {}))
      expect(
        field.startsWith('lines.') ? field.slice(6) in lineFields : Object.values(objectFields).some((fields) => field in fields),
      ).toBe(true)
  })

  it('is one small file', () => {
    expect(readFileSync(join(plugins, name, 'vocabulary.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(60)
  })

  it.each(fixturesOf(name))('reads %s as expected, whatever the source is called', (_, { object, records, expected }) => {
    const reading = readBatch(records, { object: ingestObject(object) ?? 'invoices', vocabularies: bundled })
    expect(reading.vocabulary).toBe(name)
    expect(reading.records.map(({ values }) => values)).toEqual(expected)
    expect(reading.records.map(({ reject }) => reject)).toEqual(expected.map(() => null))
  })

  it('costs nothing to a batch that does not speak it', () => {
    const foreign = [
      { 'Code client': 'C1', 'Raison sociale': 'Dupont', name: 'x', id: 1 },
      { CardCode: 'C1', Id: '7' },
    ]
    expect(spokenBy(foreign, [entry])).toBeNull()
    const records = [{ 'Code client': 'C1', 'Raison sociale': 'Dupont SA', Ville: 'Paris' }]
    expect(readBatch(records, { object: 'companies', vocabularies: [entry] })).toEqual(
      readBatch(records, { object: 'companies', vocabularies: [] }),
    )
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
    expect(spokenBy([{ zz_kd: 1 }], [acme], 'acme')?.name).toBe('acme')
    expect(spokenBy([{ id: 1 }], [acme], 'acme')).toBeNull()
  })

  it('is chosen by the most hits among those that fit', () => {
    const rival: Vocabulary = { name: 'rival', title: 'Rival', fingerprint: { keys: ['zz_kd', 'zz_nm', 'city'] }, aliases: {} }
    expect(spokenBy([{ zz_kd: 1, zz_nm: 2, city: 3 }], [acme, rival])?.name).toBe('rival')
    expect(spokenBy([{ zz_kd: 1 }], [acme, rival])).toBeNull()
  })
})
