import type { companyType } from './crm/companies/record-type.ts'
import type { contactType } from './crm/contacts/record-type.ts'
import type { dealType } from './crm/deals/record-type.ts'
import type { activityType } from './crm/activities/record-type.ts'
import type { taskType } from './crm/tasks/record-type.ts'
import type { creditNoteType } from './commerce/credit-notes/record-type.ts'
import type { invoiceType } from './commerce/invoices/record-type.ts'
import type { orderType } from './commerce/orders/record-type.ts'
import type { priceRuleType } from './commerce/price-rules/record-type.ts'
import type { productType } from './commerce/products/record-type.ts'
import type { quoteType } from './commerce/quotes/record-type.ts'
import type { Alert } from './integration/webhooks/delivery/alerts.ts'
import type { Feature } from './kernel/feature/feature.ts'
import type { emailEvents } from './outreach/emails/index.ts'
import type { sequenceEvents } from './outreach/sequences/index.ts'
import type { attachmentEvents } from './records/attachments/events.ts'
import type { externalEvents } from './records/external/index.ts'

/** What an event tells that no rule describes. */
type Anything = Readonly<Record<string, unknown>>

/** What the events of the built-in features tell (`data`), by their types. */
export interface EventData
  extends
    OfType<typeof contactType>,
    OfType<typeof companyType>,
    OfType<typeof dealType>,
    OfType<typeof taskType>,
    OfType<typeof activityType>,
    OfType<typeof productType>,
    OfType<typeof priceRuleType>,
    OfType<typeof quoteType>,
    OfType<typeof orderType>,
    OfType<typeof invoiceType>,
    OfType<typeof creditNoteType>,
    Named<typeof attachmentEvents>,
    Named<typeof externalEvents>,
    Named<typeof emailEvents>,
    Named<typeof sequenceEvents> {}

/** The same of some features, as plugins declare them. */
export type EventDataOf<P extends readonly Feature[]> = P extends readonly [infer H, ...infer R extends readonly Feature[]]
  ? OfFeature<H> & EventDataOf<R>
  : unknown

type OfFeature<F> = (F extends { readonly recordTypes: readonly (infer T)[] } ? Each<T> : unknown) &
  (F extends { readonly events: infer E } ? Named<E> : unknown) &
  (F extends { readonly triggers: readonly (infer T)[] } ? { readonly [N in TriggerName<T>]: Anything } : unknown)
type TriggerName<T> = T extends { readonly type: infer N extends string; readonly event: object } ? N : never
// Of several record types, all: a union of functions takes what all of them take.
type Each<T> = (T extends unknown ? (each: OfType<T>) => void : never) extends (all: infer A) => void ? A : never
type Named<E> = { readonly [N in keyof E]: Anything }

type OfType<T> = DeclaredBy<T> & Omit<GeneralOf<T>, keyof DeclaredBy<T>>
type DeclaredBy<T> = T extends { readonly watch: { readonly '~told'?: infer D } } ? NonNullable<D> : Nothing
type Nothing = Readonly<Record<never, never>>

/** The general events of a record type, by which its own rules leave nothing untold. */
type GeneralOf<T> = T extends { readonly singular: infer S extends string; present(record: never, now: Date): infer R }
  ? Changes<Words<S>, R> & (T extends { readonly merge: object } ? Merges<Words<S>> : unknown)
  : Nothing
type Changes<S extends string, R> = { readonly [N in `${S}.${'created' | 'deleted' | 'restored'}`]: Summed<R> } & {
  readonly [N in `${S}.updated`]: Summed<R> & {
    /** Names of the fields that have other values. */
    readonly changed: readonly string[]
    /** Their values before, long ones shortened. */
    readonly from: Anything
    /** Their values now, long ones shortened. */
    readonly to: Anything
    /** Those of them that are shortened. */
    readonly shortened?: readonly string[]
  }
}
type Merges<S extends string> = { readonly [N in `${S}.${'merged' | 'unmerged'}`]: Anything }
type Summed<R> = { readonly id: string; readonly record: R; readonly [name: string]: unknown }
type Words<S extends string> = S extends `${infer A} ${infer B}` ? `${A}_${Words<B>}` : S

/** An event as listeners, webhooks and streams are notified of it. */
export interface CrmEvent<N extends string = string, D = Anything> {
  /** `evt_17`: numbers count the events of the organization. */
  readonly id: string
  /** Such as `contact.created`. */
  readonly type: N
  /** When it happened, ISO 8601. */
  readonly created_at: string
  /** Whose event it is. */
  readonly organization: string
  /** The record that it is about. */
  readonly entity: { readonly type: string; readonly id: string }
  /** What happened; where a record was changed, with the whole record as it was then. */
  readonly data: D
}

/** What listeners of the engine can be notified of: types of events, and news for operators. */
export type EventName<D = EventData> = (keyof D & string) | Alert['type']

/** What a listener is told: `EventOf<'deal.won'>`. */
export type EventOf<N extends EventName<D>, D = EventData> = N extends Alert['type']
  ? Extract<Alert, { type: N }>
  : N extends keyof D & string
    ? CrmEvent<N, D[N]>
    : never
