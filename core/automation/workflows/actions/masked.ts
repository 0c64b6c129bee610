import type { Action } from './action.ts'

const MASK = '***'

/** A configuration as histories show it: without the values that its action masks. */
export function masked(
  { masked: names = [] }: Pick<Action, 'masked'>,
  config: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (names.length === 0) return config
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, names.includes(name) ? hidden(name, value) : value]))
}

// Of an address its query may be a secret; of headers all values.
function hidden(name: string, value: unknown): unknown {
  if (typeof value === 'string' && URL.canParse(value)) {
    const url = new URL(value)
    return name === 'webhook_url' ? `${url.origin}/${MASK}` : `${url.origin}${url.pathname}${url.search && `?${MASK}`}`
  }
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.keys(value).map((key) => [key, MASK]))
  return MASK
}
