import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { member, PASSWORD } from '../../platform/accounts/people.ts'
import { Person } from './person.ts'
import { callTool, Program, REDIRECT } from './program.ts'
import { openSite } from './site.ts'

const bob = { email: 'bob@acme.test', password: PASSWORD }

describeStorages('sign-in of a program', (open) => {
  it('goes from registration over sign-in and consent to a token that acts as the user', async () => {
    const { engine, api } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const program = new Program(site.url)
    expect(await program.register()).toMatchObject({ status: 201 })
    const answer = await new Person(site.url).allow(program.address(), bob)
    expect(answer.href).toMatch(`${REDIRECT}?`)
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ state: 'here', iss: site.url })
    const tokens = await program.exchange(answer.searchParams.get('code')!)
    expect(tokens).toMatchObject({ status: 200, scope: 'mcp read write', access_token: expect.stringMatching(/^ra_/) })
    const called = await callTool(site.url, tokens.access_token)
    expect(called.status).toBe(200)
    expect(await called.text()).toContain(bob.email)
    const [grant] = (await api.grants.list({ user_id: (await api.users.list({ email: bob.email })).users[0]!.id })).grants
    expect(grant).toMatchObject({ client: 'Test program', client_host: null, audience: 'tools', scopes: ['mcp', 'read', 'write'] })
    expect(site.errors).toEqual([])
  })
})
