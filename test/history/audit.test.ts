import { type Actor, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../support/storages.ts'

describeStorages(
  'the audit log',
  (open) => {
    it('says who changed what of a record, from and to, also who deleted, restored and purged it', async () => {
      const { api, clock } = await open()
      const { id } = await api.contacts.create({ email: 'ann@one.example', first_name: 'Ann' })
      await api.contacts.update({ id, first_name: 'Anna', lead_score: 5 })
      clock.advance('1 hour')
      await api.contacts.delete({ id })
      await api.contacts.restore({ id })
      const { audit_log } = await api.audit.list({ object: 'contact', record_id: id })
      const actor = { type: 'user', id: 'ada@acme.test', label: 'ada@acme.test' }
      expect(audit_log.map(({ action }) => action)).toEqual(['restored', 'deleted', 'updated'])
      expect(audit_log.at(-1)).toMatchObject({ at: '2026-01-15T09:00:00.000Z', actor, object: 'contact', record_id: id })
      expect(audit_log.at(-1)?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
        { field: 'first_name', from: 'Ann', to: 'Anna' },
        { field: 'lead_score', from: 0, to: 5 },
      ])
      await api.contacts.delete({ id, purge: true })
      expect((await api.audit.list({ record_id: id })).audit_log).toMatchObject([{ action: 'purged', object: 'contact', changes: [] }])
    })

    it('says what was done with settings, users, teams, keys, webhooks, imports, exports and merges, and tells no secret', async () => {
      const { engine, api } = await open()
      await api.organization.update({ timezone: 'Europe/Paris' })
      const { key: secret, ...made } = await api.apiKeys.create({ name: 'ERP', scopes: ['read', 'write'] })
      const { key: next } = await api.apiKeys.rotate({ id: made.id })
      const withKey = engine.as(await engine.authenticate(next!))
      await withKey.contacts.create({ email: 'ann@one.example' })
      const { contacts } = await withKey.contacts.list()
      await withKey.contacts.update({ id: contacts[0]!.id, first_name: 'By key' })
      await api.apiKeys.revoke({ id: made.id })
      const user = await api.users.invite({ email: 'bob@acme.test', role: 'member' })
      await api.users.update({ id: user.id, visibility: 'own' })
      const team = await api.teams.create({ name: 'North', member_ids: [user.id] })
      await api.teams.delete({ id: team.id })
      const webhook = await api.webhooks.create({ url: 'https://receiver.example/hook?token=hush', events: ['deal.won'] })
      await api.webhooks.rotateSecret({ id: webhook.id })
      await api.webhooks.update({ id: webhook.id, active: false })
      await api.webhooks.delete({ id: webhook.id })
      const upload = await api.imports.create({ object: 'companies', content: 'Firma\nOne', filename: 'one.csv' })
      await api.imports.start({ id: upload.id })
      await api.exports.create({ object: 'contacts', filter: { field: 'first_name', op: 'is_set' } })
      const other = await api.contacts.create({ email: 'ann@two.example' })
      await api.contacts.merge({ id: contacts[0]!.id, merge_ids: [other.id] })

      const { audit_log } = await api.audit.list({ limit: 200 })
      const said = audit_log.map(({ object, action }) => `${object} ${action}`).toReversed()
      const expected = [
        'organization created',
        'user created',
        'api_key created',
        'api_key rotated',
        'contact updated',
        'api_key revoked',
        'user created',
        'user updated',
        'team created',
        'user updated',
        'user updated',
        'team deleted',
        'webhook created',
        'webhook rotated',
        'webhook updated',
        'webhook deleted',
        'import created',
        'import started',
        'export created',
        // What the merge has made of them.
        'contact updated',
        'merge created',
      ]
      expect(said.filter((each) => expected.includes(each))).toEqual(expected)
      const changesOf = (what: string) => audit_log.find(({ object, action }) => `${object} ${action}` === what)?.changes
      expect(changesOf('api_key created')).toContainEqual({ field: 'scopes', from: null, to: ['read', 'write'] })
      expect(changesOf('webhook updated')).toEqual([{ field: 'active', from: true, to: false }])
      expect(changesOf('webhook created')).toContainEqual({ field: 'url', from: null, to: 'https://receiver.example/hook?…' })
      expect(changesOf('export created')).toContainEqual({ field: 'filter', from: null, to: { field: 'first_name', op: 'is_set' } })
      const text = JSON.stringify(audit_log)
      for (const each of [secret!, next!, webhook.secret!, 'hush', 'sealed', 'hash']) expect(text).not.toContain(each)

      const byKey = await api.audit.list({ actor: 'ERP' })
      expect(byKey.audit_log).toMatchObject([{ object: 'contact', actor: { type: 'api_key', id: made.id, label: 'ERP' } }])
      expect((await api.audit.list({ actor_type: 'api_key' })).audit_log).toEqual(byKey.audit_log)
      expect((await api.audit.list({ action: 'rotated' })).audit_log.map(({ object }) => object)).toEqual(['webhook', 'api_key'])
      expect((await api.audit.list({ since: '2026-01-16T00:00:00Z' })).audit_log).toEqual([])
      expect((await api.audit.list({ before: '2026-01-16T00:00:00Z', limit: 200 })).audit_log).toEqual(audit_log)
    })

    it('tells what the installation itself has done with keys and users', async () => {
      const { engine, api } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      await engine.access.createUser({ organization: 'acme', email: 'cy@acme.test' })
      const { record } = await engine.access.createKey({ organization: 'acme', user: 'cy@acme.test', name: 'Host' })
      await engine.access.setPlan('acme', 'growth')
      await engine.access.revokeKey(record.id)
      const { audit_log } = await api.audit.list()
      expect(audit_log.map(({ object, action, actor }) => [object, action, actor.type])).toEqual([
        ['api_key', 'revoked', 'system'],
        ['organization', 'updated', 'system'],
        ['api_key', 'created', 'system'],
        ['user', 'created', 'system'],
      ])
    })

    it('goes on page by page, without a gap or a repetition while more is written', async () => {
      const { api } = await open()
      const { id } = await api.companies.create({ name: 'One', domain: 'one.example' })
      for (let at = 0; at < 7; at += 1) await api.companies.update({ id, name: `One ${at}` })
      const names: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await api.audit.list({ limit: 3, ...(cursor !== undefined && { cursor }) })
        names.push(...page.audit_log.map(({ changes }) => changes[0]?.to))
        cursor = page.next_cursor ?? undefined
        await api.companies.update({ id, name: `Later ${names.length}` })
      } while (cursor !== undefined)
      expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `One ${at}`))
      await expect(api.audit.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('is for administrators of the organisation, and forgets whoever was erased', async () => {
      const { engine, api, clock } = await open()
      const member: Actor = { ...ada, role: 'member', scopes: new Set(scopes) }
      await expect(engine.as(member).audit.list()).rejects.toMatchObject({ code: 'forbidden' })
      const { id } = await api.contacts.create({ email: 'zelda@person.example', first_name: 'Zelda', last_name: 'Quux' })
      await api.contacts.update({ id, first_name: 'Zeldana' })
      await api.lists.create({
        name: 'Of Zelda Quux',
        object: 'contacts',
        filter: { field: 'primary_email', op: 'eq', value: 'zelda@person.example' },
      })
      await api.exports.create({ object: 'contacts', filter: { field: 'primary_email', op: 'eq', value: 'zelda@person.example' } })
      expect(JSON.stringify(await api.audit.list())).toContain('zelda@person.example')
      expect((await engine.as({ ...ada, organization: 'other' }).audit.list()).audit_log).toEqual([])
      await api.privacy.erase({ contact_id: id })
      for (let round = 0; round < 150; round += 1) {
        await engine.tick()
        clock.advance(1)
      }
      const { audit_log } = await api.audit.list({ limit: 200 })
      expect(JSON.stringify(audit_log)).not.toMatch(/zelda|quux/i)
      expect(audit_log.map(({ object, action }) => `${object} ${action}`)).toEqual(
        expect.arrayContaining(['privacy_request created', 'privacy_request finished', 'list created', 'export created']),
      )
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
