import type { Registry } from '../../kernel/feature/registry.ts'
import type { IngestObject } from './objects.ts'

/**
 * Reads one source value, as text, before the general rules do: undefined hands it on unchanged, null takes nothing. `record` is the whole
 * source record.
 */
export type ValueRule = (value: string, record: Readonly<Record<string, unknown>>) => unknown

/**
 * Source keys or paths of one object (`a.b`, `a.*` for all below) and the canonical field each one means: of several joined by `|` the
 * first that fits the values; null ignores it.
 */
export type Aliases = Readonly<Record<string, string | null>>

/** The field names of one product: plain data that a plugin contributes. Each batch is tested for the vocabulary that it uses. */
export interface Vocabulary {
  /** Unique, kebab-case: `sage-100`. */
  readonly name: string
  /** As people call the product. */
  readonly title: string
  /** Keys and values by which a batch is recognized; few hits suffice, so list only those that no other product has. */
  readonly fingerprint: {
    /** Source keys that this product has and others have not. */
    readonly keys?: readonly string[]
    /** Patterns of key names, for families such as `x_id/id`. */
    readonly keyPatterns?: readonly RegExp[]
    /** Patterns of text values, such as `base.res_partner_1`. */
    readonly values?: readonly RegExp[]
    /** How many different hits identify the product (default 2). */
    readonly hits?: number
  }
  /** By object; `documents` are of quotes, orders, invoices and credit notes, `all` of every object. */
  readonly aliases: Readonly<Partial<Record<IngestObject | 'documents' | 'all', Aliases>>>
  /** Source keys of the lines of a document, and what the columns of a line mean. */
  readonly lines?: { readonly keys?: readonly string[]; readonly aliases?: Aliases }
  /** How lists of other names are used: their items are lines, the best item stands for all, or they are ignored. */
  readonly lists?: Readonly<Record<string, 'lines' | 'one' | 'none'>>
  /** True where amounts are whole numbers of the currency's smallest unit: 1999 is 19.99 EUR and 1999 JPY. */
  readonly minorUnits?: boolean
  /** Readers of values by source key or path, else by canonical field (`sku`); those of a line begin with `lines.`. */
  readonly values?: Readonly<Record<string, ValueRule>>
  /** Values that follow from the record as a whole, by canonical field; they fill only what the columns left empty. */
  readonly also?: (record: Readonly<Record<string, unknown>>, object: IngestObject) => Readonly<Record<string, unknown>>
  /** True for a document of a supplier where neither its type nor its parties show that; it is rejected. */
  readonly isPurchase?: (record: Readonly<Record<string, unknown>>) => boolean
  /** The object that a record really is (a refund among invoices), or null to leave it. */
  readonly objectOf?: (record: Readonly<Record<string, unknown>>, object: IngestObject) => IngestObject | null
}

/** Declares a vocabulary: the identity function that gives a plain object its type. */
export const vocabulary = <const V extends Vocabulary>(definition: V): Vocabulary => definition

/** The vocabularies of all features. The kernel knows no more of them than that they are there: `vocabulary` has checked the rest. */
export function vocabulariesOf(registry: Registry): readonly Vocabulary[] {
  return registry.all('vocabularies') as readonly Vocabulary[]
}
