import { readHeader } from '../languages/headers.ts'
import { salutation } from '../values/name.ts'

const preferred = /\b(?:default|primary|main|principal|billing|invoice|business|work|head|hauptadresse)\b/i

const avoided = /\b(?:fax|telefax|shipping|delivery|ship|previous|old|other)\b/i

/** The item that stands for a list of addresses, phones or mails: the default or fullest one, never a fax or a delivery address. */
export function preferredItem(items: readonly unknown[]): unknown {
  let best: unknown
  // A fax or a delivery address never stands for the list, even when there is nothing else.
  let bestScore = -10
  for (const item of items.slice(0, 50)) {
    const score = rank(item)
    if (score > bestScore) {
      best = item
      bestScore = score
    }
  }
  return best
}

/** How well an item of a list can stand for all: defaults and full ones rank above others. */
export function rank(item: unknown): number {
  // The lines of an address may begin with a salutation.
  if (typeof item !== 'object' || item === null) return item === null || item === '' ? -1 : salutation.test(String(item)) ? 0 : 1
  let score = 0
  for (const [key, value] of Object.entries(item)) {
    if (value === null || value === '' || value === undefined) continue
    const type = typeof value === 'string' && /type|kind|label|name|rel|use/i.test(key)
    if (type && avoided.test(value)) score -= 100
    else if (type && preferred.test(value)) score += 1.5
    else if (value === true && /default|primary|main/i.test(key)) score += 20
    else if (!type) score++
  }
  return score
}

/** What all variants of a product share: with one variant its own fields, with several only a common price. */
export function sharedFields(items: readonly unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = Object.create(null)
  const objects = items.filter((item): item is object => typeof item === 'object' && item !== null)
  const [first] = objects
  if (!first) return merged
  for (const [key, value] of Object.entries(first)) {
    if (objects.length === 1) merged[key] = value
    else if (readHeader(key).words.includes('price') && objects.every((item) => Reflect.get(item, key) === value)) merged[key] = value
  }
  return merged
}
