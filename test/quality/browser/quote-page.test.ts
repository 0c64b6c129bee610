import { type Pages, pages } from 'rapport-crm/pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser } from '../../support/browser.ts'
import { type TestEngine, testEngine } from '../../support/testing.ts'

const telephone = { viewport: { width: 360, height: 780 } }
const lines = [
  { name: 'Chair', description: 'Solid oak', quantity: 2, unit_price: 50, tax_rate: 20, discount_percent: 10 },
  { name: 'A table with a name that does not end where a narrow screen does', quantity: 1.5, unit: 'pcs', unit_price: 12_345.67 },
]

describe.skipIf(noBrowser)(`The public page of a quote in a browser${noBrowser}`, () => {
  let opened: TestEngine
  let site: Pages
  let lab: BrowserLab
  beforeAll(async () => {
    opened = await testEngine()
    site = pages(opened.engine)
    lab = await BrowserLab.open(site.node)
  })
  afterAll(async () => {
    await lab?.[Symbol.asyncDispose]()
    await opened?.close()
  })

  async function sentQuote(more: object = {}) {
    const { quotes } = opened.crm
    const { id } = await quotes.create({ title: 'Chairs', lines, valid_until: '2026-02-15', terms: 'Payable\nin May', ...more })
    const { public_token, number } = await quotes.send({ id })
    return { id, number, path: `/q/${public_token}` }
  }

  it('is read by its names, and loads nothing else', async () => {
    const { number, path } = await sentQuote()
    const { page, asked, said } = await lab.visit(path)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Quote ${number}`)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Terms', 'Accept this quote'])
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['No.', 'Item', 'Quantity', 'Unit price', 'Discount', 'Total'])
    expect(await page.getByRole('row').count()).toBe(3)
    expect(await page.getByRole('row', { name: 'Chair Solid oak' }).getByRole('cell').allTextContents()).toEqual([
      '1',
      '2',
      '€50.00',
      '10 %',
      '€90.00',
    ])
    // The style is let in by its hash: without it the button would have the look of the browser.
    const button = page.getByRole('button', { name: 'Accept this quote' })
    expect(await button.evaluate((each) => getComputedStyle(each).cursor)).toBe('pointer')
    expect(asked.filter((url) => url !== `${lab.origin}${path}` && !url.endsWith('/favicon.ico'))).toEqual([])
    expect(said).toEqual([])
  })

  it('is accepted by keyboard alone, in the order in which it is read', async () => {
    const { id, path } = await sentQuote()
    const { page, said } = await lab.visit(path)
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim().split('\n')[0])
    const order: unknown[] = []
    for (let at = 0; at < 6; at += 1) {
      await page.keyboard.press('Tab')
      order.push(await focused())
    }
    expect(order.slice(1)).toEqual(['Download as PDF', 'name', 'email', 'Accept this quote', 'Decline this quote'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('reason')
    await page.getByLabel('Your name').focus()
    await page.keyboard.type('Grace Hopper')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('status').textContent()).toContain('Accepted by Grace Hopper')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await opened.crm.quotes.get({ id })).toMatchObject({ status: 'accepted', accepted_by: { name: 'Grace Hopper' } })
    expect(said).toEqual([])
  })

  it('puts the cursor where a form has a fault, and tells what it is', async () => {
    const { path } = await sentQuote()
    const { page } = await lab.visit(path)
    await page.getByLabel('Your name').fill(' ')
    await page.getByRole('button', { name: 'Accept this quote' }).click()
    await page.getByRole('alert').waitFor()
    const name = page.getByLabel('Your name')
    expect(await name.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator(`#${await name.getAttribute('aria-describedby')}`).textContent()).toBe('Please enter your name.')
  })

  it('is declined with a reason, and offers nothing more then', async () => {
    const { id, path } = await sentQuote()
    const { page } = await lab.visit(path)
    await page.getByText('Decline this quote').first().click()
    await page.getByLabel('Reason').fill('Too late')
    await page.getByRole('button', { name: 'Decline this quote' }).click()
    await page.getByRole('status').waitFor()
    expect(await page.getByRole('status').textContent()).toContain('declined')
    expect(await page.locator('form').count()).toBe(0)
    expect(await opened.crm.quotes.get({ id })).toMatchObject({ status: 'declined', decline_reason: 'Too late' })
  })

  it('shows every amount on a telephone without moving sideways', async () => {
    const { path } = await sentQuote()
    const { page } = await lab.visit(path, telephone)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const cells = page.getByRole('cell')
    const sides = await cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]))
    expect(sides.filter(([left = 0, right = 0]) => left < 0 || right > 360)).toEqual([])
    expect(await page.getByRole('row').count()).toBe(3)
    const named = await page.locator('td.number').evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').content))
    expect(named.slice(0, 4)).toEqual(['"Quantity"', '"Unit price"', '"Discount"', '"Total"'])
  })

  it('prints what is offered on paper, without the forms', async () => {
    const { path } = await sentQuote()
    const { page } = await lab.visit(path, { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('row').count()).toBe(3)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('speaks the language of the browser, and tells it which', async () => {
    const { path } = await sentQuote()
    const { page } = await lab.visit(path, { locale: 'de-DE' })
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    expect(await page.getByRole('button', { name: 'Angebot annehmen' }).isVisible()).toBe(true)
  })

  it('tells that a quote is over or gone, under a heading of its own', async () => {
    const { path } = await sentQuote()
    opened.clock.advance('60 days')
    const over = await lab.visit(path)
    expect(await over.page.getByRole('status').textContent()).toContain('This quote expired on February 15, 2026.')
    expect(await over.page.getByRole('button').count()).toBe(0)
    const gone = await lab.visit('/q/nothing')
    expect(await gone.page.getByRole('heading', { level: 1 }).textContent()).toBe('This page does not exist')
  })
})
