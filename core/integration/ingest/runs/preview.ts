import type { BatchReading } from '../normalize/reading.ts'
import type { PreviewAnswer } from '../schema.ts'
import type { Outcomes } from '../match/outcome.ts'

/** What an ingest would do with each record; every row of a document that spans several rows shows that document. */
export function previewOf({ records }: BatchReading, { all, warnings }: Outcomes): PreviewAnswer['records'] {
  const noted = Map.groupBy(warnings, ({ index }) => index)
  return records
    .flatMap(({ index, indexes = [index], values }) => {
      const outcome = all.get(index)
      const own = { action: outcome?.action ?? ('unchanged' as const), values: { ...values } }
      const why = outcome?.action === 'reject' ? { reason: outcome.problem.reason, code: outcome.problem.code } : {}
      const said = noted.get(index)
      const more = { ...why, ...(said && { warnings: said.map(({ warning }) => warning) }) }
      return indexes.map((at) => ({ index: at, ...own, ...(at === index ? more : { ...why, part_of: index }) }))
    })
    .toSorted((a, b) => a.index - b.index)
}
