import { Mailer, type MailEnvelope, type MailOutcome, type MailRoute } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser, type Tab } from '../../support/browser.ts'
import { type TestEngine, testEngine } from '../../support/testing.ts'

const fields = [
  { name: 'email', label: 'Your e-mail', type: 'email', required: true, maps_to: 'contact.email' },
  { name: 'name', label: 'Your name', maps_to: 'contact.name' },
  { name: 'budget', label: 'Budget', type: 'number' },
  { name: 'plan', label: 'Plan', type: 'radio', options: ['Small', 'Large'] },
  { name: 'note', label: 'A label with a name that does not end where a narrow screen does', type: 'textarea' },
] satisfies object[]

// Pages are read without a script; a narrow telephone is 320 CSS pixels wide.
const plain = { javaScriptEnabled: false }
const narrow = { viewport: { width: 320, height: 640 } }

describe.skipIf(noBrowser)(`The pages of outreach in a browser${noBrowser}`, () => {
  const mails: string[] = []
  let opened: TestEngine
  let lab: BrowserLab
  beforeAll(async () => {
    const mailer = new (class extends Mailer {
      override send(_route: MailRoute, _envelope: MailEnvelope, message: Buffer): Promise<MailOutcome> {
        // The lines of quoted-printable are put together again.
        mails.push(message.toString().replaceAll('=\r\n', '').replaceAll('=3D', '='))
        return Promise.resolve({ kind: 'accepted', answer: '250 OK', queueId: null, refused: [] })
      }
    })()
    const mail = { url: 'smtp://localhost', from: 'crm@acme.test' }
    opened = await testEngine({ ports: [mailer], mail, publicUrl: 'https://crm.acme.test' })
    lab = await BrowserLab.open(pages(opened.engine).node)
  })
  afterAll(async () => {
    await lab?.[Symbol.asyncDispose]()
    await opened?.close()
  })

  async function formPath(more: object = {}): Promise<{ id: string; path: string }> {
    const { id, embed } = await opened.crm.forms.create({ name: 'Contact us', fields, thanks: 'Thank you', ...more } as never) // Of fields of the API.
    return { id, path: new URL(embed.url, lab.origin).pathname }
  }
  async function unsubscribePath(): Promise<string> {
    const { id } = await opened.crm.contacts.create({ email: `reader${mails.length}@one.example` })
    await opened.crm.emails.send({ lead_id: id, subject: 'News', html: '<p>News</p>', unsubscribe_link: 'yes' })
    await opened.engine.tick()
    return /\/u\/[\w.-]+/.exec(mails.at(-1) ?? '')?.[0] ?? ''
  }
  async function confirmPath(): Promise<string> {
    const { id } = await formPath({ consent: { text: 'I agree to get news', topic: 'news' }, double_opt_in: true })
    await opened.crm.forms.submit({ id, values: { email: `agrees${mails.length}@one.example` }, consent: true })
    await opened.engine.tick()
    return /\/f\/\S+\/confirm\/[\w.-]+/.exec(mails.at(-1) ?? '')?.[0] ?? ''
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim())
  const isAlone = ({ asked, said }: Tab) => {
    expect(asked.filter((url) => !url.startsWith(lab.origin))).toEqual([])
    // The browser notes the page that shows what is wrong: it is a 422.
    expect(said.filter((each) => !each.includes('status of 422'))).toEqual([])
  }

  it('show a form that is filled in without a script, shows what is wrong beside what was typed, and thanks', async () => {
    const { id, path } = await formPath()
    const tab = await lab.visit(path, plain)
    const { page } = tab
    opened.clock.advance('10 seconds')
    await page.getByLabel('Your e-mail').fill('bea@beta.example')
    await page.getByLabel('Budget').fill('much')
    await page.getByLabel('Large').check()
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Budget: Please enter a number.')
    expect(await page.getByLabel('Your e-mail').inputValue()).toBe('bea@beta.example')
    expect(await page.getByLabel('Large').isChecked()).toBe(true)
    expect(await page.getByLabel('Budget').getAttribute('aria-invalid')).toBe('true')
    opened.clock.advance('10 seconds')
    await page.getByLabel('Budget').fill('1200')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('status').textContent()).toContain('Thank you')
    const { submissions } = await opened.crm.forms.listSubmissions({ id })
    expect(submissions).toMatchObject([{ values: { email: 'bea@beta.example', budget: 1200, plan: 'Large' } }])
    isAlone(tab)
  })

  it('show a form that is used by keyboard alone, past a trap that nobody sees', async () => {
    const { id, path } = await formPath()
    const tab = await lab.visit(path)
    const { page } = tab
    opened.clock.advance('10 seconds')
    const order: unknown[] = []
    await page.getByLabel('Your e-mail').focus()
    for (let at = 0; at < 6; at += 1) {
      order.push(await focused(page))
      await page.keyboard.press('Tab')
    }
    // Of radio buttons the first has the focus, until one is chosen.
    expect(order).toEqual(['f-email', 'f-name', 'f-budget', '', 'f-note', 'Send'])
    await page.getByLabel('Your e-mail').focus()
    await page.keyboard.type('cy@gamma.example')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    expect((await opened.crm.forms.listSubmissions({ id })).submissions).toHaveLength(1)
    isAlone(tab)
  })

  it('unsubscribe by keyboard and without a script', async () => {
    const tab = await lab.visit(await unsubscribePath())
    await tab.page.getByRole('button', { name: 'E-mails of this kind' }).focus()
    await tab.page.keyboard.press('Enter')
    expect(await tab.page.getByRole('status').textContent()).toContain('You are unsubscribed')
    isAlone(tab)
    const without = await lab.visit(await unsubscribePath(), plain)
    await without.page.getByRole('button', { name: 'All e-mails' }).click()
    expect(await without.page.getByRole('status').textContent()).toContain('unsubscribed from all e-mails')
    expect((await opened.crm.suppressions.list({})).suppressions).toHaveLength(2)
    isAlone(without)
  })

  it('confirm a consent by a button, without a script', async () => {
    const tab = await lab.visit(await confirmPath(), plain)
    expect(await tab.page.getByRole('heading', { level: 1 }).textContent()).toBe('Confirm your consent')
    await tab.page.getByRole('button', { name: 'Yes, I agree' }).click()
    expect(await tab.page.getByRole('status').textContent()).toContain('Your consent is confirmed')
    isAlone(tab)
  })

  it('fit on a narrow telephone, and are told from their ground by those who see little', async () => {
    for (const path of [(await formPath()).path, await unsubscribePath(), await confirmPath()]) {
      const { page } = await lab.visit(path, narrow)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      expect(await page.evaluate(faintTexts)).toEqual([])
    }
  })
})

/** Texts of the page with a contrast of less than 4.5:1 (WCAG 2.2, 1.4.3). */
function faintTexts(): string[] {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color)
      .slice(0, 3)
      .map((each) => (each / 255 <= 0.03928 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
  }
  const all = [...document.querySelectorAll('main *')].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
  )
  return all.flatMap((each) => {
    const [one, other] = [light(getComputedStyle(each).color), light(groundOf(each))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    return contrast < 4.5 ? [`${each.textContent?.trim()}: ${contrast.toFixed(1)}`] : []
  })
}
