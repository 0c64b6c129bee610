import type { Args } from './args.ts'
import { openHere, reach } from './client.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'
import { type OperatorActionName, operatorActions, runAction } from './operator-actions.ts'

/** Does what the operator does, on the database or through a running host. */
export interface OperatorClient {
  call(name: OperatorActionName, input: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

/** Uses the host at `--url` with the key of the operator, or else the database of the configuration. */
export async function openOperator({ url, key }: Args['values']): Promise<OperatorClient> {
  const config = readConfig(process.env)
  if (typeof url !== 'string') {
    const address = `http://127.0.0.1:${config.port || 3000}`
    const engine = await openHere(
      config,
      `Use the host that has it open: --url ${address}, which needs RAPPORT_OPERATOR_KEY there and here`,
    )
    return { call: (name, input) => runAction(engine, name, input), close: () => engine.close() }
  }
  const token = typeof key === 'string' ? key : config.operatorKey
  if (!token) throw new CommandError('--url needs --key, or RAPPORT_OPERATOR_KEY in the environment')
  return { call: (name, input) => remote(url, token, name, input), close: async () => {} }
}

async function remote(base: string, token: string, name: OperatorActionName, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const [method = '', pattern = ''] = operatorActions[name].route.split(' ')
  const rest = { ...input }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(rest[param])
    delete rest[param]
    return encodeURIComponent(value)
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = method === 'GET' ? null : JSON.stringify(rest)
  const response = await reach(`${base.replace(/\/+$/, '')}/operator${path}`, { method, headers, body })
  const answer = (await response.json().catch(() => ({}))) as { detail?: string }
  if (!response.ok) throw new CommandError(`The host answers ${response.status}: ${answer.detail ?? response.statusText}`)
  return answer
}
