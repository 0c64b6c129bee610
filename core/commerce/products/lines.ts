import type { EntityTable } from '../../kernel/storage/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'

/**
 * Links the lines that named these products by sku before the products existed: lines of all documents, whoever may see them. Name and
 * unit fill what is empty. `entities` are the entities of the engine.
 */
export async function linkLines(records: Records, entities: readonly EntityTable[], products: readonly Row[]): Promise<void> {
  const bySku = new Map(products.filter(({ sku }) => sku).map((product) => [String(product['sku']), product] as const))
  if (bySku.size === 0) return
  const { whole } = records
  for (const entity of entities.filter(holdsLines)) {
    const found = await whole.db
      .selectFrom(entity.table)
      .select('id')
      .where('product_id', 'is', null)
      .where(whole.anyOf(entity, 'sku', bySku.keys()))
      .execute()
    const ids = found.map((row) => row['id'])
    const lines = await whole.findBy(entity, 'id', ids, { lock: true })
    await whole.update(
      entity,
      lines.map((before) => ({ before, changes: linked(before, bySku.get(String(before['sku']))) as never })),
    )
  }
}

function linked(line: Row, product: Row | undefined): Row {
  if (!product) return {}
  return { product_id: product['id'], name: line['name'] ?? product['name'], unit: line['unit'] ?? product['unit'] }
}

function holdsLines({ fields }: EntityTable): boolean {
  return 'document_id' in fields && 'sku' in fields && 'product_id' in fields
}
