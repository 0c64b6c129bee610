/** A statement with places for its values. */
export interface Bindable {
  /** With a question mark for each value. */
  readonly text: string
  /** In the order of their places. */
  readonly values: readonly unknown[]
}

// Of MikroORM: a name in place of a value, and a question mark that stands for itself.
const ESCAPES = /\?\?|\\\?/

/**
 * What MikroORM is about to run, where its values can be bound. It writes them into the text by itself: each statement is a new one then, which
 * must be prepared and drives others out. Undefined where that is needed; `takes` says of which values a driver takes.
 */
export function bindable(query: unknown, values: unknown, takes: (value: unknown) => boolean): Bindable | undefined {
  if (typeof query !== 'string' || !Array.isArray(values) || !values.every(takes) || ESCAPES.test(query)) return undefined
  return { text: query, values }
}
