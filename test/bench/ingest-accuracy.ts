// Reads a folder of samples (<product>/<file>.json with records and what a careful reader takes from them) and prints how well they are
// read:
// precision, recall and perfect records by product, object and language, and how many amounts and keys are wrong, with the bundled
// vocabularies and without any.
//   npm run bench:ingest -- <folder> [--vocabularies | --without] [--misses <product>]
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestObject } from '../../core/integration/ingest/objects.ts'
import { readBatch } from '../../core/integration/ingest/passes.ts'
import type { Vocabulary } from '../../core/integration/ingest/vocabulary.ts'
import { plugins } from '../../host/plugins.ts'
import { count, figures, newTally, type Tally } from './accuracy.ts'

interface Sample {
  readonly object: string
  readonly locale?: string
  readonly records: readonly unknown[]
  readonly expected: readonly Readonly<Record<string, unknown>>[]
}

const [folder, ...flags] = process.argv.slice(2)
if (!folder) throw new Error('usage: npm run bench:ingest -- <folder> [--vocabularies | --without] [--misses <product>]')
const misses = flags.includes('--misses') ? (flags[flags.indexOf('--misses') + 1] ?? '') : null
// Held back, the vocabularies leave the general layer alone: that is how a product fares for which nobody wrote one.
const bundled = flags.includes('--without') ? [] : plugins.flatMap(({ vocabularies }) => vocabularies)

const withThem = measure(bundled.length > 0 ? 'with the bundled vocabularies' : 'without any vocabulary', bundled)
const without =
  flags.includes('--vocabularies') || flags.includes('--without') || misses !== null ? null : measure('without any vocabulary', [])
if (misses === null) {
  for (const kind of ['all', 'product', 'object', 'language']) print(kind)
  crossCheck(withThem.predictions)
}
for (const { title, milliseconds } of [withThem, without ?? []].flat()) console.log(`${title}: ${milliseconds.toFixed(0)} ms in all`)

function measure(title: string, vocabularies: readonly Vocabulary[]) {
  const tallies = new Map<string, Tally>()
  const predictions: Record<string, readonly (object | null)[]> = {}
  let milliseconds = 0
  for (const file of filesOf(folder ?? '')) {
    const sample = JSON.parse(readFileSync(join(folder ?? '', file), 'utf8')) as Sample
    const object = ingestObject(sample.object)
    if (!object) throw new Error(`${file}: unknown object ${sample.object}`)
    const started = performance.now()
    const { records } = readBatch(sample.records, { object, vocabularies })
    milliseconds += performance.now() - started
    const values = new Map(records.flatMap((record) => (record.indexes ?? [record.index]).map((index) => [index, record.values] as const)))
    const answers = sample.expected.map((_, index) => values.get(index) ?? null)
    predictions[file] = answers
    const groups = ['all', `product: ${file.split('/')[0]}`, `object: ${sample.object}`, `language: ${sample.locale ?? '(keys of an API)'}`]
    sample.expected.forEach((expected, index) => {
      for (const group of groups) {
        const tally = tallies.get(group) ?? newTally()
        tallies.set(group, tally)
        count(tally, expected, answers[index] ?? {})
      }
      if (misses !== null && file.startsWith(misses)) show(`${file}[${index}]`, expected, answers[index] ?? {})
    })
  }
  return { title, tallies, predictions, milliseconds }
}

function print(kind: string): void {
  for (const measured of [withThem, without]) {
    if (!measured) continue
    const rows = [...measured.tallies].filter(([group]) => group.startsWith(kind)).toSorted(([one], [other]) => one.localeCompare(other))
    console.log(`\nby ${kind}, ${measured.title}`)
    console.table(Object.fromEntries(rows.map(([group, tally]) => [group.replace(/^\w+: /, ''), figures(tally)])))
  }
}

/** The samples' own scorer, where they bring one, has the last word. */
function crossCheck(predictions: object): void {
  const scorer = join(folder ?? '', 'score.mjs')
  if (!existsSync(scorer)) return
  const place = mkdtempSync(join(tmpdir(), 'ingest-accuracy-'))
  try {
    writeFileSync(join(place, 'predictions.json'), JSON.stringify(predictions))
    const scored = spawnSync(process.execPath, [scorer, join(place, 'predictions.json')], { encoding: 'utf8' })
    const lines = scored.stdout.split('\n')
    console.log(`\nthe samples' own scorer\n${[...lines.slice(0, 3), ...lines.filter((line) => line.includes("'ALL'"))].join('\n')}`)
  } finally {
    rmSync(place, { recursive: true })
  }
}

function filesOf(root: string): string[] {
  const products = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())
  return products.flatMap((product) =>
    readdirSync(join(root, product))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${product}/${name}`),
  )
}

/** Prints what differs, roughly. */
function show(where: string, expected: Readonly<Record<string, unknown>>, got: Readonly<Record<string, unknown>>): void {
  for (const field of new Set([...Object.keys(expected), ...Object.keys(got)])) {
    const tally = newTally()
    count(tally, pick(expected, field), pick(got, field))
    if (tally.perfect === 0) console.log(`${where} ${field}: ${JSON.stringify(expected[field])} read as ${JSON.stringify(got[field])}`)
  }
}

function pick(values: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  return field in values ? { [field]: values[field] } : {}
}
