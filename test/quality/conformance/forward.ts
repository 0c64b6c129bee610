import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Forwards requests to a host with a key, because the conformance suite sends none; headers and streams stay as they are. */
export async function forwardWithKey(to: string, key: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${key}` }
    const onward = request(new URL(req.url ?? '/', to), { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    // Closing the stream of an answer cancels the call.
    res.on('close', () => onward.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
