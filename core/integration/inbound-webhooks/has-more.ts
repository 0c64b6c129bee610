/** Whether a mark stands more often than that in a text or in bytes. */
export function hasMore(text: string | Buffer, mark: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) if ((count += 1) > most) return true
  return false
}
