import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freePort } from '../../support/postgres.setup.ts'
import { describeStorages } from '../../support/storages.ts'
import { member, PASSWORD } from '../../platform/accounts/people.ts'
import { Person } from './person.ts'
import { Program } from './program.ts'
import { openSite } from './site.ts'

const suite = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url))
const bob = { email: 'bob@acme.test', password: PASSWORD }

describeStorages('the conformance suite of MCP', (open) => {
  it('passes the authorization server in all it checks', async () => {
    const { engine } = await open()
    await member(engine, bob.email)
    await using site = await openSite(engine)
    const [program, port] = [new Program(site.url), String(await freePort())]
    await program.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
    const folder = await mkdtemp(join(tmpdir(), 'rapport-conformance-'))
    const args = [suite, 'authorization', '--url', site.url, '--client-id', program.clientId, '-p', port, '-o', folder]
    const judge = spawn(process.execPath, args)
    let [out, answered] = ['', undefined as Promise<unknown> | undefined]
    // The suite asks a person to open an address; here the person has no head.
    judge.stdout.on('data', (data) => {
      out += String(data)
      const address = /(http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+)\s/.exec(out)?.[1]
      if (address !== undefined) answered ??= new Person(site.url).allow(address, bob).then(async (back) => await fetch(back))
    })
    const [code] = await once(judge, 'close')
    await answered
    await rm(folder, { recursive: true, force: true })
    expect(out).toContain('Total: 3 passed, 0 failed')
    expect(code).toBe(0)
  }, 60_000)
})
