import { existsSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser']
const executablePath = paths.find((each) => existsSync(each))

/** Why tests in a browser are skipped, for their titles; empty if Chromium is installed. */
export const noBrowser = executablePath ? '' : ` (skipped: no Chromium at ${paths.join(' or ')})`

/** A page in the browser, with the requests and messages of the browser. */
export interface Tab {
  readonly page: Page
  /** Addresses of every request. */
  readonly asked: readonly string[]
  /** Errors and violations of the policy on the console, except for a missing icon. */
  readonly said: readonly string[]
}

/** A site of this process, opened in a real browser. */
export class BrowserLab implements AsyncDisposable {
  readonly origin: string
  readonly #browser: Browser
  readonly #close: () => Promise<unknown>

  private constructor(origin: string, browser: Browser, close: () => Promise<unknown>) {
    this.origin = origin
    this.#browser = browser
    this.#close = close
  }

  static async open(site: RequestListener): Promise<BrowserLab> {
    const server = createServer(site)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    const close = () => new Promise((resolve) => server.close(resolve))
    return new BrowserLab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, browser, close)
  }

  /** Opens a path in a new window, or an address of another site. */
  async visit(path: string, options: BrowserContextOptions = {}): Promise<Tab> {
    const page = await this.#browser.newPage({ locale: 'en-GB', ...options })
    const [asked, said]: [string[], string[]] = [[], []]
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (message) => {
      if (!message.location().url.endsWith('/favicon.ico')) said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(new URL(path, this.origin).href)
    return { page, asked, said }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close()
    await this.#close()
  }
}
