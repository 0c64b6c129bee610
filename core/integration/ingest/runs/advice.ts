import { once } from 'node:events'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { type ColumnProposals, ColumnAdvisor } from '../../../kernel/ports/column-advisor.ts'
import { Logger } from '../../../kernel/ports/logger.ts'
import { Units } from '../../../kernel/storage/units/units.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import type { BatchReading } from '../normalize/reading.ts'
import type { IngestObject } from '../objects.ts'
import { isSecret } from '../read/mask.ts'
import type { ColumnMapping, Settings } from './settings.ts'
import { SourceReader } from './source-reader.ts'

// A column means in all records what it means in the first of them.
const LOOKED = 200
const MOST_COLUMNS = 30
const LONGEST_TITLE = 200
const LONGEST_SAMPLE = 40
const LONGEST_WAIT_MS = 10_000

/** What is to be read. */
interface Sent {
  readonly provider: string
  readonly object: IngestObject
  readonly records: readonly unknown[]
  readonly settings: Settings | null
  readonly columns?: ColumnMapping
  readonly explain?: boolean
}

/** Reads batches with what an advisor of the app proposes for columns that stay unknown. */
export class Advice {
  static readonly uses = { advisor: ColumnAdvisor, logger: Logger, reader: SourceReader, units: Units }
  readonly #uses: Resolved<typeof Advice.uses>

  constructor(uses: Resolved<typeof Advice.uses>) {
    this.#uses = uses
  }

  /** Reads a batch; `known` are proposals that were made before, so that nobody is asked. */
  async read(sent: Sent, known?: ColumnProposals): Promise<BatchReading> {
    const { provider, object, records, settings, columns = {}, explain = false } = sent
    const { reader, logger } = this.#uses
    const reading = await reader.read(provider, object, records, settings, { columns, explain })
    const proposals = known ?? (await this.#propose(object, reading))
    if (Object.keys(proposals).length === 0) return reading
    const advised = await reader.read(provider, object, records, settings, { columns, explain, proposals })
    const before = rejectedIn(reading)
    if ([...rejectedIn(advised)].every((index) => before.has(index))) return advised
    logger.warn('Proposals for columns are not taken: records would be rejected by them', { provider, object })
    return reading
  }

  /** What is proposed for a batch that is read later: it is asked about its first records. */
  async ahead({ provider, object, records, settings }: Sent): Promise<ColumnProposals> {
    if (!this.#uses.advisor.isBound) return {}
    return await this.#propose(object, await this.#uses.reader.read(provider, object, records.slice(0, LOOKED), settings))
  }

  /** What the advisor proposes for the columns that a reading leaves unknown; nothing where there is none, it fails, or a transaction is open. */
  async #propose(object: IngestObject, { fields, unknown }: BatchReading): Promise<ColumnProposals> {
    const { advisor, logger, units } = this.#uses
    if (!advisor.isBound || units.isInTransaction || unknown.length === 0) return {}
    const { proposable } = await import('../recognize/proposals.ts')
    const read = new Set(fields.map(({ target }) => target))
    const open = proposable(object).filter((field) => !read.has(field))
    const asked = unknown.filter(({ source }) => source.length <= LONGEST_TITLE && !source.includes('[]') && !isSecret(source))
    const columns = asked.slice(0, MOST_COLUMNS).map(({ source, samples }) => ({ source, samples: samples.map(masked) }))
    if (open.length === 0 || columns.length === 0) return {}
    try {
      const signal = AbortSignal.timeout(Math.min(advisor.timeoutMs, LONGEST_WAIT_MS))
      const late = once(signal, 'abort').then(() => Promise.reject(new Error('The advisor did not answer in time')))
      const answer: unknown = await Promise.race([advisor.propose({ object, columns, fields: open, signal }), late])
      if (!isObject(answer)) throw new TypeError('The advisor did not answer an object')
      return Object.fromEntries(
        columns.flatMap(({ source }) => {
          const field: unknown = Object.hasOwn(answer, source) ? answer[source] : undefined
          return typeof field === 'string' && open.includes(field) ? [[source, field]] : []
        }),
      )
    } catch (error) {
      logger.warn('Nobody has said what unknown columns are', { object, error })
      return {}
    }
  }
}

const rejectedIn = ({ records }: BatchReading): ReadonlySet<number> =>
  new Set(records.flatMap(({ index, reject }) => (reject ? [index] : [])))

/** What a sample looks like, without the figures and addresses in it. */
function masked(sample: string): string {
  const words = sample.split(' ').map((word) => (word.includes('@') ? '(address)' : word))
  return words.join(' ').replaceAll(/\d/g, '9').slice(0, LONGEST_SAMPLE)
}
