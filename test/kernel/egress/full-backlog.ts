import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

const listener = `const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`
// More than the kernel keeps for a backlog of 1.
const CALLERS = 8

/** A port whose queue is full and whose process stands still (SIGSTOP): the kernel drops every further SYN, as a firewall does. */
export async function fullBacklog(): Promise<AsyncDisposable & { readonly url: string }> {
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const callers: Socket[] = []
  for (let count = 0; count < CALLERS; count += 1) callers.push(connect(port, '127.0.0.1').on('error', () => {}))
  if (callers[0]) await once(callers[0], 'connect')
  return {
    url: `https://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of callers) socket.destroy()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
