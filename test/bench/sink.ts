import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../support/certificate.ts'

// Webhook receivers as a process of their own: the first ones answer 204 at once, the others never. Tells its parent which
// record came when to which of them, and the most connections that were open to those that never answer.
const [healthy = 1, silent = 0] = process.argv.slice(2).map(Number)
const certificate = selfSigned({ hosts: ['127.0.0.1'] })
const arrivals: [entity: string, at: number, endpoint: number][] = []
let [open, most] = [0, 0]

const servers = Array.from({ length: healthy + silent }, (_, endpoint) =>
  createServer(certificate, (request, response) => {
    const at = performance.timeOrigin + performance.now()
    request.once('data', (start: Buffer) => {
      arrivals.push([/"entity":\{"type":"\w+","id":"([^"]+)"/.exec(start.toString('latin1', 0, 500))?.[1] ?? '', at, endpoint])
    })
    request.resume().on('end', () => endpoint < healthy && response.writeHead(204).end())
  }),
)
for (const [endpoint, server] of servers.entries()) {
  server.keepAliveTimeout = 60_000
  if (endpoint >= healthy)
    server.on('connection', (socket) => {
      most = Math.max(most, ++open)
      socket.on('close', () => (open -= 1))
    })
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
process.send?.({ ports: servers.map((server) => (server.address() as AddressInfo).port), ca: certificate.cert })

// Sets, so that telling costs next to nothing beside receiving; a parent that has just gone need not hear of the last one.
setInterval(() => arrivals.length > 0 && process.send?.({ arrivals: arrivals.splice(0), most }, () => {}), 20)
process.on('disconnect', () => process.exit())
