import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { pages } from 'rapport-crm/pages'
import { describe, expect, it } from 'vitest'
import { testEngine } from '../support/testing.ts'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser']
const executablePath = browsers.find((each) => existsSync(each))
const why = executablePath ? '' : ` (skipped: no Chromium at ${browsers.join(' or ')})`

describe(`The public page of a quote in a browser${why}`, () => {
  it.skipIf(!executablePath)('is read by its names and accepted by keyboard, loads nothing else, and breaks no policy', async () => {
    await using opened = await testEngine()
    const { engine, crm } = opened
    const server = createServer(pages(engine).node)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    try {
      const { id } = await crm.quotes.create({ title: 'Chairs', lines: [{ name: 'Chair', quantity: 2, unit_price: 50, tax_rate: 20 }] })
      const { public_token } = await crm.quotes.send({ id })
      const page = await browser.newPage({ locale: 'en-GB' })
      const [asked, said]: [string[], string[]] = [[], []]
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      page.on('console', (message) => said.push(message.text()))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/q/${public_token}`)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quote QUO-2026-00001')
      expect(await page.getByRole('row').count()).toBe(2)
      // The style is let in by its hash: without it the button would have the look of the browser.
      expect(await page.getByRole('button', { name: 'Accept this quote' }).evaluate((button) => getComputedStyle(button).cursor)).toBe(
        'pointer',
      )
      await page.getByLabel('Your name').fill('Grace Hopper')
      await page.getByLabel('Your name').press('Enter')
      await page.getByRole('status').waitFor()
      expect(await page.getByRole('status').textContent()).toContain('Accepted by Grace Hopper')
      expect(await page.getByRole('button').count()).toBe(0)
      await page.emulateMedia({ media: 'print' })
      expect((await page.pdf()).length).toBeGreaterThan(1000)
      expect(asked.every((path) => path.startsWith(`/q/${public_token}`) || path === '/favicon.ico')).toBe(true)
      expect(said.filter((text) => /policy|refused|error/i.test(text) && !text.includes('favicon'))).toEqual([])
      expect(await crm.quotes.get({ id })).toMatchObject({ status: 'accepted', accepted_by: { name: 'Grace Hopper' } })
    } finally {
      await browser.close()
      server.close()
    }
  })
})
