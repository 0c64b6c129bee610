import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { trackingScript } from '../../../core/outreach/visits/script.ts'

interface Told {
  readonly url: string
  readonly body: { readonly visits: readonly { readonly url: string; readonly visitor_id: string }[] }
}

/** A page with the script, as far as the script knows browsers. */
function browser({ consent = false, navigator = {} }: { readonly consent?: boolean; readonly navigator?: object } = {}) {
  const told: Told[] = []
  const stored = new Map<string, string>()
  const listeners = new Map<string, () => void>()
  const timers: (() => void)[] = []
  const note = (url: string, body: string) => told.push({ url, body: JSON.parse(body) as Told['body'] })
  const location = { href: 'https://www.x.example/start?q=1#top' }
  const history = {
    pushState: (_state: object, _title: string, url: string) => void (location.href = new URL(url, location.href).href),
    replaceState() {},
  }
  const window = {
    location,
    history,
    crypto,
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    rapport: undefined as unknown as { consent(given: boolean): void; visitorId(): string | null },
  }
  const dataset = { key: 'rk_site', ...(consent && { requireConsent: 'true' }) }
  const answer = { ok: true, json: async () => await Promise.resolve({ visitor_id: 'other' }) }
  runInNewContext(trackingScript, {
    window,
    document: { currentScript: { dataset, src: 'https://crm.example/t/w.js' }, title: 'Start', referrer: '' },
    navigator: { sendBeacon: (url: string, body: string) => note(url, body) > 0, ...navigator },
    fetch: async (url: string, { body }: { readonly body: string }) => (note(url, body), await Promise.resolve(answer)),
    setTimeout: (work: () => void) => timers.push(work),
    clearTimeout: (timer: number) => void (timers[timer - 1] = () => undefined),
    URL,
  })
  const wait = () => {
    for (const work of timers.splice(0)) work()
    for (const work of timers.splice(0)) work()
  }
  const pages = () => told.flatMap(({ body }) => body.visits.map(({ url }) => new URL(url).pathname))
  return { window, told, stored, wait, pages, leave: () => listeners.get('pagehide')?.() }
}

it('the script tells of pages, also of those that a script shows, under one id of the site', () => {
  const { window, told, stored, wait, pages } = browser()
  wait()
  window.history.pushState({}, '', '/next')
  wait()
  expect(pages()).toEqual(['/start', '/next'])
  expect(told[0]).toMatchObject({
    url: 'https://crm.example/t/v',
    body: { key: 'rk_site', visits: [{ visitor_id: stored.get('rapport_id') }] },
  })
  expect(window.rapport.visitorId()).toBe(stored.get('rapport_id'))
})

it('the script stores and sends nothing before it may, and forgets the visitor who takes it back', () => {
  const { window, stored, wait, pages, leave } = browser({ consent: true })
  wait()
  leave()
  expect([pages(), stored.size, window.rapport.visitorId()]).toEqual([[], 0, null])
  window.rapport.consent(true)
  wait()
  expect([pages(), stored.size]).toEqual([['/start'], 1])
  window.rapport.consent(false)
  window.history.pushState({}, '', '/next')
  wait()
  leave()
  expect([pages(), stored.size]).toEqual([['/start'], 0])
})

it('the script tells the last page when it is left, with beacons blocked, too', () => {
  for (const navigator of [{}, { sendBeacon: () => false }, { sendBeacon: undefined }]) {
    const { pages, leave } = browser({ navigator })
    leave()
    expect(pages()).toEqual(['/start'])
  }
})

it('the script leaves alone who does not want to be tracked', () => {
  for (const navigator of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
    const { window, stored, wait, pages, leave } = browser({ navigator })
    window.rapport.consent(true)
    wait()
    leave()
    expect([pages(), stored.size]).toEqual([[], 0])
  }
})
