import { integer, readOnly, text } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const series = entity(
  'NumberSeries',
  'number_series',
  {
    ...ownFields,
    /** Type and year, or drafts: `invoices-2026`, `invoices-draft`. */
    series: readOnly(text()),
    last: readOnly(integer()),
  },
  { uniques: [['series']] },
)

/** The last number of a series of documents; unique by type and year. Its row is the lock under which numbers are given. */
export class NumberSeries extends series.class {}
series.setClass(NumberSeries)
