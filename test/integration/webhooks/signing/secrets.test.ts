import { randomBytes } from 'node:crypto'
import { http as rest } from 'rapport-crm/http'
import { exampleOf } from 'rapport-crm'
import { expect, test } from 'vitest'
import { SecretRotation } from '../../../../core/integration/webhooks/schema.ts'
import { secretProblem } from '../../../../core/integration/webhooks/signing/secret.ts'
import { TestClock } from '../../../support/clock.ts'
import { ada, describeEveryStorage } from '../../../support/storages.ts'
import { Endpoints, happen, Lines, probe, rows } from '../lab.ts'

const key = () => randomBytes(32).toString('base64')
const url = 'https://example.com/'

describeEveryStorage('secrets at rest', (open, storage) => {
  test('no stored row holds a secret, with or without a configured key', async () => {
    for (const encryptionKeys of [[], [key()]]) {
      const clock = new TestClock()
      const { api } = await open({ clock, ports: [new Endpoints(clock)], plugins: [probe], encryptionKeys })
      const { secret } = await api.webhooks.create({ url })
      const given = await api.webhooks.create({ url, secret: 'a secret that the caller gave' })
      const stored = JSON.stringify([...(await rows(api, 'webhooks')), ...(await rows(api, 'encryption_keys'))])
      for (const each of [secret, secret.slice(6), given.secret, Buffer.from(given.secret).toString('base64')])
        expect(stored).not.toContain(each)
      expect(await rows(api, 'encryption_keys')).toHaveLength(encryptionKeys.length === 0 ? 1 : 0)
      expect((await api.webhooks.list()).webhooks.map((each) => each.secret).toSorted()).toEqual([secret, given.secret].toSorted())
    }
  })

  test('no line of the log, error, alert, notification or description shows a secret', async () => {
    const [clock, log] = [new TestClock(), new Lines()]
    const http = new Endpoints(clock)
    const { api, engine } = await open({ clock, ports: [http, log], plugins: [probe] })
    const given = 'a secret that the caller gave'
    const { id } = await api.webhooks.create({ url, secret: given })
    const { secret } = await api.webhooks.rotateSecret({ id })
    const said: unknown[] = [log.lines]
    engine.on('webhook.failing', (event) => said.push(event))
    engine.on('webhook.deactivated', (event) => said.push(event))
    http.answer(500)
    await happen(api, 25)
    await engine.tick()
    for (const wrong of [
      { id, secret: given.slice(0, 15) },
      { id: 'none', secret: given },
    ])
      said.push(await api.webhooks.rotateSecret(wrong).then(String, (error: { details: unknown }) => [String(error), error.details]))
    said.push(await rows(api, 'notifications'), await api.events.list(), await api.webhooks.deliveries({ id }))
    const described = new Request('http://crm.test/api/v1/openapi.json')
    said.push(await (await rest(engine, { authenticate: () => ada }).fetch(described)).text())
    const text = JSON.stringify(said)
    expect(text).toContain('webhook.deactivated')
    for (const each of [secret, secret.slice(6), given]) expect(text).not.toContain(each)
    expect(text).not.toMatch(/whsec_[A-Za-z0-9+/=]{8}/)
  })

  test('an organization without a configured key has one of its own', async () => {
    const clock = new TestClock()
    const { api, engine } = await open({ clock, ports: [new Endpoints(clock)], plugins: [probe] })
    const other = engine.as({ organization: 'globex', user: 'hank@globex.test', role: 'admin', scopes: new Set(['webhooks']) })
    await api.webhooks.create({ url })
    await api.webhooks.create({ url })
    await other.webhooks.create({ url })
    const keys = await rows(api, 'encryption_keys')
    expect(keys.map(({ user_from }) => user_from).toSorted()).toEqual(['acme', 'globex'])
    expect(new Set(keys.map((each) => each['key'])).size).toBe(2)
  })

  test('a key that is not 32 bytes in base64 or hex is refused', async () => {
    const clock = new TestClock()
    const { api } = await open({ clock, ports: [new Endpoints(clock)], encryptionKeys: [randomBytes(32).toString('hex')] })
    expect(await api.webhooks.create({ url })).toMatchObject({ active: true })
    const wrong = open({ clock, ports: [new Endpoints(clock)], encryptionKeys: ['too short'] })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
  })

  if (storage === 'SQLite memory') return

  test('keys can be changed: the first seals, all open; without the old one its webhooks wait and are not blamed', async () => {
    const clock = new TestClock()
    const [old, fresh] = [key(), key()]
    const first = await open({ clock, ports: [new Endpoints(clock)], plugins: [probe], encryptionKeys: [old] })
    const { id, secret } = await first.api.webhooks.create({ url })
    await happen(first.api)
    await first.engine.close()

    const log = new Lines()
    const http = new Endpoints(clock)
    const lost = await open({ clock, place: first.place, ports: [http, log], plugins: [probe], encryptionKeys: [fresh] })
    await expect(lost.api.webhooks.list()).rejects.toMatchObject({ code: 'unavailable' })
    await lost.engine.tick()
    expect(http.sent).toEqual([])
    expect(log.lines.filter(({ level }) => level === 'error').length).toBeGreaterThan(0)
    expect(JSON.stringify(log.lines)).not.toContain(secret)
    expect(await rows(lost.api, 'webhooks')).toMatchObject([{ failure_count: 0 }])
    await lost.engine.close()

    const both = await open({ clock, place: first.place, ports: [http], plugins: [probe], encryptionKeys: [fresh, old] })
    expect((await both.api.webhooks.list()).webhooks).toMatchObject([{ id, secret }])
    await both.engine.tick()
    expect(http.sent).toHaveLength(1)
    const before = (await rows(both.api, 'webhooks'))[0]?.['sealed_secret']
    await both.api.webhooks.rotateSecret({ id, secret })
    expect((await rows(both.api, 'webhooks'))[0]?.['sealed_secret'].split(':')[1]).not.toBe(before.split(':')[1])
  })
})

test('the example of a new secret is one that is taken', () => {
  const { secret } = exampleOf(SecretRotation) as { secret: string }
  expect(secretProblem(secret)).toBeUndefined()
})
