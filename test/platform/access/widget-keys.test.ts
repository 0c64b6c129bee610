import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'

describeStorages('Widget-only keys', (open) => {
  it('work from pages of their sites alone, and from any without sites', async () => {
    const { engine, api } = await open()
    const { key: bound } = await api.apiKeys.create({
      name: 'Site',
      widget: true,
      allowed_origins: ['https://www.lovelace.example', 'http://127.0.0.1:8080'],
    })
    const { key: unbound } = await api.apiKeys.create({ name: 'Any', widget: true })
    const from = (key: string | null, site?: string | null) =>
      engine.authenticate(key ?? '', { ip: '203.0.113.1', site }).then(
        ({ widget, scopes }) => [widget, scopes.size],
        (error: { code: string }) => error.code,
      )
    expect(await from(bound, 'https://www.lovelace.example')).toEqual([true, 0])
    expect(await from(bound, 'http://127.0.0.1:8080')).toEqual([true, 0])
    for (const site of [
      'https://lovelace.example',
      'https://www.lovelace.example.evil.test',
      'http://www.lovelace.example',
      'null',
      '',
      null,
      undefined,
    ])
      expect([site, await from(bound, site)]).toEqual([site, 'unauthenticated'])
    expect(await from(unbound, 'https://anywhere.example')).toEqual([true, 0])
    expect(await from(unbound)).toEqual([true, 0])
  })

  it('name their sites as browsers do; others have none', async () => {
    const { api } = await open()
    const { id, allowed_origins } = await api.apiKeys.create({
      name: 'Site',
      widget: true,
      allowed_origins: ['https://WWW.Lovelace.example:443'],
    })
    expect(allowed_origins).toEqual(['https://www.lovelace.example'])
    expect(await api.apiKeys.update({ id, allowed_origins: null })).toMatchObject({ allowed_origins: null })
    const refused = { code: 'invalid_input' }
    await expect(api.apiKeys.update({ id, allowed_origins: ['ftp://a.example'] })).rejects.toMatchObject(refused)
    await expect(api.apiKeys.update({ id, allowed_origins: ['null'] })).rejects.toMatchObject(refused)
    await expect(api.apiKeys.update({ id, allowed_origins: ['https://a.example/path'] })).rejects.toMatchObject(refused)
    await expect(api.apiKeys.create({ name: 'No', scopes: ['read'], allowed_origins: ['https://a.example'] })).rejects.toMatchObject(
      refused,
    )
  })
})
