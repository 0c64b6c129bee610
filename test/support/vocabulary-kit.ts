import assert from 'node:assert/strict'
import { plugin, type Vocabulary } from 'rapport-crm'
import { declareChecks, type PluginCheck, type TestRunner } from './kit/check.ts'
import { type KitDatabase, noServer, postgresqlSchemas, sqliteFiles } from './kit/databases.ts'
import { type Values } from './kit/desk.ts'
import { hostile } from './kit/hostile.ts'
import { isIgnored, keepsToFields, keepsToOneMeaning } from './kit/aliases.ts'
import { stored } from './kit/stored.ts'
import { Source } from './kit/source.ts'
import { longestTurn } from './kit/turns.ts'

/** Records as the product sends them, and what they mean. */
export interface VocabularyFixture {
  /** As ingest calls them: `companies`, `invoices`. */
  readonly object: string
  /** As the product sends them. Write them yourself: records of customers are no fixtures. */
  readonly records: readonly Values[]
  /** What is read of each, by the canonical names that `GET /sync/vocabulary` lists. */
  readonly expected: readonly Values[]
  /** Columns that are left unread on purpose; ignore those that nobody wants with the alias `null`. */
  readonly unknown?: readonly string[]
}

/** What the checks of a vocabulary need to know. */
export interface VocabularyScenario {
  /** One for each object of the product. */
  readonly fixtures: readonly VocabularyFixture[]
  /** Address of a PostgreSQL server on which they are stored, too (default: `TEST_POSTGRES_URL`). */
  readonly postgres?: string
}

// Records of no product that anybody has a vocabulary for.
const general: readonly (readonly [object: string, record: Values])[] = [
  ['companies', { Name: 'Birke Ltd', City: 'Leeds', Country: 'United Kingdom', Phone: '+44 113 496 0000' }],
  ['companies', { Firma: 'Birke GmbH', Ort: 'Kassel', Land: 'Deutschland', Kundennummer: 'K-7' }],
  ['contacts', { 'First name': 'Ada', 'Last name': 'Hart', 'E-mail': 'ada@birke.example' }],
  ['invoices', { 'Numéro de facture': 'F-1', Client: 'Birke SARL', Date: '2026-01-12', 'Total HT': '100,00', 'Total TTC': '120,00' }],
  ['products', { Article: 'Bench', Code: 'B-1', Price: 10.5 }],
]
// Turns of a call may be no longer, or everybody else waits.
const TURN_MS = 50
// What takes long for a few is not tried with many.
const SIZES = [20, 400]
const ATTEMPTS = 4

/** Declares all checks of a vocabulary as tests: `describeVocabulary(words, { fixtures }, { describe, it })`. */
export function describeVocabulary(vocabulary: Vocabulary, scenario: VocabularyScenario, runner: TestRunner): void {
  declareChecks(`vocabulary ${vocabulary.name}`, vocabularyChecks(vocabulary, scenario), runner)
}

/**
 * The checks that a vocabulary must pass, whichever test runner runs them: with all bundled vocabularies loaded beside it, its fixtures are
 * recognized, read, stored once and unchanged by the same batch, on SQLite and on a PostgreSQL server; other batches are left alone, and
 * whatever comes is read or refused with a reason, in short turns.
 */
export function vocabularyChecks(vocabulary: Vocabulary, { fixtures, postgres }: VocabularyScenario): readonly PluginCheck[] {
  const feature = plugin({ name: vocabulary.name, version: '1.0.0', vocabularies: [vocabulary] })
  const inSource = (work: (source: Source) => Promise<void>, database: KitDatabase = sqliteFiles) => Source.with(database, feature, work)
  const named = fixtures.map((fixture, at) => [`${fixture.object}${fixtures.length > 1 ? ` (${at + 1})` : ''}`, fixture] as const)
  const server = noServer(postgres)
  const schemas = postgresqlSchemas(postgres)
  return [
    { name: 'has a name, a title, a fingerprint and fixtures', run: async () => documented(vocabulary, fixtures) },
    { name: 'names only fields that exist', run: async () => keepsToFields(vocabulary) },
    { name: 'gives one meaning to a key in any case', run: async () => keepsToOneMeaning(vocabulary) },
    ...named.flatMap(([name, fixture]): PluginCheck[] => [
      { name: `reads ${name} as expected`, run: () => inSource((source) => reads(source, fixture)) },
      { name: `leaves no column of ${name} unread`, run: () => inSource((source) => leavesNothing(source, vocabulary, fixture)) },
      { name: `is recognized by the first record of ${name}`, run: () => inSource((source) => recognized(source, vocabulary, fixture)) },
      { name: `stores ${name} once, with its keys and amounts`, run: () => inSource((source) => stored(source, fixture)) },
    ]),
    {
      name: 'stores all of them once on PostgreSQL, too',
      run: async () => {
        for (const fixture of fixtures) await inSource((source) => stored(source, fixture), schemas)
      },
      ...(server !== undefined && { skip: server }),
    },
    { name: 'leaves batches alone that are not of the product', run: () => inSource((source) => leavesAlone(source, vocabulary)) },
    { name: 'reads or refuses whatever comes, with a reason', run: () => inSource((source) => survives(source, fixtures)) },
    { name: `reads many records in turns of at most ${TURN_MS} ms`, run: () => inSource((source) => takesTurns(source, fixtures)) },
  ]
}

