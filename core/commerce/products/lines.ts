import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/**
 * Links the lines that named these products by sku before the products existed: lines of all documents, whoever may see them. Name and
 * unit fill what is empty. `entities` are the entities of the engine.
 */
export async function linkLines(records: Records, entities: readonly EntityTable[], products: readonly Row[]): Promise<void> {
  const bySku = new Map(products.flatMap((product): [string, Row][] => (product.sku ? [[String(product.sku), product]] : [])))
  if (bySku.size === 0) return
  const { whole } = records
  for (const entity of entities.filter(holdsLines)) {
    const found = await whole.db
      .selectFrom(entity.table)
      .select('id')
      .where('product_id', 'is', null)
      .where(whole.anyOf(entity, 'sku', bySku.keys()))
      .execute()
    const ids = found.map(({ id }) => id)
    const lines = await whole.findBy(entity, 'id', ids, { lock: true })
    await whole.update(
      entity,
      lines.map((before) => ({ before, changes: linked(before, bySku.get(String(before.sku))) })),
    )
  }
}

function linked({ name, unit }: Row, product: Row | undefined): Row {
  return product ? { product_id: product.id, name: name ?? product.name, unit: unit ?? product.unit } : {}
}

function holdsLines({ fields }: EntityTable): boolean {
  return 'document_id' in fields && 'sku' in fields && 'product_id' in fields
}
