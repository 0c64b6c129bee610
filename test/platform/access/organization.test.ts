import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'GET /me',
  (open) => {
    it('says who the key acts as, and what is left of rate limit and quota', async () => {
      const { engine } = await open()
      await engine.access.createOrganization({ id: 'acme', name: 'Acme', plan: 'free', admin: 'ada@acme.test', currency: 'CHF' })
      const { key, record } = await engine.access.createKey({ name: 'ERP', scopes: ['webhooks', 'read'] })
      const actor = await engine.authenticate(key)
      expect(await engine.as(actor).me.get()).toEqual({
        user: { id: actor.user_id, email: 'ada@acme.test', name: null, role: 'admin' },
        organization: { id: 'acme', name: 'Acme', plan: 'free', currency: 'CHF', locale: 'en', timezone: 'UTC' },
        key: { id: record.id, name: 'ERP', administration: false },
        scopes: ['read', 'webhooks'],
        visibility: 'all',
        rate_limit: { limit: 120, remaining: 119, reset: 60 },
        quota: { limit: 1_000, period: 'month', used: 1, remaining: 999, reset: 1_436_400 },
      })
    })

    it('also answers a user of the embedding app, who has no key and is not stored', async () => {
      const { api } = await open()
      expect(await api.me.get()).toMatchObject({
        user: { email: 'ada@acme.test', role: 'admin' },
        organization: { id: 'acme', name: 'acme', plan: 'unlimited' },
        key: null,
        rate_limit: null,
        quota: null,
      })
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)

describeStorages(
  'the organization',
  (open) => {
    it('changes name, currency, locale, time zone, fiscal year, business hours and holidays', async () => {
      const { engine, api } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      const changes = {
        name: 'Acme AG',
        currency: 'CHF',
        locale: 'de-CH',
        timezone: 'Europe/Zurich',
        fiscal_year_start: 7,
        business_hours: [{ weekday: 1, from: '08:00', to: '17:30' }],
        holidays: ['2026-12-25', '2027-01-01'],
      }
      const changed = await api.organization.update(changes, { ifMatch: 1 })
      expect(changed).toMatchObject({ ...changes, user_from: 'acme', plan: 'unlimited', version: 2 })
      expect(await api.organization.get()).toEqual(changed)
      await expect(api.organization.update({ name: 'Late' }, { ifMatch: 1 })).rejects.toMatchObject({ code: 'version_mismatch' })
    })

    it.each([
      [{ currency: 'XYZ' }, '/currency'],
      [{ locale: 'not a tag' }, '/locale'],
      [{ timezone: 'Mars/Olympus' }, '/timezone'],
      [{ timezone: '+02:00' }, '/timezone'],
      [{ business_hours: [{ weekday: 1, from: '22:00', to: '06:00' }] }, '/business_hours/0/to'],
      [{ fiscal_year_start: 13 }, '/fiscal_year_start'],
      [{ business_hours: [{ weekday: 1, from: '25:00', to: '17:00' }] }, '/business_hours/0/from'],
      [{ plan: 'scale' }, '/plan'],
      [{ holidays: ['2026-02-30'] }, '/holidays/0'],
      [{ holidays: ['2026-12-25', '2026-12-25'] }, '/holidays'],
    ])('refuses %o', async (changes, path) => {
      const { api } = await open()
      await expect(api.organization.update(changes as never)).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path }] },
      })
    })

    it('is stored by its first change, and seen by no other organization', async () => {
      const { engine, api } = await open()
      await expect(api.organization.get()).rejects.toMatchObject({ code: 'not_found' })
      await api.organization.update({ name: 'Acme' })
      const eve = engine.as({ ...ada, organization: 'evil', user: 'eve@evil.test' })
      await expect(eve.organization.get()).rejects.toMatchObject({ code: 'not_found' })
      expect((await api.organization.get()).name).toBe('Acme')
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
