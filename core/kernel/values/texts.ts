/** Whether a stored value is a list, whose schema lets in texts alone; its items are not looked at. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}
