import type { Outcomes } from '../match/outcome.ts'

/** How many rejects and warnings a run shows. */
export const SAMPLES = 20

/** One rejected record, as the answer of an ingest lists it. */
export interface Rejected {
  readonly index: number
  readonly reason: string
  readonly code: string
  readonly field?: string
}

type Warning = Outcomes['warnings'][number]

/** Lists each warning once before repeating any: a doubtful column would hide all other warnings. */
export function samplesOf(warnings: readonly Warning[]): Warning[] {
  const texts = new Set<string>()
  const first: Warning[] = []
  const again: Warning[] = []
  for (const each of warnings) {
    if (first.length === SAMPLES) break
    const list = texts.has(each.warning) ? again : first
    texts.add(each.warning)
    if (list.length < SAMPLES) list.push(each)
  }
  return [...first, ...again].slice(0, SAMPLES)
}

/** The rejects in the order of the records sent; of a document in several rows, the row at fault. */
export function rejectedOf({ all }: Outcomes): (Rejected & { readonly row: number })[] {
  return [...all]
    .flatMap(([index, outcome]) => {
      if (outcome.action !== 'reject') return []
      const { reason, code, field, row = index } = outcome.problem
      return [
        {
          index,
          row,
          reason: reason.toWellFormed().replaceAll('\0', ''),
          code,
          ...(field && { field: field.toWellFormed().replaceAll('\0', '').slice(0, 100) }),
        },
      ]
    })
    .toSorted((a, b) => a.row - b.row)
}
