/** Tags are the same whatever their case. */
export const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** Tags in the spelling that they have had so far, and as they were where none comes or goes. */
export function spelledAs(known: readonly string[], tags: readonly string[]): readonly string[] {
  const spelling = new Map(known.map((each) => [tagKey(each), each]))
  const spelled = uniqueTags(tags).map((each) => spelling.get(tagKey(each)) ?? each)
  const isSame = spelled.length === known.length && spelled.every((each) => spelling.has(tagKey(each)))
  return isSame ? known : spelled
}

/** Tags trimmed, the first spelling of each kept, compared without case. */
export function uniqueTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags.map((each) => each.trim()).filter(Boolean)) if (!seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}
