import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Http } from 'rapport-crm'
import { expect, it } from 'vitest'
import { selfSigned } from '../../support/certificate.ts'
import { describeStorages } from '../../support/storages.ts'
import { member, PASSWORD } from '../../platform/accounts/people.ts'
import { LegacyClient, ModernClient, ModernTransport } from '../mcp-clients.ts'
import { Person } from './person.ts'
import { Program, REDIRECT } from './program.ts'
import { openSite } from './site.ts'

const { StreamableHTTPClientTransport: LegacyTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
const bob = { email: 'bob@acme.test', password: PASSWORD }

/** What a client of either library keeps of its sign-in, with a person who goes where it sends them. */
function memory(person: Person, clientMetadataUrl?: string) {
  const kept: Record<string, any> = {}
  const answers: URL[] = []
  return {
    kept,
    answers,
    redirectUrl: REDIRECT,
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientMetadata: {
      client_name: 'SDK client',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept['client'],
    saveClientInformation: (client: unknown) => void (kept['client'] = client),
    tokens: () => kept['tokens'],
    saveTokens: (tokens: unknown) => void (kept['tokens'] = tokens),
    codeVerifier: () => kept['verifier'],
    saveCodeVerifier: (verifier: string) => void (kept['verifier'] = verifier),
    saveDiscoveryState: (state: unknown) => void (kept['discovery'] = state),
    discoveryState: () => kept['discovery'],
    redirectToAuthorization: async (url: URL) => void answers.push(await person.allow(url, bob)),
  }
}

/** Connects with the library; the first try ends with the sign-in, the second one is in. */
async function connect(kind: 'v1' | 'v2', site: string, provider: ReturnType<typeof memory>): Promise<any> {
  const info = { name: 'test', version: '1.0.0' }
  const [Client, Transport] = kind === 'v1' ? [LegacyClient, LegacyTransport] : [ModernClient, ModernTransport]
  const transport = () => new (Transport as any)(new URL(`${site}/mcp`), { authProvider: provider })
  const options: any = kind === 'v1' ? {} : { versionNegotiation: { mode: 'auto' } }
  const first = transport()
  const refused = await new (Client as any)(info, options).connect(first).catch((error: Error) => error)
  if (provider.answers.length === 0) throw refused
  const { searchParams } = provider.answers.at(-1)!
  await first.finishAuth(kind === 'v1' ? searchParams.get('code') : searchParams)
  const client = new (Client as any)(info, options)
  await client.connect(transport())
  return client
}

describeStorages('the client libraries', (open) => {
  for (const kind of ['v1', 'v2'] as const)
    it(`sign in without a head: ${kind}, by registration`, async () => {
      const { engine } = await open()
      await member(engine, bob.email)
      await using site = await openSite(engine)
      const provider = memory(new Person(site.url))
      const client = await connect(kind, site.url, provider)
      expect(provider.kept['tokens']).toMatchObject({ scope: 'mcp read write', refresh_token: expect.stringMatching(/^rr_/) })
      const { content } = await client.callTool({ name: 'get_me', arguments: {} })
      expect(content[0].text).toContain(bob.email)
      await client.close()
    })

  it('goes on by itself when its token has expired, and asks for more where a tool needs it, without losing what it had', async () => {
    const { engine, api, clock } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const provider = memory(new Person(site.url))
    const client = await connect('v2', site.url, provider)
    clock.advance(3_600_000)
    expect((await client.callTool({ name: 'get_me', arguments: {} })).isError).not.toBe(true)
    expect(provider.answers).toHaveLength(1)
    const { id } = await api.tasks.create({ title: 'Call' })
    await client.callTool({ name: 'delete_task', arguments: { id } }).catch(() => undefined)
    expect(provider.answers).toHaveLength(2)
    await client.close()
    const program = new Program(site.url)
    program.clientId = provider.kept['client'].client_id
    const code = provider.answers.at(-1)!.searchParams.get('code')!
    const wider = await program.exchange(code, { code_verifier: provider.kept['verifier'] })
    expect(wider.scope.split(' ').toSorted()).toEqual(['delete', 'mcp', 'read', 'write'])
  })
})

interface Documents extends AsyncDisposable {
  readonly url: string
  readonly ca: string
  answer: (path: string) => { status?: number; body: string; headers?: Record<string, string> }
}

async function documents(): Promise<Documents> {
  const certificate = selfSigned({ hosts: ['127.0.0.1', 'localhost'] })
  const served: Documents = {
    url: '',
    ca: certificate.cert,
    answer: () => ({ body: '{}' }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  const server = createServer(certificate, (req, res) => {
    const { status = 200, body, headers = {} } = served.answer(req.url ?? '/')
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(served, { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

describeStorages('a program that describes itself by a document', (open) => {
  it('signs in with its address, whose host is shown, and is refused with a document that is not of it', async () => {
    await using pages = await documents()
    const clientId = `${pages.url}/client.json`
    const document = { client_id: clientId, client_name: 'Documented', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
    pages.answer = () => ({ body: JSON.stringify({ ...document, grant_types: ['authorization_code', 'refresh_token'] }) })
    const reaching = new Http({ ca: pages.ca, allow: ['127.0.0.1'] })
    const { engine, api } = await open({ ports: [reaching] })
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const provider = memory(new Person(site.url), clientId)
    const client = await connect('v2', site.url, provider)
    await client.close()
    const user = (await api.users.list({ email: bob.email })).users[0]!
    const [grant] = (await api.grants.list({ user_id: user.id })).grants
    expect(grant).toMatchObject({ client: 'Documented', client_host: new URL(pages.url).host })

    const person = new Person(site.url)
    const statusOf = async (path: string, answer: Documents['answer']) => {
      pages.answer = answer
      const program = new Program(site.url)
      program.clientId = `${pages.url}${path}`
      return (await person.open(program.address())).status
    }
    const text = (changes: object) => JSON.stringify({ ...document, ...changes })
    expect(await statusOf('/other.json', () => ({ body: text({}) }))).toBe(400)
    expect(await statusOf('/big.json', (path) => ({ body: text({ client_id: pages.url + path, pad: 'x'.repeat(6000) }) }))).toBe(400)
    expect(await statusOf('/moved.json', () => ({ status: 302, body: '', headers: { location: clientId } }))).toBe(400)
    expect(await statusOf('/secret.json', (path) => ({ body: text({ client_id: pages.url + path, client_secret: 'x' }) }))).toBe(400)
    expect(await statusOf('/nameless.json', (path) => ({ body: text({ client_id: pages.url + path, client_name: '' }) }))).toBe(400)
    expect(await statusOf('/broken.json', () => ({ body: '{' }))).toBe(400)
    expect(site.errors).toEqual([])
  })

  it('is not fetched from this machine or a private network, nor by a name that leads there', async () => {
    await using pages = await documents()
    const { engine } = await open({ ports: [new Http({ ca: pages.ca })] })
    await using site = await openSite(engine)
    let asked = 0
    pages.answer = () => ({ body: `${(asked += 1)}` })
    const { port } = new URL(pages.url)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254']) {
      const program = new Program(site.url)
      program.clientId = `https://${host}:${port}/client.json`
      expect((await new Person(site.url).open(program.address())).status).toBe(400)
    }
    expect(asked).toBe(0)
  })
})
