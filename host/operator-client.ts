import { createClient } from 'rapport-crm/client'
import type { Args } from './args.ts'
import { openHere, told } from './client.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'
import { type OperatorActionName, operatorActions, runAction } from './operator-actions.ts'

/** Does what the operator does, on the database or through a running host. */
export interface OperatorClient {
  call(name: OperatorActionName, input: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

const general = new Set(['url', 'key', 'help'])

/** Throws for an option that is one of other actions of the command: it would be ignored. */
export function refuseOthers(values: Args['values'], command: string, own: readonly string[]): void {
  const other = Object.keys(values).find((name) => !general.has(name) && !own.includes(name))
  if (other !== undefined) throw new CommandError(`${command} takes no --${other}`)
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
  const { request } = createClient({ url, path: '/operator', key: token })
  return { call: async (name, input) => await told(url, request(operatorActions[name].route, input)), close: async () => {} }
}
