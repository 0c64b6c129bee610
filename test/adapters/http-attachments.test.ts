import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'rapport-crm/client'
import { http } from 'rapport-crm/http'
import { afterEach, expect, it } from 'vitest'
import { PDF, PNG, kept } from '../records/attachments/files.ts'
import { describeStorages, type Opened } from '../support/storages.ts'
import { withTables } from '../platform/access/tables.ts'

const KIB = 1024
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** The API on a port of this machine, as a node server and as a web-standard one. */
async function served({ engine, api }: Opened) {
  const { key = '' } = await api.apiKeys.create({ name: 'Files', scopes: ['read', 'write', 'delete'] })
  const crm = http(engine)
  const server = createServer((req, res) => crm.node(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    crm.close()
    server.close()
    server.closeAllConnections()
  })
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { authorization: `Bearer ${key}` }
  const ways = {
    node: (path: string, init: RequestInit = {}) => fetch(`${host}/api/v1${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    web: (path: string, init: RequestInit = {}) =>
      crm.fetch(new Request(`http://crm.test/api/v1${path}`, { ...init, headers: { ...headers, ...init.headers } })),
  }
  return { host, key: key ?? '', ways }
}

describeStorages(
  'attachments over HTTP',
  (open) => {
    it('are uploaded as a body and downloaded as a file that no browser shows', async () => {
      const opened = await open()
      const { ways } = await served(opened)
      const { id } = await opened.api.deals.create({ name: 'Ovens' })
      for (const call of Object.values(ways)) {
        const content = Buffer.concat([PDF, Buffer.alloc(900 * KIB, 3)])
        const to = `/attachments?object=deals&record_id=${id}&name=${encodeURIComponent('Angebot „Öfen“.pdf')}`
        const made = await call(to, { method: 'POST', body: content, headers: { 'content-type': 'application/pdf' } })
        expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
        const { id: file, sha256 } = await made.json()
        const got = await call(`/attachments/${file}/content`)
        expect(Object.fromEntries(got.headers)).toMatchObject({
          'content-type': 'application/pdf',
          'content-length': String(content.length),
          'content-disposition': `attachment; filename="Angebot__fen_.pdf"; filename*=UTF-8''${encodeURIComponent('Angebot_Öfen_.pdf')}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining('sandbox'),
          'cache-control': 'no-store',
          etag: `"${sha256}"`,
        })
        expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
        const again = await call(`/attachments/${file}/content`, { headers: { 'if-none-match': `"${sha256}"` } })
        expect([again.status, await again.text()]).toEqual([304, ''])
        const head = await call(`/attachments/${file}/content`, { method: 'HEAD' })
        expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(content.length), ''])
      }
    })

    it('are refused as forms, encoded, without a name, and in a field of the query', async () => {
      const opened = await open()
      const { ways } = await served(opened)
      const { id } = await opened.api.deals.create({ name: 'Ovens' })
      const to = `/attachments?object=deals&record_id=${id}`
      const form = new FormData()
      form.set('file', new Blob([PNG]), 'a.png')
      for (const call of Object.values(ways)) {
        const send = async (path: string, init: RequestInit) => {
          const answer = await call(path, { method: 'POST', body: PNG, ...init })
          return [answer.status, (await answer.json()).type]
        }
        expect(await send(`${to}&name=a`, { body: form })).toEqual([415, 'urn:rapport:error:unsupported_media_type'])
        expect(await send(`${to}&name=a`, { headers: { 'content-encoding': 'gzip' } })).toEqual([
          415,
          'urn:rapport:error:unsupported_media_type',
        ])
        expect(await send(to, {})).toEqual([422, 'urn:rapport:error:invalid_input'])
        expect(await send(`${to}&name=a&content=b`, {})).toEqual([422, 'urn:rapport:error:invalid_input'])
        expect(await send(`${to}&name=a.exe`, {})).toEqual([422, 'urn:rapport:error:invalid_input'])
        expect(await send(`${to}&name=a&media_type=application/pdf`, {})).toEqual([422, 'urn:rapport:error:invalid_input'])
      }
    })

    it('over the limit get their answer, and those that break off leave nothing', async () => {
      const opened = await open({ ...withTables, attachments: { maxBytes: 512 * KIB } })
      const { engine, api } = opened
      const { ways, host, key } = await served(opened)
      const { id } = await api.deals.create({ name: 'Ovens' })
      const to = `/attachments?object=deals&record_id=${id}&name=a`
      for (const call of Object.values(ways)) {
        const refused = await call(to, { method: 'POST', body: Buffer.alloc(2_000 * KIB, 1) })
        expect([refused.status, (await refused.json()).type]).toEqual([413, 'urn:rapport:error:too_large'])
      }
      await engine.tick()
      const broken = request(`${host}/api/v1${to}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-length': 400 * KIB },
      })
      broken.on('error', () => undefined)
      await new Promise<void>((resolve) => broken.write(Buffer.alloc(300 * KIB, 1), () => resolve()))
      await expect.poll(async () => (await kept(engine)).states).toEqual(['writing'])
      broken.destroy()
      await expect.poll(async () => (await kept(engine)).states).toEqual(['dropping'])
      await engine.tick()
      expect(await kept(engine)).toEqual({ states: [], parts: 0 })
    })

    it('are sent and read by the client', async () => {
      const opened = await open()
      const { host, key } = await served(opened)
      const crm = createClient({ url: host, key })
      const { id: record_id } = await crm.companies.create({ name: 'Forge' })
      const made = await crm.attachments.upload({
        object: 'companies',
        record_id,
        name: 'a.png',
        content: new Blob([PNG], { type: 'image/png' }),
      })
      const other = await crm.attachments.upload({
        object: 'companies',
        record_id,
        name: 'b.pdf',
        media_type: 'application/pdf',
        content: new Uint8Array(PDF),
      })
      const { attachments } = await crm.attachments.list({ object: 'companies', record_id })
      expect(attachments.map(({ id, media_type }) => [id, media_type])).toEqual([
        [other.id, 'application/pdf'],
        [made.id, 'image/png'],
      ])
      const file = await crm.attachments.download({ id: made.id })
      expect([file.name, file.type, file.size]).toEqual(['a.png', 'image/png', PNG.length])
      expect(Buffer.from(await file.bytes()).equals(PNG)).toBe(true)
    })
  },
  ['SQLite memory'],
)
