import type { Engine } from 'rapport-crm'
import type { Args } from './args.ts'
import { openHere } from './client.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'

type Plan = Parameters<Engine['access']['setPlan']>[1]

/** `rapport plan <plan>`: sets the quota of calls of the organization, which no key can change. */
export async function plan({ positionals: [wanted], values }: Args): Promise<number> {
  if (!wanted) throw new CommandError('Name the plan: rapport plan <plan>, such as free; an unknown plan lists all plans')
  const engine = await openHere(readConfig(process.env), 'Stop the host that has it open first.')
  try {
    const { organization } = await engine.access.administrator(
      typeof values['organization'] === 'string' ? { organization: values['organization'] } : {},
    )
    await engine.access.setPlan(organization, wanted as Plan)
    console.log(`The organization ${organization} has the plan ${wanted}.`)
    return 0
  } finally {
    await engine.close()
  }
}
