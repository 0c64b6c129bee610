/** The keys of an object whose type is closed; `Object.keys` answers texts, as an object may have more keys than its type names. */
export function keysOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** An object that has a value for each of these keys, in their order. */
export function objectOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  // `fromEntries` forgets which keys there are.
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
}

/** An object with the same keys and other values. */
export function mapValues<T extends object, V>(object: T, value: (each: T[keyof T & string], key: keyof T & string) => V) {
  return objectOf(keysOf(object), (key) => value(object[key], key))
}

/** Some of the fields of an object, in the order of `names`. */
export function pick<T extends object, K extends keyof T & string>(object: T, names: readonly K[]): Pick<T, K> {
  return objectOf<K, T[K]>(names, (name) => object[name]) as Pick<T, K>
}

/** The values of a record by name, for code that knows names only as text. */
export function valuesOf(record: object): Readonly<Record<string, unknown>> {
  // Every object has values by name; only a class does not say so.
  return record as Readonly<Record<string, unknown>>
}

/** The values of an object that are not undefined. */
export function withoutUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return filtered(object, (value) => value !== undefined)
}

/** The values of an object that are neither null nor undefined. */
export function withoutNullish<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return filtered(object, (value) => value !== undefined && value !== null)
}

function filtered<T extends object, R extends Partial<Record<keyof T, unknown>>>(object: T, holds: (value: unknown) => boolean): R {
  // `fromEntries` forgets which key has which value.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => holds(value))) as R
}
