import { isIP } from 'node:net'
import { CrmError } from 'rapport-crm'

/** Requests that pages answer in a minute. */
export interface PageLimits {
  /** From one address; of IPv6, from one network of 64 bits. */
  readonly perAddress: number
  /** For one page, that is for one token, from all addresses. */
  readonly perToken: number
}

/** What a person with an office behind one address does not reach, and who guesses tokens does. */
export const pageLimits: PageLimits = { perAddress: 120, perToken: 60 }

const WINDOW_MS = 60_000
/** Windows in memory at most: whoever asks from ever new addresses makes the oldest be forgotten, and the process does not grow. */
const MOST_WINDOWS = 20_000

interface Window {
  count: number
  readonly ends: number
}

/** Counts the requests of visitors, in the memory of this process. */
export class PageLimiter {
  readonly #limits: PageLimits
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  constructor(limits: PageLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** How many windows are in memory. */
  get size(): number {
    return this.#windows.size
  }

  /** Throws `rate_limited` with the seconds until the window ends. What has limits of its own is counted by itself, under its `name`. */
  count(ip: string | undefined, token: string | undefined, own?: PageLimits & { readonly name: string }): void {
    const { perAddress, perToken } = own ?? this.#limits
    const name = own ? `${own.name} ` : ''
    if (ip !== undefined) this.#count(`${name}from ${networkOf(ip)}`, perAddress)
    if (token !== undefined) this.#count(`${name}to ${token.slice(0, 200)}`, perToken)
  }

  #count(key: string, most: number): void {
    const now = this.#now()
    const known = this.#windows.get(key)
    const window = known && known.ends > now ? known : { count: 0, ends: now + WINDOW_MS }
    window.count += 1
    if (window !== known) {
      // A window that begins is the youngest of the map, whose order is that of their ends.
      this.#windows.delete(key)
      this.#windows.set(key, window)
      this.#forget(now)
    }
    if (window.count > most)
      throw new CrmError('rate_limited', 'Too many requests for this page: try again in a minute', {
        retry_after: (window.ends - now) / 1000,
      })
  }

  #forget(now: number): void {
    for (const [key, { ends }] of this.#windows) {
      if (ends > now && this.#windows.size <= MOST_WINDOWS) return
      this.#windows.delete(key)
    }
  }
}

// Who has one address of IPv6 has the whole network.
function networkOf(ip: string): string {
  if (isIP(ip) !== 6 || /^::ffff:\d+\./i.test(ip)) return ip
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const [front, back] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0') : []
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
