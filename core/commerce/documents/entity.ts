import { Type } from '@sinclair/typebox'
import { defaulted, integer, json, readOnly, text } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const series = entity(
  'NumberSeries',
  'number_series',
  {
    ...ownFields,
    /** Type and year: `invoices-2026`. */
    series: readOnly(text()),
    last: readOnly(integer()),
    /** Numbers of deleted drafts, which are given again, so that no gap stays. */
    released: readOnly(defaulted(json(Type.Array(Type.Integer())), [])),
  },
  { uniques: [['series']] },
)

/** The last number of a series of documents; unique by type and year. Its row is the lock under which numbers are given. */
export class NumberSeries extends series.class {}
series.setClass(NumberSeries)
