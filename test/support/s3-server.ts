import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Http } from 'rapport-crm'
import S3rver from 's3rver'
import type { S3Options } from '../../adapters/s3/index.ts'
import { selfSigned } from './certificate.ts'

/** A server with the interface of S3 on a free port, its bucket, and what calls it. */
export interface S3Server {
  readonly options: S3Options
  /** Names of the objects that the bucket has. */
  objects(): Promise<string[]>
  /** While it is away, every call fails. */
  away: boolean
  close(): Promise<void>
}

/** Begins one, with TLS, so that it is called through the guard of outgoing calls. */
export async function openS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'rapport-s3-'))
  const { cert, key } = selfSigned({ hosts: ['127.0.0.1'] })
  const bucket = 'crm-files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    cert,
    key,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = (await server.run()) as AddressInfo
  const http = new Http({ allow: ['127.0.0.1/32'], ca: cert, ownAddresses: () => [] })
  const send = http.send.bind(http)
  const opened: S3Server = {
    options: { bucket, endpoint: `https://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', prefix: 'files/', http },
    objects: async () => {
      const names = await readdir(join(directory, bucket, 'files')).catch(() => [])
      return names.filter((name) => name.endsWith('_object')).map((name) => name.replace(/\._S3rver_object$/, ''))
    },
    away: false,
    async close() {
      await http.close()
      const running: Server = server.httpServer
      running.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  http.send = (request) =>
    opened.away
      ? Promise.resolve({ status: 503, error: null, terminal: false, response: '', durationMs: 0, retryAfter: null })
      : send(request)
  return opened
}
