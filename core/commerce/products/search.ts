import { sql } from 'kysely'
import { column } from '../../records/search/grammar/field.ts'
import { searchable } from '../../records/search/grammar/searchable.ts'
import { Product } from './entity.ts'
import { availableOf } from './schema.ts'

/** What conditions can name of a product. */
export const productSearch = searchable('product', Product, {
  aliases: { code: 'sku', reference: 'sku' },
  computed: {
    'prices.currency': {
      type: 'array',
      sql: (of) =>
        of.dialect === 'postgresql'
          ? sql`(select coalesce(jsonb_agg(each ->> 'currency'), '[]'::jsonb) from json_array_elements(${column('prices', of)}) as each)`
          : sql`(select json_group_array(value ->> 'currency') from json_each(${column('prices', of)}))`,
      value: ({ prices }) => prices.map(({ currency }) => currency),
    },
    stock_available: {
      type: 'number',
      sql: (of) => sql`(${column('stock_on_hand', of)} - ${column('stock_reserved', of)})`,
      value: (record) => availableOf(record),
    },
  },
  text: 'products',
})
