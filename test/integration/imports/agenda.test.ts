import type { Api, Engine } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'

describeStorages(
  'tasks and activities of a file',
  (open) => {
    const imported = async (engine: Engine, api: Api, asked: { object: string; content: string }) => {
      const { id } = await api.imports.create(asked)
      await api.imports.start({ id })
      await engine.tick()
      return { ...(await api.imports.get({ id })), errors: (await api.imports.errors({ id })).errors }
    }
    const known = async (api: Api) => {
      const firm = await api.companies.create({ name: 'Nordlicht', domain: 'nordlicht.example' })
      const ann = await api.contacts.create({ email: 'ann@nordlicht.example', first_name: 'Ann' })
      const deal = await api.deals.create({ name: 'Lamps', company_id: firm.id, external_ids: [{ provider: 'custom:import', id: 'D-7' }] })
      return { firm, ann, deal }
    }

    it.each([
      ['en', 'Task ID,Subject,Due date,Status,Priority,Contact email,Company,Deal ID,Notes', 'Not started', 'High'],
      ['de', 'ID,Betreff,Fällig am,Status,Priorität,Kontakt,Firma,Verkaufschance,Notizen', 'Offen', 'Hoch'],
      ['fr', 'ID,Sujet,Échéance,Statut,Priorité,Contact,Société,Opportunité,Remarque', 'À faire', 'Haute'],
      ['es', 'ID,Asunto,Fecha de vencimiento,Estado,Prioridad,Contacto,Empresa,Oportunidad,Notas', 'Pendiente', 'Alta'],
      ['it', 'ID,Oggetto,Scadenza,Stato,Priorità,Contatto,Azienda,Opportunità,Annotazioni', 'Da fare', 'Alta'],
      ['nl', 'ID,Onderwerp,Vervaldatum,Status,Prioriteit,Contactpersoon,Bedrijf,Verkoopkans,Notities', 'Te doen', 'Hoog'],
      ['pt', 'ID,Título,Vencimento,Situação,Prioridade,Contato,Empresa,Oportunidade,Observações', 'A fazer', 'Alta'],
    ])('are understood in %s, and linked to what they are about', async (_language, head, status, priority) => {
      const { engine, api } = await open()
      const { firm, ann, deal } = await known(api)
      const content = `${head}\nT-1,Call about lamps,2026-02-13 14:30,${status},${priority},ann@nordlicht.example,nordlicht.example,D-7,Bring the catalog\nT-2,Write,2026-02-14,${status},${priority},,,,\n`
      expect(await imported(engine, api, { object: 'tasks', content })).toMatchObject({
        state: 'done',
        created: 2,
        rejected: 0,
        errors: [],
      })
      const [first, second] = (await api.tasks.list({ sort: 'due_at' })).tasks
      expect(first).toMatchObject({
        title: 'Call about lamps',
        due_at: '2026-02-13T14:30:00.000Z',
        status: 'open',
        priority: 'high',
        lead_id: ann.id,
        company_id: firm.id,
        deal_id: deal.id,
        description: 'Bring the catalog',
        source: 'import',
        owner_email: 'ada@acme.test',
      })
      expect(second).toMatchObject({ title: 'Write', due_at: '2026-02-14T23:59:00.000Z', lead_id: null })
      expect(await imported(engine, api, { object: 'tasks', content })).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    })

    it('are found again by their id, else by what they say, and completed by a later file', async () => {
      const { engine, api } = await open()
      await api.organization.update({ timezone: 'Europe/Berlin' })
      const head = 'Title,Due date,Status,Type,Outcome'
      await imported(engine, api, { object: 'tasks', content: `${head}\nCall,2026-02-13 14:30,open,call,\nCall,2026-02-14,open,visit,\n` })
      const again = await imported(engine, api, { object: 'tasks', content: `${head}\nCall,2026-02-13 14:30,done,call,no answer\n` })
      expect(again).toMatchObject({ created: 0, updated: 1 })
      const [call, visit] = (await api.tasks.list({ sort: 'due_at' })).tasks
      expect(call).toMatchObject({ due_at: '2026-02-13T13:30:00.000Z', status: 'completed', outcome: 'no_answer', completed_by: 'ada@acme.test', completed_at: '2026-01-15T09:00:00.000Z' }) // prettier-ignore
      expect(visit).toMatchObject({ due_at: '2026-02-14T22:59:00.000Z', status: 'open', type: 'meeting' })
      const { id } = await api.tasks.create({ title: 'Made here' })
      const own = await imported(engine, api, { object: 'tasks', content: `id,title,priority\n${id},Visit them,low\n` })
      expect(own).toMatchObject({ created: 0, updated: 1 })
      expect(await api.tasks.get({ id })).toMatchObject({ title: 'Visit them', priority: 'low', status: 'open', external_ids: [] })
    })

    it('make the next one of a series when a file completes one', async () => {
      const { engine, api } = await open()
      const { id } = await api.tasks.create({ title: 'Report', due_at: '2026-01-16T10:00:00.000Z', recurrence: { frequency: 'weekly' } })
      await imported(engine, api, { object: 'tasks', content: `id,title,status\n${id},Report,completed\n` })
      expect((await api.tasks.list({ sort: 'due_at' })).tasks).toMatchObject([
        { id, status: 'completed' },
        { title: 'Report', status: 'open', due_at: '2026-01-23T10:00:00.000Z' },
      ])
    })

    it('are rejected row by row, with code and field', async () => {
      const { engine, api } = await open()
      await known(api)
      const tasks = await imported(engine, api, {
        object: 'tasks',
        content:
          'ID,Title,Contact email,Deal ID\n1,Good,ann@nordlicht.example,D-7\n2,,ann@nordlicht.example,\n3,Lost,nobody@else.example,\n4,Lost,,D-8\n',
      })
      expect(tasks).toMatchObject({ created: 1, rejected: 3 })
      expect(tasks.errors.map(({ row, code, field }) => [row, code, field])).toEqual([
        [2, 'required', 'title'],
        [3, 'not_found', 'contact'],
        [4, 'not_found', 'deal'],
      ])
      const activities = await imported(engine, api, {
        object: 'activities',
        content:
          'ID,Type,Subject,Date,Contact email\n1,Anruf,First call,2026-01-10,ann@nordlicht.example\n2,note,About nobody,2026-01-10,\n',
      })
      expect(activities).toMatchObject({ created: 1, rejected: 1 })
      expect(activities.errors).toMatchObject([{ row: 2, code: 'required', field: 'contact' }])
    })

    it('are history: activities move when contacts were last active, once, and make no events of contacts', async () => {
      const { engine, api } = await open()
      const { ann, deal, firm } = await known(api)
      const content = `Activity ID,Type,Subject,Body,Date,Direction,Contact email,Deal ID,Company\nA-1,Call,First call,"Wants an offer\nby Friday",2026-01-10 09:15,inbound,ann@nordlicht.example,D-7,Nordlicht\n`
      expect(await imported(engine, api, { object: 'activities', content })).toMatchObject({ created: 1, rejected: 0 })
      expect((await api.activities.list()).activities).toMatchObject([
        { type: 'call', channel: 'phone', direction: 'in', at: '2026-01-10T09:15:00.000Z', subject: 'First call', body: 'Wants an offer\nby Friday', lead_id: ann.id, deal_id: deal.id, company_id: firm.id, source: 'import' },
      ]) // prettier-ignore
      expect(await api.contacts.get({ id: ann.id })).toMatchObject({ last_contacted_at: '2026-01-10T09:15:00.000Z' })
      expect(await imported(engine, api, { object: 'activities', content })).toMatchObject({ created: 0, unchanged: 1 })
      expect((await api.events.list({ type: 'contact.called' } as never).catch(() => ({ events: [] }))).events).toEqual([])
    })

    it('come by ingest and over HTTP, too, and go when the import is reverted', async () => {
      const { engine, api } = await open()
      await known(api)
      await engine.access.bootstrap({ key: 'rk_of_this_test_0123456789' })
      const main = engine.as(await engine.authenticate('rk_of_this_test_0123456789'))
      await main.contacts.create({ email: 'ann@nordlicht.example' })
      const headers = { authorization: 'Bearer rk_of_this_test_0123456789', 'content-type': 'application/json' }
      const records = [{ id: 'T-9', subject: 'Ring back', due_date: '2026-02-03T09:00:00+01:00', contact_email: 'ann@nordlicht.example' }]
      const answer = await http(engine).fetch(
        new Request('http://crm.test/api/v1/sync/ingest', {
          method: 'POST',
          headers,
          body: JSON.stringify({ provider: 'custom:erp', object: 'tasks', records }),
        }),
      )
      expect([answer.status, await answer.json()]).toMatchObject([200, { created: 1, rejected: [] }])
      expect((await main.tasks.list()).tasks).toMatchObject([{ title: 'Ring back', due_at: '2026-02-03T08:00:00.000Z', external_ids: [{ provider: 'custom:erp', id: 'T-9' }] }]) // prettier-ignore
      const { id } = await imported(engine, api, { object: 'tasks', content: 'ID,Title\n1,Gone\n' })
      await api.imports.revert({ id })
      await engine.tick()
      expect((await api.tasks.list()).tasks).toEqual([])
      expect(ada.organization).toBe('acme')
    })
  },
  ['SQLite memory', 'PostgreSQL'],
)
