import { invalid } from './errors.ts'
import { limits } from './limits.ts'

/**
 * Refuses what a body parser of the app has parsed if it has integers that a JavaScript number cannot hold: their last digits are lost, and
 * nobody would notice. Throws `invalid_input` (`rounded`, with the place of the first; `too_deep`).
 */
export function refuseRounded(parsed: unknown): void {
  const path = roundedAt(parsed, 0)
  if (path !== undefined)
    throw invalid(path, 'rounded', 'is an integer beyond 2^53, of which this app lost digits as it parsed the body: send it as a text')
}

function roundedAt(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > limits.json_depth.value) throw invalid('', 'too_deep', `The body is nested deeper than ${limits.json_depth.value} levels`)
  for (const [key, each] of Object.entries(value)) {
    const rest = roundedAt(each, depth + 1)
    if (rest !== undefined) return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${rest}`
  }
  return undefined
}
