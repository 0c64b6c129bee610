/** True for an object, lists among them, whose members can be read by name; false for null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
