import { tableOf } from './table.ts'

/** A rejected record. */
export interface Reject {
  readonly index: number
  readonly reason: string
}

/** A warning about a record. */
export interface Warning {
  readonly index: number
  readonly warning: string
}

/** How the columns were read. */
export interface ReadFields {
  readonly fields: readonly { source: string; target: string; via: string; confidence: number; samples: readonly string[] }[]
  readonly unknown: readonly { source: string; samples: readonly string[] }[]
}

/** The counts of one or more batches. */
export interface Outcome {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: readonly Reject[]
  /** The number of all warnings, of which `warnings` has some. */
  readonly warned: number
  readonly warnings: readonly Warning[]
}

// More lines would bury the counts.
const SHOWN = 50

/** Prints counts, rejected records, warnings and columns. */
export function printReport(
  { created, updated, unchanged, rejected, warned, warnings }: Outcome,
  understood: ReadFields | undefined,
  sent: number,
): void {
  console.log(`${sent} records: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`)
  for (const { index, reason } of rejected.slice(0, SHOWN)) console.log(`  record ${index}: ${reason}`)
  if (rejected.length > SHOWN) console.log(`  and ${rejected.length - SHOWN} more`)
  // A warning about a column repeats for each record; it is shown once.
  const told = new Map(warnings.toReversed().map((each) => [each.warning, each] as const))
  if (warned > 0) console.log(`${warned} ${warned === 1 ? 'warning' : 'warnings'}${warned > told.size ? ', each kind once' : ''}`)
  for (const { index, warning } of [...told.values()].toReversed().slice(0, SHOWN)) console.log(`  record ${index}: ${warning}`)
  const { fields = [], unknown = [] } = understood ?? {}
  const known = fields.map(({ source, target, via, confidence, samples }) => [
    source,
    target,
    `${Math.round(confidence * 100)} %`,
    via,
    samples.join(' | '),
  ])
  const custom = unknown.map(({ source, samples }) => [source, '(custom field)', '', '', samples.join(' | ')])
  if (known.length + custom.length === 0) return
  console.log('')
  for (const line of tableOf(['column', 'field', 'sure', 'because', 'samples'], [...known, ...custom])) console.log(line)
}
