import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pages } from 'rapport-crm/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser } from '../../support/browser.ts'
import { type TestEngine, testEngine } from '../../support/testing.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
/** A clock that the browser and the engine share: what it tells must be of now. */
const now = new Date()

describe.skipIf(noBrowser)(`Website tracking in a browser${noBrowser}`, () => {
  let opened: TestEngine
  let shop: BrowserLab
  let html = ''
  let close = () => {}
  beforeAll(async () => {
    opened = await testEngine()
    opened.clock.set(now)
    const site = pages(opened.engine).node
    const crm = createServer((req, res) => {
      // The browser that runs tests says that it is a robot.
      req.headers['user-agent'] = agent
      site(req, res)
    })
    await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve))
    close = () => crm.close()
    const origin = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`
    shop = await BrowserLab.open((req, res) => {
      const consent = (req.url ?? '').startsWith('/asks') ? ' data-require-consent="true"' : ''
      res.writeHead(200, { 'content-type': 'text/html' })
      res.end(`<!doctype html><title>Shop</title><p>Hello</p>${html.replace('data-key', `${consent} data-key`)}`)
    })
    const { key } = await opened.crm.apiKeys.create({ name: 'Shop', widget: true, allowed_origins: [shop.origin] })
    const snippet = await opened.crm.tracking.snippet()
    html = snippet.html.replace('/t/w.js', `${origin}/t/w.js`).replace('YOUR_WIDGET_KEY', key ?? '')
  })
  afterAll(async () => {
    await shop?.[Symbol.asyncDispose]()
    close()
    await opened?.close()
  })
  const visited = async () => (await opened.crm.tracking.list({})).visits.map(({ url }) => new URL(url).pathname)

  it('tells of pages, also of those that a script shows, and finds no fault', async () => {
    const { page, said } = await shop.visit('/start?secret=1#top')
    await page.waitForResponse((each) => each.url().endsWith('/t/v'))
    const moved = page.waitForResponse((each) => each.url().endsWith('/t/v'))
    await page.evaluate(`history.pushState({}, '', '/next')`)
    await moved
    expect((await visited()).toSorted()).toEqual(['/next', '/start'])
    expect(said).toEqual([])
    expect(await page.evaluate(`rapport.visitorId().length`)).toBeGreaterThan(20)
  })

  it('stores and sends nothing before it may', async () => {
    const { page, asked } = await shop.visit('/asks')
    await page.waitForTimeout(600)
    expect(asked.filter((each) => each.endsWith('/t/v'))).toEqual([])
    expect(await page.evaluate(`localStorage.length`)).toBe(0)
    const told = page.waitForResponse((each) => each.url().endsWith('/t/v'))
    await page.evaluate(`rapport.consent(true)`)
    expect((await told).status()).toBe(200)
    expect(await visited()).toContain('/asks')
  })

  it('tells the last page when it is left, with beacons blocked, too', async () => {
    const { page } = await shop.visit('/left')
    await page.goto('about:blank')
    await expect.poll(visited).toContain('/left')
    const blocked = await shop.visit('/start')
    await blocked.page.evaluate(`navigator.sendBeacon = () => false; history.pushState({}, '', '/blocked')`)
    await blocked.page.waitForTimeout(50)
    await blocked.page.goto('about:blank')
    await expect.poll(visited).toContain('/blocked')
  })

  it('respects who does not want to be tracked', async () => {
    const page = (await shop.visit('/start')).page
    await page.context().addInitScript(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${shop.origin}/private`)
    await page.waitForTimeout(500)
    expect(asked.filter((each) => each.endsWith('/t/v'))).toEqual([])
    expect(await visited()).not.toContain('/private')
  })
})
