/**
 * The custom properties that an app has defined, by record type. An app declares them once, and records, inputs and answers are typed by
 * that; what is not named keeps any value.
 *
 * ```ts
 * declare module 'rapport-crm' {
 *   interface CustomProperties {
 *     contacts: { tier: 'gold' | 'silver' }
 *   }
 * }
 * ```
 */
export interface CustomProperties {}

/** Methods of a record type whose inputs and answers have the custom properties that the app declares for it. */
export type Customized<M, P extends string> = P extends keyof CustomProperties ? Named<M, Values<CustomProperties[P]>> : M

type Values<C> = { [N in keyof C]?: C[N] | null } & { [name: string]: string | number | boolean | string[] | null }
type Named<M, C> = {
  readonly [K in keyof M]: M[K] extends (...args: infer A) => Promise<infer R> ? (...args: In<A, C>) => Promise<In<R, C>> : M[K]
}
// What is no plain object has methods, and no custom properties.
type In<V, C> = V extends (...args: never[]) => unknown
  ? V
  : V extends object
    ? { [K in keyof V]: K extends 'custom' | 'custom_properties' ? C | Extract<V[K], undefined> : In<V[K], C> }
    : V
