import type { TObject } from '@sinclair/typebox'
import { mapValues } from '../../kernel/values/objects.ts'
import type { Feature } from '../../kernel/feature/feature.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Counts, Relations } from './relation.ts'
import { type Related, related } from './relation.ts'
import type { SearchField } from '../search/grammar/field.ts'
import { type Filtered, filtered } from '../search/filtered.ts'
import type { Related as RelatedSearch, Searchable } from '../search/grammar/searchable.ts'
import type { Contribution, Part } from './contribution.ts'
import type { RecordType } from './record-type.ts'

/** What a record type is once all features have added to it. */
export type Composed<T extends RecordType> = Omit<T, 'record' | 'present' | 'list' | 'search' | 'relations' | 'counts'> &
  Omit<Shown<T, WholeOf<T>>, keyof RecordType> &
  Pick<Shown<T, WholeOf<T>>, 'record' | 'list'> & {
    /** A record as everything but lists shows it. */
    present: T['present']
    /** What lists show of a record, and how. */
    readonly listed: { readonly record: Shown<T, T['record']>['record']; present: T['present'] }
    /** What the record type declares itself, without figures and related records. */
    readonly declared: T
    readonly search: Searchable
    readonly relations: Relations
    readonly counts: Counts
    /** Rows that are deleted for good with a record. */
    readonly parts: readonly Part[]
  }

type WholeOf<T extends RecordType> = T extends { readonly whole: { readonly record: infer W extends TObject } } ? W : T['record']
type Shown<T extends RecordType, O extends TObject> = Filtered<
  Related<
    Omit<T, 'record'> & { readonly record: O },
    T extends { readonly relations: infer X extends Relations } ? X : Record<never, never>,
    T extends { readonly counts: infer N extends Counts } ? N : Record<never, never>
  >
>

/** Any composed record type, for what loops over all of them. */
export type AnyComposed = Composed<RecordType>

type Aspect = 'search' | 'report' | 'export' | 'lists' | 'picklists' | 'timeline' | 'timelineEntry' | 'merge' | 'links' | 'similarity'

/** The record types of an engine, each with what features contribute to it: the one list that every service loops over. */
export class RecordTypes {
  /** In the order in which they are best read; those of plugins follow in the order of the features. */
  readonly all: readonly AnyComposed[]
  readonly #byPlural: ReadonlyMap<string, AnyComposed>

  /** Throws `invalid_input` for a contribution to a record type that no feature declares. */
  constructor(features: readonly Feature[], readingOrder: readonly string[] = []) {
    // Only `recordType` and `contribution` make what the kernel calls by these names.
    const types = features.flatMap(({ recordTypes = [] }) => recordTypes as readonly RecordType[])
    const contributions = features.flatMap(({ contributes = [] }) => contributes as readonly Contribution[])
    for (const { to } of contributions)
      if (!types.some(({ plural }) => plural === to)) throw new CrmError('invalid_input', `No feature declares the record type ${to}`)
    const prepares = features.flatMap(({ prepareConditions }) => prepareConditions ?? [])
    const searches = searchesOf(types, contributions, prepares)
    const place = ({ plural }: RecordType) => readingOrder.indexOf(plural) + 1 || Number.POSITIVE_INFINITY
    const ordered = types.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
    this.all = ordered.map((type) => composed(type, contributions, searches.get(type.plural)))
    this.#byPlural = new Map(this.all.map((each) => [each.plural, each]))
  }

  /** A declared record type with what was contributed to it. */
  of<T extends { readonly plural: string }>(type: T): T extends RecordType ? Composed<T> : never {
    // It was composed of this very declaration.
    return this.get(type.plural) as never
  }

  /** By its plural; undefined for what is no record type. */
  find(plural: string): AnyComposed | undefined {
    return this.#byPlural.get(plural)
  }

  /** By its plural; throws `invalid_input` for what is no record type. */
  get(plural: string): AnyComposed {
    const found = this.find(plural)
    if (!found) throw new CrmError('invalid_input', `${plural} is no record type`)
    return found
  }

  /** Those that declare an aspect, such as `export`. */
  with(aspect: Aspect): readonly AnyComposed[] {
    return this.all.filter((each) => each[aspect] !== undefined)
  }

  /** The plurals of those that declare an aspect. */
  plurals(aspect: Aspect): string[] {
    return this.with(aspect).map(({ plural }) => plural)
  }
}

function composed(type: RecordType, contributions: readonly Contribution[], search: Searchable | undefined): AnyComposed {
  const mine = contributions.filter(({ to }) => to === type.plural)
  const relations: Relations = Object.assign({}, type.relations, ...mine.map((each) => each.relations))
  const counts: Counts = Object.assign({}, type.counts, ...mine.map((each) => each.counts))
  const isAlone = Object.keys(relations).length === 0 && Object.keys(counts).length === 0
  const shown = (record: TObject) => {
    const whole = isAlone ? { ...type, record } : related({ ...type, record }, relations, counts)
    return search ? filtered(whole, search) : whole
  }
  const listed = shown(type.record)
  const { record, present } = type.whole ?? type
  const whole = record === type.record ? listed : shown(record)
  const composition = {
    ...whole,
    present,
    listed: { record: listed.record, present: type.present },
    declared: type,
    search,
    relations,
    counts,
    parts: mine.flatMap(({ parts = [] }) => parts),
  }
  // The types of the composed schemas follow from those of the declaration, which are open here.
  return composition as never
}

type Prepare = NonNullable<Searchable['prepare']>

/** What conditions can name of each record type; of related ones their own fields and figures, and not what these are related to. */
function searchesOf(
  types: readonly RecordType[],
  contributions: readonly Contribution[],
  prepares: readonly Prepare[],
): ReadonlyMap<string, Searchable> {
  const own = new Map(
    types.flatMap((type) => (type.search ? [[type.plural, contributedTo(type.search, type.plural, contributions, prepares)]] : [])),
  )
  return new Map(
    types.flatMap((type) => {
      const search = own.get(type.plural)
      if (!search) return []
      const named = Object.assign({}, type.related, ...contributions.filter(({ to }) => to === type.plural).map((each) => each.related))
      return [[type.plural, { ...search, related: resolved(named, own) }]]
    }),
  )
}

function contributedTo(search: Searchable, plural: string, contributions: readonly Contribution[], ofAll: readonly Prepare[]): Searchable {
  const mine = contributions.filter(({ to }) => to === plural)
  const prepares = [...ofAll, ...[search, ...mine].flatMap(({ prepare }) => (prepare ? [prepare] : []))]
  const added: Record<string, SearchField> = Object.assign({}, ...mine.map((each) => each.fields))
  const fields: Record<string, SearchField> = { ...search.fields, ...mapValues(added, (field) => ({ ...field, contributed: true })) }
  for (const [name, loadLabels] of mine.flatMap(({ labels = {} }) => Object.entries(labels)))
    if (fields[name] && loadLabels) fields[name] = { ...fields[name], loadLabels }
  return {
    ...search,
    fields,
    ...(prepares.length > 0 && {
      prepare: async (records, mentioned) => void (await Promise.all(prepares.map((each) => each(records, mentioned)))),
    }),
  }
}

function resolved(
  named: NonNullable<Contribution['related']>,
  searches: ReadonlyMap<string, Searchable>,
): Readonly<Record<string, RelatedSearch>> {
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, { to, ...by }]) => {
      const search = searches.get(to)
      // A record type of a plugin that is not loaded.
      return search ? [[name, { ...by, to: search }]] : []
    }),
  )
}
