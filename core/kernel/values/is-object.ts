/** True for an object, lists among them, whose members can be read by name; false for null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The members of an object by name; nothing has none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}
