/** The first item of a list that always has one; throws where it has none, which is a fault of the engine. */
export function only<T>([item]: readonly T[]): NonNullable<T> {
  if (item === undefined || item === null) throw new Error('A list that must have an item has none')
  return item
}
