import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Engine, type FileStore, Http, operation, plugin } from 'rapport-crm'
import { s3Files } from 'rapport-crm/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseFiles } from '../../../core/kernel/storage/files/database-files.ts'
import { tablesOf, withTables } from '../../platform/access/tables.ts'
import { openS3, type S3Server } from '../../support/s3-server.ts'
import { ada, describeStorages, newPlace } from '../../support/storages.ts'
import { TestClock } from '../../support/clock.ts'
import { bytesOf, kept, pieces, PNG } from './files.ts'

const MIB = 1024 * 1024
type HttpRequest = Parameters<Http['send']>[0]
type Store = Pick<FileStore, 'write' | 'read' | 'drop'>

let s3: S3Server
beforeAll(async () => void (s3 = await openS3()))
afterAll(() => s3.close())

/** What every store of files does, whatever it keeps them in. */
function contract(of: () => Store | Promise<Store>): void {
  const file = () => ({ organization: 'acme', id: randomUUID() })

  it.each([1, 192 * 1024, 256 * 1024, 256 * 1024 + 1, 5 * MIB, 11 * MIB + 3])(
    'answers %i bytes as they were written, and none of them once dropped',
    async (size) => {
      const store = await of()
      const content = randomBytes(size)
      const mine = file()
      await store.write(mine, pieces(content, 256 * 1024))
      const read: Uint8Array[] = []
      for await (const piece of store.read(mine)) {
        expect(piece.length).toBeLessThanOrEqual(MIB)
        read.push(piece)
      }
      expect(Buffer.concat(read).equals(content)).toBe(true)
      await store.drop(mine)
      expect(await bytesOf(store.read(mine)).catch(() => Buffer.alloc(0))).toHaveLength(0)
      await store.drop(mine)
    },
  )

  it('keeps files apart', async () => {
    const store = await of()
    const [first, second] = [file(), file()]
    await Promise.all([store.write(first, pieces(Buffer.from('first'), 2)), store.write(second, pieces(Buffer.from('second'), 2))])
    await store.drop(first)
    expect(String(await bytesOf(store.read(second)))).toBe('second')
    await store.drop(second)
  })

  it('fails with its source, and has nothing of the file once it is dropped', async () => {
    const store = await of()
    const mine = file()
    async function* broken() {
      yield randomBytes(6 * MIB)
      throw new Error('broken off')
    }
    await expect(store.write(mine, broken())).rejects.toThrow('broken off')
    await store.drop(mine)
    expect(await bytesOf(store.read(mine)).catch(() => Buffer.alloc(0))).toHaveLength(0)
  })
}

describeStorages('the database as a store of files', (open) => {
  const probe = plugin({
    name: 'file-probe',
    version: '1.0.0',
    operations: {
      fileProbe: {
        get: operation({
          id: 'probeFiles',
          summary: 'The store itself',
          scope: 'read',
          route: 'GET /probe/files',
          input: Type.Object({}),
          output: Type.Unknown(),
          uses: { files: DatabaseFiles },
          handle: async (_, { files }) => files as never,
        }),
      },
    },
  })
  contract(async () => {
    const { engine } = await open({ plugins: [probe] })
    return (await engine.call(engine.registry.byId.get('probeFiles')!, {}, ada)) as Store
  })
})

describe('a bucket as a store of files', () => {
  contract(() => s3Files(s3.options))

  it('takes options that can be meant, and no others', () => {
    const wrong = (more: object) => () => s3Files({ ...s3.options, ...more })
    expect(wrong({ endpoint: 'http://127.0.0.1:9000' })).toThrow('`endpoint` must be an https address')
    expect(wrong({ endpoint: 'https://a:b@store.example' })).toThrow('`endpoint` must be an https address')
    expect(wrong({ bucket: '../other' })).toThrow('`bucket` must be the name of a bucket')
    expect(wrong({ prefix: '/..' })).toThrow('`prefix` must be empty or end with a slash')
    expect(wrong({ secretAccessKey: '' })).toThrow('`secretAccessKey` must have')
    expect(wrong({ acl: 'public' })).toThrow('`acl` is no option')
  })

  it('says that it is away, without a word of its key', async () => {
    const store = s3Files({ ...s3.options, accessKeyId: 'NOBODY' })
    const refused = await store.write({ organization: 'acme', id: randomUUID() }, pieces(PNG, 10)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unavailable', message: 'The store of files does not do what is asked (PUT 403)' })
  })
})

// The server of the tests takes any signature of version 4: here it is computed again, as AWS documents it.
function signatureOf({ method, url, headers = {} }: HttpRequest, secret: string): string {
  const { host, pathname, searchParams } = new URL(url)
  const all: Record<string, string> = { ...headers, host }
  const [, scope = '', names = ''] = /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '') ?? []
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).toSorted()
  const signed = names.split(';').map((name) => `${name}:${all[name]}\n`)
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, each: string) => createHmac('sha256', key).update(each).digest()
  return hmac(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString('hex')
}

