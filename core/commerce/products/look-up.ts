import { invalid } from '../../kernel/operation/errors.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { Product } from './entity.ts'

/** The product of each line, by id or sku; undefined for an unknown sku. Throws `invalid_input` for an unknown id. */
export async function productsOf(
  records: Records,
  lines: readonly { readonly product_id?: string | null; readonly sku?: string | null }[],
): Promise<(Product | undefined)[]> {
  const ids = lines.flatMap(({ product_id }) => product_id ?? [])
  const skus = lines.flatMap(({ product_id, sku }) => (product_id ? [] : (sku?.trim() ?? [])))
  const byId = new Map((await records.findBy(Product, 'id', ids)).map((each) => [each.id, each]))
  const bySku = new Map((await records.findBy(Product, 'sku', skus)).map((each) => [each.sku, each]))
  return lines.map(({ product_id, sku }, at) => {
    const product = product_id ? byId.get(product_id) : bySku.get(sku?.trim() ?? '')
    if (product_id && !product) throw invalid(`/lines/${at}/product_id`, 'unknown_record', `There is no product with the id ${product_id}`)
    return product
  })
}
