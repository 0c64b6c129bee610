import type { Row } from '../../storage/codec.ts'
import type { EntityClass } from '../../storage/entity.ts'
import type { BatchContext } from './context.ts'
import type { Target } from './target.ts'

/** Links the lines that named these products before they came (ingest.md 6, case 4); name and unit fill what is empty. */
export async function linkLines({ records, entities, lock }: BatchContext, products: readonly Target[]): Promise<void> {
  const bySku = new Map(products.filter(isNewSku).map(({ record }) => [String(record['sku']), record] as const))
  if (bySku.size === 0) return
  for (const entity of (entities as readonly EntityClass[]).filter(holdsLines)) {
    const found = await records.db
      .selectFrom(entity.table)
      .select('id')
      .where('product_id', 'is', null)
      .where(records.anyOf(entity, 'sku', bySku.keys()))
      .execute()
    const lines = await records.findBy(
      entity,
      'id',
      found.map((row) => row['id']),
      { lock },
    )
    await records.update(
      entity,
      lines.map((before) => ({ before, changes: linked(before, bySku.get(String(before['sku']))) as never })),
    )
  }
}

function linked(line: Row, product: Row | undefined): Row {
  if (!product) return {}
  return { product_id: product['id'], name: line['name'] ?? product['name'], unit: line['unit'] ?? product['unit'] }
}

function isNewSku({ used, changed, before, record }: Target): boolean {
  return used && changed && Boolean(record['sku']) && before?.['sku'] !== record['sku']
}

function holdsLines({ fields }: EntityClass): boolean {
  return 'document_id' in fields && 'sku' in fields && 'product_id' in fields
}