function documented({ name, title, fingerprint }: Vocabulary, fixtures: readonly VocabularyFixture[]): void {
  assert.match(name, /^[a-z][a-z\d]*(-[a-z\d]+)*$/, 'the name is kebab-case')
  assert.ok(title.trim() !== '' && title.length <= 100, 'the title says how people call the product')
  const { keys = [], keyPatterns = [], values = [], hits = 2 } = fingerprint
  const signs = keys.length + keyPatterns.length + values.length
  assert.ok(signs >= hits, `the fingerprint has ${signs} signs, and ${hits} of them are needed`)
  for (const { flags, source } of [...keyPatterns, ...values])
    assert.ok(!/[gy]/.test(flags), `the pattern ${source} is without the flags g and y, with which it would match every other time`)
  assert.ok(fixtures.length > 0, 'there is a fixture')
  for (const { object, records } of fixtures) assert.ok(records.length > 0, `the fixture of ${object} has records`)
}

async function reads(source: Source, { object, records, expected }: VocabularyFixture): Promise<void> {
  const { records: read } = await source.preview(object, records)
  // Rows of one document are one record.
  const whole = read.filter(({ part_of }) => part_of === undefined)
  for (const [at, { action, reason, values }] of whole.entries()) {
    assert.notEqual(action, 'reject', `the record ${at} is refused: ${reason}`)
    assert.deepEqual(values, expected[at], `the record ${at} is read as expected`)
  }
  assert.equal(whole.length, expected.length, `the fixture of ${object} says of each record what it means`)
}

async function leavesNothing(source: Source, vocabulary: Vocabulary, { object, records, unknown = [] }: VocabularyFixture): Promise<void> {
  const preview = await source.preview(object, records)
  const left = preview.unknown.map((each) => each.source).filter((each) => !isIgnored(vocabulary, each))
  assert.deepEqual(left.toSorted(), [...unknown].toSorted(), 'the columns that nothing reads are those that the fixture names')
}

async function recognized(source: Source, { name }: Vocabulary, { object, records }: VocabularyFixture): Promise<void> {
  const found = await source.vocabularyOf(object, records.slice(0, 1))
  assert.equal(found, name, 'the first record is enough, whatever the source is called')
}

async function leavesAlone(source: Source, { name }: Vocabulary): Promise<void> {
  for (const [object, record] of general)
    assert.notEqual(
      await source.vocabularyOf(object, [record]),
      name,
      `a batch with ${Object.keys(record).join(', ')} is not of the product`,
    )
}

async function survives(source: Source, fixtures: readonly VocabularyFixture[]): Promise<void> {
  for (const { object, records } of fixtures)
    for (const batch of hostile(records))
      for (const [at, { action, reason, code }] of (await source.preview(object, batch)).records.entries())
        if (action === 'reject') assert.ok(reason && code, `the record ${at} is refused with a reason and a code`)
}

async function takesTurns(source: Source, fixtures: readonly VocabularyFixture[]): Promise<void> {
  for (const { object, records } of fixtures)
    for (const size of SIZES) {
      const many = Array.from({ length: size }, (_, at) => records[at % records.length] ?? {})
      let least = Infinity
      // The first times, the code is compiled.
      for (let attempt = 0; attempt < ATTEMPTS && least > TURN_MS; attempt += 1)
        least = Math.min(least, await longestTurn(() => source.preview(object, many)))
      assert.ok(least <= TURN_MS, `${size} records of ${object} are read in turns of ${Math.round(least)} ms`)
    }
}
