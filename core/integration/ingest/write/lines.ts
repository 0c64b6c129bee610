import { Product } from '../../../commerce/products/entity.ts'
import type { Line, LineClass, LineValues } from '../../../commerce/documents/lines.ts'
import { equal } from '../../../kernel/storage/schema/equal.ts'
import { keysOf } from '../../../kernel/values/objects.ts'
import type { BatchContext } from '../match/context.ts'
import { fingerprint, type SentBefore } from '../match/merge.ts'
import type { Flat } from '../match/rules.ts'
import type { NewLine, Target } from '../match/target.ts'
import type { MatchedRecord } from '../match/matched-record.ts'

type MakeLine = (line: Flat, document: MatchedRecord) => LineValues

/** The lines of the documents of a batch: replaced as a whole where they are given and differ. */
export class LinePlan {
  readonly #entity: LineClass
  readonly #make: MakeLine
  readonly #context: BatchContext
  readonly #stored = new Map<string, Line[]>()
  #products: ReadonlyMap<string, Pick<Product, 'id' | 'name' | 'unit'>> = new Map()

  constructor(entity: LineClass, make: MakeLine, context: BatchContext) {
    this.#entity = entity
    this.#make = make
    this.#context = context
  }

  /** Looks up the products of all lines, and the lines that are stored. */
  async load(targets: readonly Target[]): Promise<void> {
    const { records } = this.#context
    const given = targets.filter(({ entries }) => entries.some(({ draft }) => draft.lines))
    const skus = new Set(
      given.flatMap(({ entries }) => entries.flatMap(({ draft }) => (draft.lines ?? []).flatMap((line) => line['sku'] ?? []))),
    )
    if (skus.size > 0) {
      const rows = await records.columns(Product, ['id', 'sku', 'name', 'unit'], (query) =>
        query.where('deleted_at', 'is', null).where(records.anyOf(Product, 'sku', skus)),
      )
      this.#products = new Map(rows.map((row) => [String(row.sku), row]))
    }
    const known = targets.filter(({ before }) => before !== null).map(({ id }) => id)
    const stored = await records.findBy(this.#entity, 'document_id', known)
    for (const line of stored.toSorted((a, b) => a.position - b.position)) {
      const { document_id } = line
      this.#stored.set(document_id, [...(this.#stored.get(document_id) ?? []), line])
    }
  }

  /** The lines of a target as they were, where they change. */
  stored({ id, lines }: Target): readonly Line[] | undefined {
    return lines ? (this.#stored.get(id) ?? []) : undefined
  }

  /** The lines of a target as they will be. */
  of(target: Target): readonly NewLine[] {
    return target.lines ?? this.#stored.get(target.id) ?? []
  }

  /** Gives a target the lines that its source gives, where any differs. */
  plan(target: Target, { own, others }: SentBefore): void {
    const given = target.entries.findLast(({ draft }) => draft.lines)?.draft.lines
    if (!given) return
    const stored = this.#stored.get(target.id) ?? []
    const said = own?.lines
    const policy = this.#context.source.conflictPolicy
    if (policy === 'fill_empty' && stored.length > 0) return
    // As with fields: a source never sets again what it sent before, nor overwrites what only another source has set.
    if (
      target.before !== null &&
      policy === 'own_fields' &&
      (said === fingerprint(given) || (said === undefined && stored.length > 0 && others.some(({ lines }) => lines)))
    )
      return
    const lines = given.map((line, at) => this.#lineOf(line, target, at + 1))
    if (target.before === null || !isSame(stored, lines)) target.lines = lines
  }

  async write(targets: readonly Target[]): Promise<void> {
    const { records, ids } = this.#context
    const changed = targets.filter(({ lines }) => lines !== null)
    const added: Line[] = []
    const updates: { before: Line; changes: NewLine }[] = []
    const gone: string[] = []
    for (const { id, lines } of changed) {
      const stored = this.#stored.get(id) ?? []
      lines?.forEach((line, at) => {
        const before = stored[at]
        if (before) updates.push({ before, changes: line })
        else added.push({ ...line, id: ids.next() })
      })
      gone.push(...stored.slice(lines?.length).map(({ id }) => id))
    }
    await records.insert(this.#entity, added)
    await records.update(this.#entity, updates)
    if (gone.length > 0)
      await records.db
        .deleteFrom(this.#entity.table)
        .where(records.anyOf(this.#entity, 'id', gone))
        .execute()
  }

  #lineOf(line: Flat, { id, record }: Target, position: number): NewLine {
    const own = { user_from: this.#context.records.unit.actor.organization, document_id: id, position }
    const made = this.#make(line, record)
    const product = this.#products.get(String(made.sku))
    const known = product ? { product_id: product.id, name: made.name ?? product.name, unit: made.unit ?? product.unit } : {}
    return { ...made, ...own, ...known }
  }
}

function isSame(stored: readonly Line[], lines: readonly NewLine[]): boolean {
  return stored.length === lines.length && lines.every((line, at) => keysOf(line).every((field) => equal(stored[at]?.[field], line[field])))
}
