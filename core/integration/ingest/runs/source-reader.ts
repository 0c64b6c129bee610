import type { Resolved } from '../../../kernel/operation/operation.ts'
import { inTurns } from '../../../kernel/values/turns.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { homeOf } from '../../../platform/access/organization.ts'
import type { ColumnProposals } from '../../../kernel/ports/column-advisor.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { lineFields } from '../fields.ts'
import { ingestObject, ingestObjects, type IngestObject, isDocument, objectFields } from '../objects.ts'
import type { BatchReading } from '../normalize/reading.ts'
import type { ColumnMapping, Settings } from './settings.ts'
import { vocabulariesOf } from '../vocabulary.ts'

/** How a batch is read, besides its settings. */
interface Asked {
  /** Source columns to fields, before anything is recognized and before what the settings say. */
  readonly columns?: ColumnMapping
  /** Whether to find what else each column may be. */
  readonly explain?: boolean
  /** What is proposed for columns that stay unknown. */
  readonly proposals?: ColumnProposals
}

/** Reads batches as the settings of their source say. */
export class SourceReader {
  static readonly uses = { registry: Registry, records: Records }
  readonly #uses: Resolved<typeof SourceReader.uses>

  constructor(uses: Resolved<typeof SourceReader.uses>) {
    this.#uses = uses
  }

  /** Reads records by the settings of their source. */
  async read(
    provider: string,
    object: IngestObject,
    records: readonly unknown[],
    source: Settings | null,
    { columns = {}, explain = false, proposals = {} }: Asked = {},
  ): Promise<BatchReading> {
    // Loaded with the first batch: half of the modules of the engine read foreign records, and many apps never need them.
    const [{ readBatchInSteps }, { withOwnNames }] = await Promise.all([import('../passes.ts'), import('../write/own-names.ts')])
    const overrides = { ...source?.mapping?.[object], ...columns }
    const steps = readBatchInSteps(records, {
      object,
      vocabularies: vocabulariesOf(this.#uses.registry),
      hint: provider.slice('custom:'.length),
      ...(source?.locale && { locale: source.locale }),
      ...(source?.decimal_sign && { decimal: source.decimal_sign }),
      ...(source?.date_order && { dateOrder: source.date_order }),
      ...(source?.time_zone && { timeZone: source.time_zone }),
      ...(source?.currency && { currency: source.currency }),
      home: (await homeOf(this.#uses.records)).currency,
      overrides,
      explain,
      proposals,
    })
    return withOwnNames(await inTurns(steps), object, isMapped(overrides))
  }
}

// A column that has the name of its field is no mapping.
const isMapped = (columns: Readonly<Record<string, string | null>>): boolean =>
  Object.entries(columns).some(([path, field]) => path.replace('[]', '') !== field)

/** The object that a name stands for; throws `invalid_input` at `path` for an unknown name. */
export function objectNamed(name: string, path = '/object'): IngestObject {
  const object = ingestObject(name)
  if (!object) throw invalid(path, 'not_allowed', `${name} is not an object of a data source`, ingestObjects)
  return object
}

/** The mapping for records under our own field names: each column is the field that it names. */
export function canonicalColumns(object: IngestObject): Record<string, string> {
  const own = Object.keys(objectFields[object]).map((field) => [field, field] as const)
  const lines = isDocument(object) ? Object.keys(lineFields).map((field) => [`lines[].${field}`, `lines.${field}`] as const) : []
  return Object.fromEntries([...own, ...lines])
}
