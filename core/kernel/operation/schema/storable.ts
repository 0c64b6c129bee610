/** A text of somebody else's making as both databases take it: no null character, no half of a surrogate pair, 255 characters at most. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, 255)
}
