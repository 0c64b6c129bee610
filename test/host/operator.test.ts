import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, HostLab, type HostProcess } from '../support/host.ts'

const KEY = 'op_key_of_these_tests_with_forty_characters'
const environment = { DATABASE_URL: 'sqlite:crm.sqlite', RAPPORT_BOOTSTRAP_KEY: 'rk_first_key_of_these_tests', RAPPORT_OPERATOR_KEY: KEY }
const LINK =
  /^http:\/\/localhost:\d+\/sign-in\/(invitation|reset)\/[\w-]{43}\n$|^http:\/\/127\.0\.0\.1:\d+\/sign-in\/(invitation|reset)\/[\w-]{43}\n$/
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

const ask = async (host: HostProcess, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${host.url}${path}`, init)
  return { status: response.status, headers: response.headers, json: (await response.json()) as Record<string, unknown> }
}

describe('/operator', () => {
  test('does not exist without a key of the operator, and a short one is refused at the start', async () => {
    const { RAPPORT_OPERATOR_KEY: _, ...without } = environment
    const host = await lab.serve(without)
    expect(await ask(host, '/operator/organizations')).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const { code, err } = await lab.run(['migrate'], { ...environment, RAPPORT_OPERATOR_KEY: 'short' })
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('RAPPORT_OPERATOR_KEY: must have at least 32') })
  })

  test('makes, lists, suspends and resumes organizations, and invites and resets users, for the key of the operator only', async () => {
    const host = await lab.serve(environment)
    for (const key of [environment.RAPPORT_BOOTSTRAP_KEY, `${KEY}x`, ''])
      expect(await ask(host, '/operator/organizations', { headers: { authorization: `Bearer ${key}` } })).toMatchObject({
        status: 401,
        json: { code: 'unauthenticated' },
      })
    const made = await call(host, KEY, '/operator/organizations', { id: 'club', admin: 'eve@club.test', name: 'Club' })
    expect(made).toMatchObject({ status: 201, json: { organization: 'club', email: 'eve@club.test' } })
    expect(`${made.json['link'] as string}\n`).toMatch(LINK)
    expect(await call(host, KEY, '/operator/organizations', { id: 'club', admin: 'eve@club.test' })).toMatchObject({ status: 409 })
    expect(await call(host, KEY, '/operator/users', { organization: 'club', email: 'dan@club.test', role: 'member' })).toMatchObject({
      status: 201,
      json: { organization: 'club', email: 'dan@club.test' },
    })
    expect(await call(host, KEY, '/operator/users/invite', { organization: 'club', email: 'nobody@club.test' })).toMatchObject({
      status: 404,
    })
    expect(await call(host, KEY, '/operator/users/reset', { email: 'dan@club.test' })).toMatchObject({ status: 404 })
    expect(await call(host, KEY, '/operator/organizations/club/suspend', {})).toMatchObject({
      status: 200,
      json: { id: 'club', suspended_at: expect.any(String) },
    })
    const { json } = await call(host, KEY, '/operator/organizations')
    expect(json['organizations']).toMatchObject([
      { id: 'main', suspended_at: null },
      { id: 'club', suspended_at: expect.any(String) },
    ])
    expect(await call(host, KEY, '/operator/organizations/club/resume', {})).toMatchObject({ json: { suspended_at: null } })
  })

  test('refuses what it does not know with problem documents, and more than 60 requests in a minute', async () => {
    const host = await lab.serve(environment)
    const headers = { authorization: `Bearer ${KEY}` }
    const unknown = await call(host, KEY, '/operator/users', { email: 'not one', admin: true })
    expect(unknown).toMatchObject({ status: 422, json: { code: 'invalid_input', type: 'urn:rapport:error:invalid_input' } })
    const errorsOf = ({ json }: Awaited<ReturnType<typeof call>>) =>
      (json['errors'] as { path: string; code: string }[]).map(({ path, code }) => [path, code])
    expect(errorsOf(unknown)).toEqual([['/admin', 'unknown_field']])
    const refusals = [
      ['/operator/users', { email: 'not one' }, [['/email', 'invalid_format']]],
      ['/operator/users', { email: 'ok@lab.test', name: 'a\0b' }, [['/name', 'invalid_format']]],
      [
        '/operator/organizations',
        { name: 'Lab' },
        [
          ['/id', 'required'],
          ['/admin', 'required'],
        ],
      ],
      ['/operator/organizations', { id: 'lab', admin: 'nobody' }, [['/admin', 'invalid_format']]],
      ['/operator/organizations', { id: '..', admin: 'eve@lab.test' }, [['/id', 'invalid_format']]],
      ['/operator/organizations', { id: 'lab', admin: 'eve@lab.test', name: '\ud800' }, [['/name', 'invalid_format']]],
      ['/operator/organizations/%00/suspend', {}, [['/organization', 'invalid_format']]],
    ] as const
    for (const [path, body, errors] of refusals) {
      const refused = await call(host, KEY, path, body)
      expect([path, refused.status, errorsOf(refused)]).toEqual([path, 422, errors])
    }
    // Whoever may be a user by REST may be one here.
    for (const email of ["o'brien@lab.test", 'ada@bücher.test'])
      expect(await call(host, KEY, '/operator/users', { email })).toMatchObject({ status: 201, json: { email } })
    expect(await ask(host, '/operator/users', { method: 'POST', headers, body: '{' })).toMatchObject({ status: 400 })
    expect(await ask(host, '/operator/users', { method: 'POST', headers, body: 'x'.repeat(70_000) })).toMatchObject({ status: 413 })
    const wrong = await ask(host, '/operator/users', { method: 'PUT', headers, body: '{}' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await ask(host, '/operator/fly', { headers })).toMatchObject({ status: 404 })
    // Counted by the minute, which may have turned meanwhile. Strangers at the same address use up nothing of the operator's.
    const strangers = await Promise.all(Array.from({ length: 130 }, () => ask(host, '/operator/organizations')))
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect((await ask(host, '/operator/organizations', { headers })).status).toBe(200)
    const many: number[] = []
    for (let at = 0; at < 130 && !many.includes(429); at += 1) many.push((await ask(host, '/operator/organizations', { headers })).status)
    expect(many.at(-1)).toBe(429)
    const late = await ask(host, '/operator/organizations', { headers })
    expect(Number(late.headers.get('retry-after') ?? 1)).toBeGreaterThan(0)
  })
})

describe('rapport user and rapport organization', () => {
  test('do on the database what /operator does, and print nothing but the link', async () => {
    await lab.run(['migrate'], environment)
    const club = await lab.run(['organization', 'create', 'club', '--admin', 'eve@club.test', '--name', 'Club'], environment)
    expect(club).toMatchObject({
      code: 0,
      out: expect.stringMatching(LINK),
      err: expect.stringContaining('eve@club.test is invited to club'),
    })
    const dan = await lab.run(['user', 'create', 'dan@club.test', '--organization', 'club', '--role', 'admin'], environment)
    expect(dan).toMatchObject({ code: 0, out: expect.stringMatching(LINK) })
    const again = await lab.run(['user', 'invite', 'dan@club.test', '--organization', 'club'], environment)
    expect([again.code, again.out === dan.out]).toEqual([0, false])
    expect(await lab.run(['user', 'reset', 'dan@club.test'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No account has the address dan@club.test'),
    })
    expect((await lab.run(['organization', 'suspend', 'club'], environment)).out).toContain('is suspended')
    expect((await lab.run(['organization', 'list'], environment)).out).toMatch(/club +Club +unlimited +suspended/)
    expect((await lab.run(['organization', 'resume', 'club'], environment)).out).toContain('works again')
    expect(await lab.run(['organization', 'fly'], environment)).toMatchObject({ code: 1, err: expect.stringContaining('Name an action') })
    const two = await lab.run(['user', 'create', 'eli@club.test', 'fay@club.test', '--organization', 'club'], environment)
    expect(two).toMatchObject({ code: 1, out: '', err: expect.stringContaining('one address') })
  })

  test.each([
    [['organization', 'create'], 'first administrator'],
    [['organization', 'create', 'club'], 'first administrator'],
    [['organization', 'suspend'], 'Name the organization'],
    [['organization', 'resume'], 'Name the organization'],
    [['organization', 'list', 'club'], 'takes no identifier'],
    [['organization', 'list', '--name', 'Club'], 'rapport organization list takes no --name'],
    [['user', 'invite', 'dan@club.test', '--role', 'admin'], 'rapport user invite takes no --role'],
    [['user', 'reset', 'dan@club.test', '--organization', 'club'], 'rapport user reset takes no --organization'],
  ])('make no database of a command that is not complete, or says what it does not take: %j', async (words, err) => {
    expect(await lab.run(words, environment)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(err) })
    expect((await readdir(lab.folder)).filter((name) => name.startsWith('crm.sqlite'))).toEqual([])
  })

  test('go through a running host with --url', async () => {
    const host = await lab.serve(environment)
    const { RAPPORT_OPERATOR_KEY: _, ...without } = environment
    const made = await lab.run(['user', 'create', 'dan@main.test', '--url', host.url], environment)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(LINK) })
    const nokey = await lab.run(['organization', 'list', '--url', host.url], without)
    expect(nokey).toMatchObject({ code: 1, err: expect.stringContaining('--url needs --key') })
    expect((await lab.run(['organization', 'list', '--url', host.url, '--key', KEY], without)).out).toContain('main')
  })
})
