import { docs, http } from 'rapport-crm/http'
import { mount } from 'rapport-crm/mount'
import { testEngine } from 'rapport-crm/testing'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser } from '../../support/browser.ts'

const host = await testEngine()
afterAll(() => host[Symbol.asyncDispose]())
const [site, api] = [docs(host.engine), http(host.engine)]
const open = () => BrowserLab.open((request, response) => (request.url?.startsWith('/api/') ? api : site).node(request, response))
const focused = (tab: Page, what: 'id' | 'tagName' | 'textContent') => tab.evaluate((name) => document.activeElement?.[name], what)
const operation = (tab: Page, id: string) => tab.locator(`#${id}`)

describe.skipIf(noBrowser)(`The documentation in a browser${noBrowser}`, () => {
  it('loads under 500 kB for its first page, from nowhere else, and keeps its policy', async () => {
    await using lab = await open()
    const { page: tab, asked, said } = await lab.visit('/docs')
    const bytes = await tab.evaluate(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      return loaded.reduce((sum, each) => sum + (each as PerformanceResourceTiming).decodedBodySize, 0)
    })
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(500_000)
    expect(asked.filter((url) => url !== `${lab.origin}/docs` && !url.endsWith('/favicon.ico'))).toEqual([])
    expect(said).toEqual([])
  })

  it('finds while one types, by keyboard, and asks only its own host', async () => {
    await using lab = await open()
    const { page: tab, asked, said } = await lab.visit('/docs')
    await tab.keyboard.press('/')
    expect(await focused(tab, 'id')).toBe('q')
    await tab.keyboard.type('rotate webhook secret')
    await tab.locator('#found li:first-child a', { hasText: 'rotateWebhookSecret' }).waitFor()
    expect(await tab.getByRole('status').textContent()).toMatch(/^\d+ found$/)
    await tab.keyboard.press('ArrowDown')
    expect(await focused(tab, 'textContent')).toContain('rotateWebhookSecret')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`${lab.origin}/docs/api/webhooks#rotateWebhookSecret`)
    expect(await operation(tab, 'rotateWebhookSecret').getAttribute('open')).toBe('')
    await tab.getByLabel('Search').fill('"><img src=x onerror=alert(1)>')
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Search', exact: true }).waitFor()
    expect(await tab.getByText('found for').textContent()).toContain('"><img src=x onerror=alert(1)>')
    expect(asked.filter((url) => !url.startsWith(lab.origin))).toEqual([])
    expect(said).toEqual([])
  })

  it('keeps the entry with the focus while a later answer arrives', async () => {
    await using lab = await open()
    const { page: tab } = await lab.visit('/docs')
    await tab.getByLabel('Search').fill('webhook')
    await tab.locator('#found a').first().waitFor()
    const arrived = Promise.withResolvers<undefined>()
    await tab.route('**/docs/search?*', async (route) => (await arrived.promise, route.continue()))
    const asked = tab.waitForRequest('**/docs/search?*')
    await tab.getByLabel('Search').fill('contact')
    await asked
    await tab.keyboard.press('ArrowDown')
    const chosen = await focused(tab, 'textContent')
    const answered = tab.waitForResponse('**/docs/search?*')
    arrived.resolve(undefined)
    await (await answered).finished()
    await tab.evaluate(() => new Promise(requestAnimationFrame))
    expect(await focused(tab, 'textContent')).toBe(chosen)
  })

  it('tries calls on its own host, and asks before what deletes', async () => {
    await using lab = await open()
    const { page: tab, said } = await lab.visit('/docs/api/contacts#createContact')
    const create = operation(tab, 'createContact')
    await create.getByLabel('Body').fill(`{"email": "o'brien@lovelace.test"}`)
    expect(await create.locator('[data-snippet=curl] code').textContent()).toContain(String.raw`-d '{"email": "o'\''brien@lovelace.test"}'`)
    expect(await create.locator('[data-snippet=curl] code').textContent()).toContain(`"${lab.origin}/api/v1/contacts"`)
    expect(await create.locator('[data-snippet=typescript] code').textContent()).toContain(
      `crm.contacts.create({ email: "o'brien@lovelace.test" })`,
    )
    await create.getByRole('button', { name: 'Send' }).click()
    await create.getByText(/^401 /).waitFor()
    await tab.getByLabel('API key').fill(host.key)
    await create.getByRole('button', { name: 'Send' }).click()
    await create.getByText(/^201 Created, \d+ ms$/).waitFor()
    const shown = await create.getByRole('region', { name: 'Answer' }).textContent()
    const { id } = JSON.parse(shown ?? '') as { readonly id: string }
    expect(await create.getByRole('region', { name: 'Headers' }).textContent()).toContain('x-request-id: ')

    await tab.evaluate(() => (location.hash = '#deleteContact'))
    const remove = operation(tab, 'deleteContact')
    await remove.getByRole('button', { name: 'Send' }).click()
    expect(await remove.locator('input:invalid').count()).toBe(1)
    await remove.getByLabel('id (path').fill(id)
    const questions: string[] = []
    tab.once('dialog', (dialog) => (questions.push(dialog.message()), void dialog.dismiss()))
    await remove.getByRole('button', { name: 'Send' }).click()
    expect((await host.crm.contacts.get({ id })).id).toBe(id)
    tab.once('dialog', (dialog) => (questions.push(dialog.message()), void dialog.accept()))
    await remove.getByRole('button', { name: 'Send' }).click()
    await remove.getByText(/^20\d .*ms$/).waitFor()
    expect(questions.map((each) => each.split('\n')[0])).toEqual([`DELETE /contacts/${id}`, `DELETE /contacts/${id}`])
    await expect(host.crm.contacts.get({ id })).rejects.toMatchObject({ code: 'not_found' })

    const kept = await tab.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, location.href, history.length])
    expect(kept).toEqual([0, 1, '', `${lab.origin}/docs/api/contacts#deleteContact`, 3])
    expect(said.filter((each) => !each.includes('401'))).toEqual([])
  })

  it('keeps a key for the pages of its tab, and forgets it on demand', async () => {
    await using lab = await open()
    const { page: tab, said } = await lab.visit('/docs/api/contacts')
    const [key, forget] = [tab.getByLabel('API key'), tab.getByRole('button', { name: 'Forget the key' })]
    expect(await forget.isVisible()).toBe(false)
    await key.fill(host.key)
    expect(await forget.isVisible()).toBe(true)
    await tab.goto(`${lab.origin}/docs/api/companies#listCompanies`)
    expect(await key.inputValue()).toBe(host.key)
    await operation(tab, 'listCompanies').getByRole('button', { name: 'Send' }).click()
    await operation(tab, 'listCompanies')
      .getByText(/^200 OK, \d+ ms$/)
      .waitFor()
    // Neither another tab, nor an address, a cookie or the source of a page has it.
    const opened = tab.context().waitForEvent('page')
    await tab.evaluate(() => void window.open(location.href, '_blank', 'noopener'))
    const other = await opened
    expect(await other.getByLabel('API key').inputValue()).toBe('')
    const kept = () => tab.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])
    expect(await kept()).toEqual([0, 1, ''])
    expect(await tab.content()).not.toContain(host.key)
    expect(tab.url()).not.toContain(host.key)

    await forget.click()
    expect(await kept()).toEqual([0, 0, ''])
    expect([await key.inputValue(), await forget.isVisible(), await focused(tab, 'id')]).toEqual(['', false, 'key'])
    expect(await tab.getByRole('status').textContent()).toBe('The key is forgotten')
    await tab.goBack()
    expect(await key.inputValue()).toBe('')
    await tab.reload()
    expect(await key.inputValue()).toBe('')
    expect(said).toEqual([])
  })

  it('shows the same snippets by the server and by the form, for every operation', async () => {
    await using lab = await open()
    const { page: tab } = await lab.visit('/docs')
    const paths = await tab.locator('main a[href*="docs/api/"]').evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
    expect(paths.length).toBeGreaterThan(20)
    for (const path of paths) {
      await tab.goto(path)
      const differing = await tab.evaluate(async (origin) => {
        const own = [...document.querySelectorAll('details')]
        const texts = () => own.map((each) => [...each.querySelectorAll('[data-snippet] code')].map(({ textContent }) => textContent))
        const served = texts()
        for (const each of own) each.open = true
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const local = (text: string | null | undefined) => text?.replaceAll(origin, '$CRM').replaceAll('http://127.0.0.1:3000', '$CRM')
        return own.flatMap(({ id }, at) => {
          const [before, after] = [served[at] ?? [], texts()[at] ?? []]
          return before.length === 2 && before.every((text, which) => local(text) === local(after[which])) ? [] : [id]
        })
      }, lab.origin)
      expect([path, differing]).toEqual([path, []])
    }
  }, 60_000)

  it('works below the path of an app, also where that is taken off', async () => {
    const mounted = mount(host.engine, { mcp: false })
    await using lab = await BrowserLab.open((request, response) => {
      request.url = (request.url ?? '').replace('/crm', '')
      mounted.node(request, response)
    })
    const { page: tab, said } = await lab.visit('/crm/docs')
    await tab.getByRole('link', { name: 'Catalog', exact: true }).first().click()
    const catalog = operation(tab, 'getCatalog')
    await catalog.locator('summary').click()
    await catalog.getByRole('button', { name: 'Send' }).click()
    await catalog.getByText(/^200 OK/).waitFor()
    expect(await catalog.locator('[data-snippet=curl] code').textContent()).toBe(`curl "${lab.origin}/crm/api/v1/catalog"`)
    await tab.goto(`${lab.origin}/crm/docs/`)
    expect(tab.url()).toBe(`${lab.origin}/crm/docs`)
    expect(said).toEqual([])
    await mounted.close()
  })

  it('can be read by keyboard alone on a small screen, without a shift: skip to the content, open an operation, scroll its examples', async () => {
    await using lab = await open()
    const { page: tab } = await lab.visit('/docs/api/contacts', { viewport: { width: 360, height: 780 } })
    await tab.keyboard.press('Tab')
    expect(await focused(tab, 'textContent')).toBe('To the content')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    expect(await focused(tab, 'id')).toBe('key')
    await tab.keyboard.press('Tab')
    expect(await focused(tab, 'tagName')).toBe('SUMMARY')
    await tab.keyboard.press('Enter')
    expect(await tab.locator('details[open]').count()).toBe(1)
    for (const path of ['/docs', '/docs/api/contacts', '/docs/guides/embed', '/docs/guides/operate', '/docs/schemas', '/docs?q=contact']) {
      await tab.goto(lab.origin + path)
      const seen = await tab.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
        const scrolled = [...document.querySelectorAll<HTMLElement>('pre, .table')]
        const levels = [...document.querySelectorAll('h1, h2, h3')].map(({ tagName }) => Number(tagName[1]))
        return {
          width: document.documentElement.scrollWidth,
          stuck: scrolled.filter((each) => each.scrollWidth > each.clientWidth && each.tabIndex < 0).length,
          unnamed: [...document.querySelectorAll('input, textarea')].filter((each) => (each as HTMLInputElement).labels?.length !== 1)
            .length,
          skipped: levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).length,
          first: levels.filter((level) => level === 1).length,
          shift: performance.getEntriesByType('layout-shift').length,
        }
      })
      expect([path, seen]).toEqual([path, { width: 360, stuck: 0, unnamed: 0, skipped: 0, first: 1, shift: 0 }])
    }
  })

  it.each(['light', 'dark'] as const)('has enough contrast in a %s scheme', async (colorScheme) => {
    await using lab = await open()
    const { page: tab } = await lab.visit('/docs/api/contacts#createContact', { colorScheme })
    const worst = await tab.evaluate(() => {
      const parts = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = parts(color).map((each) => {
          const part = each / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const ground = (element: Element | null): string => {
        const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)'
        return parts(color)[3] === 0 ? ground(element?.parentElement ?? null) : color
      }
      const shown = [...document.querySelectorAll('main *, nav *')].filter((each) => each.checkVisibility() && each.textContent?.trim())
      return Math.min(
        ...shown.map((each) => {
          const [light = 0, dark = 0] = [getComputedStyle(each).color, ground(each)].map(luminance).toSorted((a, b) => b - a)
          return (light + 0.05) / (dark + 0.05)
        }),
      )
    })
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read and searched without a script', async () => {
    await using lab = await open()
    const { page: tab } = await lab.visit('/docs', { javaScriptEnabled: false })
    await tab.getByLabel('Search').fill('won deals')
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Search', exact: true }).waitFor()
    expect(await tab.locator('.results a').count()).toBeGreaterThan(3)
    await tab.goto(`${lab.origin}/docs/api/contacts`)
    expect(await tab.getByLabel('API key').isVisible()).toBe(false)
    await tab.locator('#createContact summary').click()
    expect(await tab.locator('#createContact [data-snippet=curl]').isVisible()).toBe(true)
    expect(await tab.locator('#createContact .copy').first().isVisible()).toBe(false)
  })
})