it('requests to a bucket are signed with their bodies', async () => {
  const sent: HttpRequest[] = []
  const http = new Http()
  http.send = async (request) => {
    sent.push(request)
    const body = request.url.includes('uploads') ? '<UploadId>a+b/c=</UploadId>' : '<CompleteMultipartUploadResult/>'
    return { status: 200, error: null, terminal: false, response: '', body, etag: '"tag"', durationMs: 1, retryAfter: null }
  }
  const { endpoint: _, ...options } = s3.options
  const store = s3Files({ ...options, region: 'eu-central-1', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG', http, clock: new TestClock() })
  await store.write({ organization: 'acme', id: randomUUID() }, pieces(randomBytes(6 * MIB), 256 * 1024))
  await store.drop({ organization: 'acme', id: randomUUID() })
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT', 'POST', 'DELETE'])
  for (const each of sent) {
    expect(each.url).toMatch(/^https:\/\/s3\.eu-central-1\.amazonaws\.com\/crm-files\/files\//)
    expect(each.headers['x-amz-date']).toBe('20260115T090000Z')
    expect(each.headers['x-amz-content-sha256']).toBe(
      createHash('sha256')
        .update(each.body ?? '')
        .digest('hex'),
    )
    expect(each.headers['authorization']).toContain(`Signature=${signatureOf(each, 'wJalrXUtnFEMI/K7MDENG')}`)
  }
})

describeStorages('attachments in a bucket', (open) => {
  it('are there while they are attached, and dropped as soon as the store answers', async () => {
    const { engine, api, clock } = await open({ ...withTables, ports: [s3Files(s3.options)] })
    const { id: record_id } = await api.deals.create({ name: 'Ovens' })
    const upload = (content: Uint8Array) => api.attachments.upload({ object: 'deals', record_id, name: 'a.png', content })
    const content = Buffer.concat([PNG, randomBytes(6 * MIB)])
    const { id } = await upload(content)
    expect((await bytesOf(await api.attachments.download({ id }))).equals(content)).toBe(true)
    expect(await s3.objects()).toHaveLength(1)
    expect((await tablesOf(engine))['file_parts']).toEqual([])

    s3.away = true
    await expect(upload(PNG)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await expect(bytesOf(await api.attachments.download({ id }))).rejects.toMatchObject({ code: 'unavailable' })
    await api.deals.delete({ id: record_id, purge: true })
    await engine.tick()
    expect((await kept(engine)).states).toEqual(['dropping', 'dropping'])
    s3.away = false
    clock.advance('2 minutes')
    await engine.tick()
    expect([await s3.objects(), (await kept(engine)).states]).toEqual([[], []])
  })
})

it('files of a store that a host is not set up for are unavailable, and those of the database are read beside it', async () => {
  const place = await newPlace('SQLite file')
  const run = async <T>(ports: readonly FileStore[], work: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = (await Engine.open({ storage: place.storage(), ports })) as Engine
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  }
  const attach = async (engine: Engine) => {
    const api = engine.as(ada)
    const { id: record_id } = await api.deals.create({ name: 'Ovens' })
    return (await api.attachments.upload({ object: 'deals', record_id, name: 'a.png', content: PNG })).id
  }
  const read = async (engine: Engine, id: string) => await bytesOf(await engine.as(ada).attachments.download({ id }))
  const inDatabase = await run([], attach)
  const inBucket = await run([s3Files(s3.options)], async (engine) => {
    expect((await read(engine, inDatabase)).equals(PNG)).toBe(true)
    return await attach(engine)
  })
  await run([], (engine) => expect(read(engine, inBucket)).rejects.toMatchObject({ code: 'unavailable' }))
  await place.remove()
})
