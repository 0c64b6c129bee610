/** Tags are the same whatever their case. */
export const tagKey = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** Tags trimmed, the first spelling of each kept, compared without case (workflows.md 3.4). */
export function uniqueTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const tag of tags.map((each) => each.trim()).filter(Boolean)) if (!seen.has(tagKey(tag))) seen.set(tagKey(tag), tag)
  return [...seen.values()]
}
