import { type Actor, type AnyOperation, scopes } from 'rapport-crm'
import { expect, it } from 'vitest'
import { runStatement, withTables } from '../../platform/access/tables.ts'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'the audit log',
  (open) => {
    it('says who made a record and changed what of it, from and to, also who deleted, restored and purged it', async () => {
      const { api, clock } = await open()
      const { id } = await api.contacts.create({ email: 'ann@one.example', first_name: 'Ann' })
      await api.contacts.update({ id, first_name: 'Anna', lead_score: 5 })
      clock.advance('1 hour')
      await api.contacts.delete({ id })
      await api.contacts.restore({ id })
      const { audit_log } = await api.audit.list({ object: 'contact', record_id: id })
      expect((await api.audit.list({ object: 'contacts', record_id: id })).audit_log).toEqual(audit_log)
      const actor = { type: 'user', id: 'ada@acme.test', label: 'ada@acme.test' }
      expect(audit_log.map(({ action }) => action)).toEqual(['restored', 'deleted', 'updated', 'created'])
      expect(audit_log.at(-1)).toEqual({
        id,
        at: '2026-01-15T09:00:00.000Z',
        actor,
        action: 'created',
        object: 'contact',
        record_id: id,
        operation: 'createContact',
        request_id: null,
        changes: [],
      })
      expect(audit_log.at(-2)).toMatchObject({ at: '2026-01-15T09:00:00.000Z', actor, operation: 'updateContact' })
      expect(audit_log.at(-2)?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
        { field: 'first_name', from: 'Ann', to: 'Anna' },
        { field: 'lead_score', from: 0, to: 5 },
      ])
      await api.contacts.delete({ id, purge: true })
      expect((await api.audit.list({ record_id: id })).audit_log).toMatchObject([{ action: 'purged', object: 'contact', changes: [] }])
    })

    it('is not asked for objects that it tells nothing of', async () => {
      const { api } = await open()
      const known = ['api_key', 'contact', 'credit_note', 'deal', 'merge', 'organization', 'price_rule', 'privacy_request']
      await expect(api.audit.list({ object: 'contcat' })).rejects.toMatchObject({
        details: { errors: [{ path: '/object', code: 'not_allowed', allowed: expect.arrayContaining(known) as string[] }] },
      })
      expect((await api.audit.list({ object: 'credit_notes' })).audit_log).toEqual([])
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
      expect(byKey.audit_log.map(({ object, action }) => `${object} ${action}`)).toEqual([
        'contact updated',
        'company created',
        'contact created',
      ])
      for (const { actor } of byKey.audit_log) expect(actor).toEqual({ type: 'api_key', id: made.id, label: 'ERP' })
      expect((await api.audit.list({ actor: made.id })).audit_log).toEqual(byKey.audit_log)
      expect((await api.audit.list({ actor_type: 'api_key' })).audit_log).toEqual(byKey.audit_log)
      expect((await api.audit.list({ action: 'rotated' })).audit_log.map(({ object }) => object)).toEqual(['webhook', 'api_key'])
      expect((await api.audit.list({ since: '2026-01-16T00:00:00Z' })).audit_log).toEqual([])
      expect((await api.audit.list({ before: '2026-01-16T00:00:00Z', limit: 200 })).audit_log).toEqual(audit_log)
    })

    it('finds what a user has done by what their keys have done, too', async () => {
      const { engine, api } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      for (const email of ['cy@acme.test', 'dee@acme.test']) await engine.access.createUser({ organization: 'acme', email })
      const keyOf = async (user: string) => {
        const { key } = await engine.access.createKey({ organization: 'acme', user, name: 'Host', scopes: ['read', 'write'] })
        return engine.as(await engine.authenticate(key))
      }
      const [cy, dee] = [await keyOf('cy@acme.test'), await keyOf('dee@acme.test')]
      const { id } = await cy.contacts.create({ email: 'jo@buyer.test' })
      await dee.contacts.create({ email: 'mo@buyer.test' })
      await cy.contacts.update({ id, first_name: 'Jo' })
      const user = (await api.users.list({ email: 'cy@acme.test' })).users[0]!
      for (const actor of ['cy@acme.test', user.id]) {
        const { audit_log } = await api.audit.list({ actor, object: 'contact' })
        expect(audit_log.map(({ action, record_id, actor }) => [action, record_id, actor.type])).toEqual([
          ['updated', id, 'api_key'],
          ['created', id, 'api_key'],
        ])
      }
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

    it('goes on page by page, without a gap or a repetition while more is written, through all that was made and changed', async () => {
      const { api, clock } = await open()
      const { id } = await api.companies.create({ name: 'One', domain: 'one.example' })
      // Two of one moment, of one type and of several.
      await api.companies.bulkUpsert({ records: [{ name: 'Two' }, { name: 'Three' }] })
      await api.tasks.create({ title: 'One' })
      for (let at = 0; at < 7; at += 1) {
        if (at > 3) clock.advance(1)
        await api.companies.update({ id, name: `One ${at}` })
      }
      const told: string[] = []
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await api.audit.list({ limit: 3, ...(cursor !== undefined && { cursor }) })
        told.push(...page.audit_log.map(({ object, action, changes }) => `${object} ${action} ${String(changes[0]?.to ?? '')}`.trimEnd()))
        ids.push(...page.audit_log.map((each) => each.id))
        cursor = page.next_cursor ?? undefined
        clock.advance(1)
        await api.companies.update({ id, name: `Later ${told.length}` })
        await api.contacts.create({ first_name: 'Later' })
      } while (cursor !== undefined)
      const changes = [6, 5, 4, 3, 2, 1, 0].map((at) => `company updated One ${at}`)
      expect(told).toEqual([...changes, ...Array.from({ length: 3 }, () => 'company created'), 'task created'])
      expect(new Set(ids).size).toBe(ids.length)
      for (const wrong of ['x', Buffer.from('[1,0,"x"]').toString('base64url'), Buffer.from('[1e20,0,1]').toString('base64url')])
        await expect(api.audit.list({ cursor: wrong })).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('looks at 10,000 rows for a page of which little fits, and goes on from there', async () => {
      const { engine, api, place } = await open(withTables)
      const { id } = await api.tasks.create({ title: 'Early' })
      const by = JSON.stringify({ type: 'user', id: 'bulk', label: 'bulk' })
      const columns = 'record_changes (user_from, entity_type, record_id, changes, actor, created_at)'
      const values = `'acme', 'contact', '${id}', '{}', '${by}'`
      const start = Date.parse('2026-02-01')
      await runStatement(
        engine,
        place.name === 'PostgreSQL'
          ? `insert into ${columns} select ${values}, to_timestamp(${start / 1000} + i / 1000.0) from generate_series(1, 10050) i`
          : `insert into ${columns} with recursive n(i) as (select 1 union all select i + 1 from n where i < 10050) select ${values}, ${start} + i from n`,
      )
      const first = await api.audit.list({ actor: 'ada@acme.test' })
      expect([first.audit_log, typeof first.next_cursor]).toEqual([[], 'string'])
      const second = await api.audit.list({ actor: 'ada@acme.test', cursor: first.next_cursor! })
      expect(second.audit_log).toMatchObject([{ object: 'task', action: 'created', record_id: id }])
      expect(second.next_cursor).toBe(null)
      const before = await api.audit.list({ actor: 'ada@acme.test', before: '2026-02-01T00:00:00Z' })
      expect(before).toEqual(second)
    })

    it('says by which call something was done, jobs of that call included, and finds it by the id that was answered', async () => {
      const { engine, api } = await open()
      const records = Array.from({ length: 3 }, (_, at) => ({ first_name: `N ${at}` }))
      const { results } = await api.contacts.bulkUpsert({ records })
      const ids = results.flatMap((each) => ('id' in each && typeof each.id === 'string' ? [each.id] : []))
      const update = engine.registry.byId.get('bulkUpdateContacts') as AnyOperation
      await engine.call(update, { ids, set: { lead_score: 9 } }, ada, { requestId: 'request 7' })
      const privacy = engine.registry.byId.get('createPrivacyExport') as AnyOperation
      await engine.call(privacy, { contact_id: ids[0] }, ada, { requestId: 'request 8\0' })
      for (let step = 0; step < 20; step += 1) await engine.tick()
      const changed = (await api.audit.list({ request_id: 'request 7' })).audit_log
      expect(changed.map(({ operation, object, changes }) => [operation, object, changes[0]?.to])).toEqual(
        Array.from({ length: 3 }, () => ['bulkUpdateContacts', 'contact', 9]),
      )
      const asked = (await api.audit.list({ request_id: 'request 8', limit: 200 })).audit_log
      expect(asked.map(({ object, action }) => `${object} ${action}`)).toEqual(
        expect.arrayContaining(['privacy_request created', 'privacy_request finished', 'job created', 'job updated']),
      )
      for (const each of asked) expect(each.operation).toBe('createPrivacyExport')
      const make = engine.registry.byId.get('createContact') as AnyOperation
      const given = { email: 'ann@one.example', company: 'One' }
      await engine.call(make, given, ada, { requestId: "request 'é' 9" })
      const made = (await api.audit.list({ request_id: "request 'é' 9" })).audit_log
      const call = ['created', 'createContact', "request 'é' 9"]
      expect(made.map(({ object, action, operation, request_id }) => [object, action, operation, request_id])).toEqual(
        expect.arrayContaining([
          ['contact', ...call],
          ['company', ...call],
        ]),
      )
      expect(made).toHaveLength(2)
      const pipelines = (await api.audit.list({ object: 'pipeline' })).audit_log
      for (const each of pipelines) expect([each.operation, each.request_id]).toEqual([null, null])
    })

    it('tells who has read files and the data of a person, which only administrators read', async () => {
      const { engine, api } = await open()
      const { id } = await api.contacts.create({ email: 'ann@one.example' })
      const file = await api.exports.create({ object: 'contacts' })
      const { job_id } = await api.privacy.export({ contact_id: id })
      await expect(api.exports.download({ id: file.id })).rejects.toMatchObject({ code: 'conflict' })
      await api.jobs.get({ id: job_id })
      for (let step = 0; step < 20; step += 1) await engine.tick()
      expect((await api.audit.list({ action: 'downloaded' })).audit_log).toEqual([])
      await api.exports.download({ id: file.id })
      expect(JSON.stringify(await api.jobs.get({ id: job_id }))).toContain('ann@one.example')
      const member = engine.as({ ...ada, user: 'bob@acme.test', role: 'member', visibility: 'all' })
      await expect(member.jobs.get({ id: job_id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(member.jobs.cancel({ id: job_id })).rejects.toMatchObject({ code: 'not_found' })
      await member.exports.download({ id: file.id })
      const read = (await api.audit.list({ action: 'downloaded' })).audit_log
      expect(read.map(({ object, record_id, actor }) => [object, record_id, actor.label])).toEqual([
        ['export', file.id, 'bob@acme.test'],
        ['job', job_id, 'ada@acme.test'],
        ['export', file.id, 'ada@acme.test'],
      ])
    })

    it('tells who was shown secrets, once an hour, and which keys were tried in vain, from where', async () => {
      const { engine, api, clock } = await open()
      await engine.access.createOrganization({ id: 'acme', admin: 'ada@acme.test' })
      const webhook = await api.webhooks.create({ url: 'https://receiver.example/hook' })
      const eve = engine.as({ ...ada, user: 'eve@acme.test' })
      for (const each of [api, api, eve]) await each.webhooks.list()
      // Who is refused is shown nothing.
      const bob = engine.as({ ...ada, user: 'bob@acme.test' })
      await expect(bob.webhooks.list({ fields: 'nothing' })).rejects.toMatchObject({ code: 'invalid_input' })
      await api.webhooks.get({ id: webhook.id })
      clock.advance('1 hour')
      await api.webhooks.get({ id: webhook.id })
      const revealed = (await api.audit.list({ action: 'revealed' })).audit_log
      expect(revealed.map(({ operation, record_id, actor }) => [operation, record_id, actor.label])).toEqual([
        ['getWebhook', webhook.id, 'ada@acme.test'],
        ['listWebhooks', webhook.id, 'eve@acme.test'],
        ['listWebhooks', webhook.id, 'ada@acme.test'],
      ])
      const { record, key } = await engine.access.createKey({ organization: 'acme', user: 'ada@acme.test', name: 'Old' })
      await api.apiKeys.update({ id: record.id, allowed_ips: ['192.0.2.1'] })
      for (const ip of ['198.51.100.7', '198.51.100.8'])
        await expect(engine.authenticate(key, { ip })).rejects.toMatchObject({ code: 'unauthenticated' })
      await engine.authenticate(key, { ip: '192.0.2.1' })
      await api.apiKeys.revoke({ id: record.id })
      clock.advance('1 hour')
      await expect(engine.authenticate(key)).rejects.toMatchObject({ code: 'unauthenticated' })
      await expect(engine.authenticate('rk_nobody')).rejects.toMatchObject({ code: 'unauthenticated' })
      const refused = (await api.audit.list({ action: 'refused' })).audit_log
      const by = { type: 'api_key', id: record.id, label: 'Old' }
      expect(refused.map(({ object, record_id, actor, changes }) => [object, record_id, actor, changes])).toEqual([
        ['api_key', record.id, by, [{ field: 'reason', from: null, to: 'revoked' }]],
        [
          'api_key',
          record.id,
          by,
          [
            { field: 'reason', from: null, to: 'not from this address' },
            { field: 'address', from: null, to: '198.51.100.7' },
          ],
        ],
      ])
    })

    it('is for administrators of the organization, and forgets whoever was erased', async () => {
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
