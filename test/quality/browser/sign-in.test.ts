import { Secret, TOTP } from 'otpauth'
import { scopes } from 'rapport-crm'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { invited, member, PASSWORD } from '../../platform/accounts/people.ts'
import { Program } from '../../adapters/sign-in/program.ts'
import { openSite, type TestSite } from '../../adapters/sign-in/site.ts'
import { BrowserLab, noBrowser } from '../../support/browser.ts'
import { type TestEngine, testEngine } from '../../support/testing.ts'

const email = 'bob@acme.test'

describe.skipIf(noBrowser)(`Sign-in in a browser${noBrowser}`, () => {
  let opened: TestEngine
  let site: TestSite
  let lab: BrowserLab
  afterEach(async () => {
    await lab?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
    await opened?.close()
  })

  async function start() {
    opened = await testEngine()
    site = await openSite(opened.engine, { host: 'localhost' })
    lab = await BrowserLab.open(() => undefined)
    const program = new Program(site.url)
    await program.register({ client_name: 'Notes' })
    const account_id = await member(opened.engine, email)
    const own = opened.engine.as({ organization: 'acme', user: email, scopes: new Set(scopes) })
    const api = opened.engine.as({ organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) })
    return { program, account_id, own, api }
  }

  /** Opens an address, and keeps the one to which a program would be sent back. */
  async function visit(address: string, options: BrowserContextOptions = {}) {
    const tab = await lab.visit(address, { baseURL: site.url, ...options })
    const answers: URL[] = []
    await tab.page.route('http://127.0.0.1:45678/**', async (route) => {
      answers.push(new URL(route.request().url()))
      await route.fulfill({ contentType: 'text/html', body: '<title>Back in the program</title>' })
    })
    return { ...tab, answers }
  }

  async function signIn(page: Page, password = PASSWORD) {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('goes without scripts from sign-in with a second factor over the choice of an organization to a token', async () => {
    const { program, account_id, own } = await start()
    const { engine, clock } = opened
    await engine.access.createOrganization({ id: 'bolt', name: 'Bolt', admin: 'eve@bolt.test' })
    await engine.access.createUser({ organization: 'bolt', email: 'robert@bolt.test' })
    const { link } = await engine.accounts.invite({ organization: 'bolt', user: 'robert@bolt.test' })
    await engine.accounts.accept(link.slice(link.lastIndexOf('/') + 1), { password: PASSWORD, account_id })
    const { secret } = await own.ownAccount.beginSecondFactor({ password: PASSWORD })
    const code = () => new TOTP({ secret: Secret.fromBase32(secret!) }).generate({ timestamp: clock.now().getTime() })
    await own.ownAccount.confirmSecondFactor({ code: code() })
    clock.advance(30_000)
    const { page, answers, said } = await visit(program.address().href, { javaScriptEnabled: false })
    await signIn(page)
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Code of your authenticator app').getAttribute('required')).toBe('')
    await page.getByLabel('Code of your authenticator app').fill(code())
    await signIn(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Allow Notes?')
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Use the tools of the CRM',
      'Read the records that you see',
      'Create and change records',
    ])
    expect(await page.getByText('Nobody has checked who made this program').count()).toBe(1)
    expect(await page.getByText('a program on your own computer').count()).toBe(1)
    const choices = page.getByRole('group', { name: 'In which organization?' }).getByRole('radio')
    expect(await choices.count()).toBe(2)
    // None is chosen beforehand, and the browser asks for one.
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(answers).toEqual([])
    await page.getByRole('radio', { name: 'Bolt as robert@bolt.test' }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    const tokens = await program.exchange(answers[0]!.searchParams.get('code')!)
    expect(tokens).toMatchObject({ status: 200, scope: 'mcp read write' })
    const { grants } = await engine.as({ organization: 'bolt', user: 'robert@bolt.test', scopes: new Set(scopes) }).grants.list({})
    expect(grants).toMatchObject([{ client: 'Notes', audience: 'tools' }])
    // The browser itself says that the first answer asked for more.
    expect(said.filter((each) => !each.includes('401'))).toEqual([])
    expect(site.errors).toEqual([])
  }, 60_000)

  it('tells the program of a refusal, and is over with sign-out', async () => {
    const { program } = await start()
    const { page, answers } = await visit(program.address().href)
    await signIn(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    expect(Object.fromEntries(answers[0]!.searchParams)).toMatchObject({ error: 'access_denied', state: 'here', iss: site.url })
    await page.goto(program.address().href)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Allow Notes?')
    await page.goto(`${site.url}/sign-in/out`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out of this browser.').waitFor()
    await page.goto(program.address().href)
    expect(await page.getByLabel('Password').count()).toBe(1)
  }, 60_000)

  it('is used by keyboard in the order in which it is read, and says what was wrong to who does not see it', async () => {
    const { program } = await start()
    const { page, asked, said } = await visit(program.address().href)
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim())
    const order: unknown[] = []
    for (let at = 0; at < 6; at += 1) {
      await page.keyboard.press('Tab')
      order.push(await focused())
    }
    expect(order).toEqual(['email', 'password', 'code', 'Sign in', 'Forgotten your password?', 'Sign in with a passkey'])
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('another sentence')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe('E-mail, password or code is not right')
    for (const field of [page.getByLabel('E-mail'), page.getByLabel('Password')]) {
      expect(await field.getAttribute('aria-describedby')).toBe(await alert.getAttribute('id'))
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password')
    for (const input of await page.locator('input:not([type=hidden])').all())
      expect(await input.evaluate((each) => (each as HTMLInputElement).labels?.length)).toBe(1)
    // The browser itself says that the answer was a refusal.
    expect(said.filter((each) => !each.includes('401'))).toEqual([])
    expect(asked.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([])
  }, 60_000)

  it('takes an invitation and a new password, without scripts', async () => {
    const { program } = await start()
    const { engine } = opened
    const token = await invited(engine, 'eve@acme.test')
    const { page } = await visit(`${site.url}/sign-in/invitation/${token}`, { javaScriptEnabled: false })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Join Acme')
    expect(await page.getByLabel('New password').getAttribute('minlength')).toBe('12')
    await page.getByLabel('New password').fill('acme acme acme')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('easy to guess')
    expect(await page.getByLabel('New password').getAttribute('aria-describedby')).toBe('wrong')
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Welcome to Acme')
    await page.goto(program.address().href)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('E-mail').fill('eve@acme.test')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Look into your mailbox')
    const { link } = await engine.accounts.resetLink('eve@acme.test')
    await page.goto(`${site.url}${new URL(link, site.url).pathname}`)
    await page.getByLabel('New password').fill('a horse of another color')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Password set')
    expect(await engine.accounts.signIn({ email: 'eve@acme.test', password: 'a horse of another color' })).toMatchObject({
      email: 'eve@acme.test',
    })
  }, 60_000)

  it('adds a passkey, signs in with it instead of a password, and removes it', async () => {
    const { program } = await start()
    const { page, answers, said, asked } = await visit(`${site.url}/sign-in/account`)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    // The device knows none yet.
    await signIn(page)
    await page.getByLabel('Name of a new passkey').fill('Telephone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    expect(await page.getByRole('status').textContent()).toContain('The passkey was added')
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    await page.getByRole('button', { name: 'Rename the passkey Telephone' }).waitFor()

    // The same device is not added twice.
    await page.getByLabel('Name of a new passkey').fill('Again')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device has a passkey for your account already.').waitFor()

    await page.context().clearCookies()
    await page.goto(program.address().href)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Allow Notes?' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    expect(await program.exchange(answers[0]!.searchParams.get('code')!)).toMatchObject({ status: 200 })

    // A device that does not ask its owner signs nobody in.
    await page.context().clearCookies()
    await page.goto(`${site.url}/sign-in/account`)
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The device gave no passkey.').waitFor()
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Remove the passkey Telephone' }).click()
    expect(await page.getByRole('status').textContent()).toContain('The passkey was removed')
    await page.getByRole('link', { name: 'Sign out of this browser' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto(`${site.url}/sign-in/account`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    expect(await page.getByRole('alert').first().textContent()).toContain('This passkey is not known here')
    expect(asked.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('http://127.0.0.1:45678/'))).toEqual([])
    expect(said.filter((each) => !each.includes('401'))).toEqual([])
    expect(site.errors).toEqual([])
  }, 60_000)

  it('sets up the second factor that an organization demands, changes the password and removes the factor, without scripts', async () => {
    const { program, own, api } = await start()
    const { clock } = opened
    await api.organization.update({ second_factor: 'everybody' })
    const { page, answers, said, asked } = await visit(program.address().href, { javaScriptEnabled: false })
    await signIn(page)
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A second factor is needed')
    expect(await page.getByRole('alert').textContent()).toContain('Acme lets you in with a second factor only')
    await page.getByRole('link', { name: 'Set up an authenticator app or a passkey' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = Secret.fromBase32((await page.locator('#secret').textContent())!.replaceAll(' ', ''))
    const code = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
    expect(await page.getByRole('link', { name: 'open it with this account' }).getAttribute('href')).toContain(`secret=${secret.base32}`)
    await page.getByLabel('Code that the app shows now').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('The code is not right')
    expect(await page.getByLabel('Code that the app shows now').getAttribute('aria-describedby')).toBe('wrong')
    await page.getByLabel('Code that the app shows now').fill(code())
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('status').textContent()).toContain('The authenticator app was set up')
    expect(await page.getByRole('listitem').count()).toBe(8)
    await page.getByRole('link', { name: 'I have written them down' }).click()
    for (const input of await page.locator('input:not([type=hidden], [hidden])').all())
      expect(await input.evaluate((each) => (each as HTMLInputElement).labels?.length)).toBe(1)
    await page.getByRole('link', { name: 'Go on with the program' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    expect(await program.exchange(answers[0]!.searchParams.get('code')!)).toMatchObject({ status: 200 })

    await page.goto(`${site.url}/sign-in/account`)
    await page.getByLabel('Present password').fill(PASSWORD)
    await page.getByLabel('New password').fill('a horse of another color')
    await page.getByRole('button', { name: 'Change the password' }).click()
    expect(await page.getByRole('status').textContent()).toContain('Your new password works')
    clock.advance(30_000)
    await page.getByLabel('Code that the app shows now, or a recovery code').fill(code())
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('set up another one before you remove the last')
    await api.organization.update({ second_factor: 'optional' })
    clock.advance(30_000)
    await page.getByLabel('Code that the app shows now, or a recovery code').fill(code())
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
    expect(await page.getByRole('status').textContent()).toContain('was removed')
    expect((await own.sessions.list({})).sessions).toHaveLength(1)
    expect(asked.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith('http://127.0.0.1:45678/'))).toEqual([])
    // The browser itself says that an answer was a refusal.
    expect(said.filter((each) => !/403|422/.test(each))).toEqual([])
    expect(site.errors).toEqual([])
  }, 60_000)

  it('lets somebody in who adds a passkey because their organization demands a second factor', async () => {
    const { program, api } = await start()
    await api.organization.update({ second_factor: 'everybody' })
    const { page, answers } = await visit(program.address().href)
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const has = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
    await devices.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', ...has } })
    await signIn(page)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('link', { name: 'Set up an authenticator app or a passkey' }).click()
    await page.getByLabel('Name of a new passkey').fill('Telephone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('link', { name: 'Go on with the program' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    expect(await program.exchange(answers[0]!.searchParams.get('code')!)).toMatchObject({ status: 200 })

    // The password alone does no longer do, and the passkey is asked for.
    await page.context().clearCookies()
    await page.goto(program.address().href)
    await signIn(page)
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('you have signed in here without it')
    await page.getByRole('button', { name: 'Sign in again, with your passkey or a code of your app' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('http://127.0.0.1:45678/**')
    expect(answers).toHaveLength(2)
    expect(site.errors).toEqual([])
  }, 60_000)

  it('runs no script but its own', async () => {
    await start()
    const { page, said } = await visit(`${site.url}/sign-in/account`)
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.wasRun = true'
      document.body.append(script)
      return 'wasRun' in globalThis
    })
    expect(ran).toBe(false)
    expect(said.join(' ')).toContain('Content Security Policy')
  }, 60_000)
})
