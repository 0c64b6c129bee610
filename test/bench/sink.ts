import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../support/certificate.ts'

// A webhook receiver as a process of its own: answers 204 at once and tells its parent when which event came.
const certificate = selfSigned({ hosts: ['127.0.0.1'] })
const arrivals: [id: string, at: number][] = []
const ports = Number(process.argv[2] ?? 1)
const servers = Array.from({ length: ports }, () =>
  createServer(certificate, (request, response) => {
    arrivals.push([String(request.headers['x-service-delivery']), performance.timeOrigin + performance.now()])
    request.resume().on('end', () => response.writeHead(204).end())
  }),
)
for (const server of servers) {
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
process.send?.({ ports: servers.map((server) => (server.address() as AddressInfo).port), ca: certificate.cert })

// Sets, so that telling costs next to nothing beside receiving.
setInterval(() => arrivals.length > 0 && process.send?.({ arrivals: arrivals.splice(0) }), 20)
process.on('disconnect', () => process.exit())
