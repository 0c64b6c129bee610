import { docs } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser } from '../../support/browser.ts'

const host = await testEngine()
afterAll(() => host[Symbol.asyncDispose]())
const page = docs(host.engine, { publicUrl: 'https://crm.lovelace.test/api/v1' })

describe.skipIf(noBrowser)(`The documentation in a browser${noBrowser}`, () => {
  it('can be searched and linked to, sends no other requests and keeps its policy', async () => {
    await using lab = await BrowserLab.open((request, response) => page.node(request, response))
    const { page: tab, asked, said } = await lab.visit('/docs#createContact')
    expect(await tab.locator('#createContact').getAttribute('open')).toBe('')
    await tab.getByLabel('Search').fill('rotateWebhookSecret')
    expect(await tab.locator('main section:not(#schemas) details:visible').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'rotateWebhookSecret',
    ])
    expect(await tab.getByRole('status').textContent()).toBe('1 found')
    expect(asked.filter((url) => url !== `${lab.origin}/docs` && !url.endsWith('/favicon.ico'))).toEqual([])
    expect(said).toEqual([])
  })

  it('can be read by keyboard alone: skip to the operations, open one, scroll its examples', async () => {
    await using lab = await BrowserLab.open((request, response) => page.node(request, response))
    const { page: tab } = await lab.visit('/docs', { viewport: { width: 360, height: 780 } })
    const focused = (what: 'id' | 'tagName' | 'textContent') => tab.evaluate((name) => document.activeElement?.[name], what)
    await tab.keyboard.press('Tab')
    expect(await focused('textContent')).toBe('To the operations')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Tab')
    expect(await focused('tagName')).toBe('SUMMARY')
    await tab.keyboard.press('Enter')
    expect(await tab.locator('details[open]').count()).toBe(1)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const stuck = await tab
      .locator('details[open] pre')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth && each.tabIndex < 0).length)
    expect(stuck).toBe(0)
  })
})
