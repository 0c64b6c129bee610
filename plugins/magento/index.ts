import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Magento (Adobe Commerce): its REST API and its product files. */
export const magento = () => plugin({ name: 'magento', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

/** A text of a product: Magento keeps them in a list of codes and values. */
const attribute = ({ custom_attributes: list }: Source, code: string) =>
  Array.isArray(list) ? (list as (Source | null)[]).find((each) => each?.attribute_code === code)?.value : undefined

const words = vocabulary({
  name: 'magento',
  title: 'Magento',
  fingerprint: {
    keys: ownKeys,
    hits: 3,
  },
  aliases,
  lines: {
    keys: ['items'],
    aliases: lineAliases,
  },
  // A tier price may be a percentage, and so may the discount of a cart rule.
  values: { price: (_, { price_type: type }) => (type === 'discount' ? null : undefined) },
  also: (record, object) => {
    if (object === 'products') return { description: attribute(record, 'description'), cost: attribute(record, 'cost') }
    if (object !== 'price_rules') return {}
    return record.simple_action === 'by_percent'
      ? { discount_percent: record.discount_amount }
      : record.price_type === 'discount'
        ? { discount_percent: record.price }
        : {}
  },
})
