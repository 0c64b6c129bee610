import type { Static } from '@sinclair/typebox'
import type { AnyWatch, TextRule } from '../../kernel/storage/schema/changes.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { type Identity, idsOf } from './identities.ts'
import type { SearchHit } from './schema.ts'
import { bestMatches } from './text-search.ts'

type Watched = AnyWatch & { readonly text: TextRule<object> }

/** Finds records of all types by their words or by an identity. */
export class SearchService {
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  readonly #watches: ReadonlyMap<string, Watched>

  constructor({ records, registry }: Resolved<typeof SearchService.uses>) {
    this.#records = records
    const watches = registry.watches.filter((each): each is Watched => each.text !== undefined)
    this.#watches = new Map(watches.map((each) => [each.text.object, each]))
  }

  /**
   * The best matches of all words, over these types (plurals, or as hits name them), or all; `score` tells how good each is. Throws `not_allowed` for a type that
   * is not searched by its words.
   */
  async all(q: string, types: readonly string[] | undefined, limit: number): Promise<Static<typeof SearchHit>[]> {
    const known = [...this.#watches.keys()]
    const plurals = types?.map((each, at) => {
      const found = [...this.#watches.values()].find(({ text, entityType }) => text.object === each || entityType === each)
      if (found) return found.text.object
      const message = `${each} is no type of record that is searched by words${suggestion(each, known)}`
      throw invalid(`/types/${at}`, 'not_allowed', message, known)
    })
    const hits = await bestMatches(this.#records, plurals ?? known, q, limit)
    const shown = await this.#shown(Map.groupBy(hits, ({ object }) => object))
    return hits.flatMap(({ id, score }) => {
      const record = shown.get(id)
      return record ? [{ ...record, score }] : []
    })
  }

  /** The live records that this identity means and the caller sees, the most certain first, with what each was found by. */
  async resolve(identity: Identity): Promise<(Static<typeof SearchHit> & { matched_by: string })[]> {
    const found = await idsOf(
      this.#records,
      [...this.#watches.values()].map(({ entity, text }) => ({ entity, object: text.object })),
      identity,
    )
    const shown = await this.#shown(Map.groupBy(found, ({ object }) => object))
    return found.flatMap(({ id, by }) => {
      const record = shown.get(id)
      return record ? [{ ...record, score: 1, matched_by: by }] : []
    })
  }

  async #shown(groups: ReadonlyMap<string, readonly { readonly id: string }[]>) {
    const shown = new Map<string, Omit<Static<typeof SearchHit>, 'score'>>()
    for (const [object, hits] of groups) {
      const watch = this.#watches.get(object)
      if (!watch) continue
      const ids = hits.map(({ id }) => id)
      const today = await this.#records.dayFor(watch)
      for (const record of await this.#records.findBy(watch.entity, 'id', ids)) {
        const summary = watch.summary(record, today)
        const id = String(record.id)
        shown.set(id, { type: watch.entityType, id, name: nameOf(summary, record), summary })
      }
    }
    return shown
  }
}

function nameOf(summary: Row, { id, number, name, primary_email, title }: Row): string {
  const named = [summary.name, number, summary.title, name, primary_email, title]
  return String(named.find((each) => typeof each === 'string' && each !== '') ?? id)
}
