// Reads a folder of samples ({ product }/{ file }.json with records and expected values), runs the recogniser over each file
// and prints the table of the folder's own scorer: node test/bench/ingest-accuracy.ts <folder> [--vocabularies] [--misses <product>]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestObject } from '../../core/ingest/objects.ts'
import { readBatch } from '../../core/ingest/read.ts'
import { plugins } from '../../host/plugins.ts'

interface Sample {
  readonly object: string
  readonly records: readonly unknown[]
  readonly expected: readonly Readonly<Record<string, unknown>>[]
}

const [folder, ...flags] = process.argv.slice(2)
if (!folder) throw new Error('usage: ingest-accuracy <folder> [--vocabularies] [--misses <product>]')
const vocabularies = flags.includes('--vocabularies') ? plugins.flatMap((each) => each.vocabularies) : []
const misses = flags.includes('--misses') ? (flags[flags.indexOf('--misses') + 1] ?? '') : null
const predictions: Record<string, unknown[]> = {}
let milliseconds = 0

for (const product of readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory()))
  for (const file of readdirSync(join(folder, product)).filter((name) => name.endsWith('.json'))) {
    const sample = JSON.parse(readFileSync(join(folder, product, file), 'utf8')) as Sample
    const object = ingestObject(sample.object)
    if (!object) throw new Error(`${product}/${file}: unknown object ${sample.object}`)
    const started = performance.now()
    const reading = readBatch(sample.records, { object, vocabularies })
    milliseconds += performance.now() - started
    const answers: unknown[] = sample.records.map(() => null)
    for (const record of reading.records) for (const index of record.indexes ?? [record.index]) answers[index] = record.values
    predictions[`${product}/${file}`] = answers
    if (misses !== null && `${product}/${file}`.startsWith(misses)) showMisses(`${product}/${file}`, sample, answers)
  }

const place = mkdtempSync(join(tmpdir(), 'ingest-accuracy-'))
try {
  const path = join(place, 'predictions.json')
  writeFileSync(path, JSON.stringify(predictions))
  const scored = spawnSync(process.execPath, [join(folder, 'score.mjs'), path], { encoding: 'utf8' })
  if (misses === null) process.stdout.write(scored.stdout)
  process.stderr.write(scored.stderr)
} finally {
  rmSync(place, { recursive: true })
}
process.stdout.write(`vocabularies: ${vocabularies.map(({ name }) => name).join(', ') || 'none'}; ${milliseconds.toFixed(0)} ms in all\n`)

/** Prints what differs, roughly: the scorer has the last word. */
function showMisses(name: string, sample: Sample, answers: readonly unknown[]): void {
  sample.expected.forEach((whole, index) => {
    const got = spread((answers[index] ?? {}) as Record<string, unknown>)
    const expected = spread(whole)
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const [want, have] = [JSON.stringify(expected[key]), JSON.stringify(got[key])]
      const either = want?.includes('$any') && have && want.toLowerCase().includes(have.toLowerCase())
      if (!either && want?.toLowerCase() !== have?.toLowerCase())
        process.stdout.write(`${name}[${index}] ${key}: want ${want?.slice(0, 300)} got ${have?.slice(0, 300)}\n`)
    }
  })
}

/** Lines field by field, so that two of them compare whatever the order of their keys. */
function spread(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { lines, ...flat } = values
  const result: Record<string, unknown> = { ...flat }
  if (Array.isArray(lines))
    lines.forEach((line: object, at) => Object.entries(line).forEach(([key, value]) => (result[`lines[${at}].${key}`] = value)))
  return result
}
