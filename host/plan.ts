import type { Engine } from 'rapport-crm'
import type { Args } from './args.ts'
import { openHere } from './client.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'

type Plan = Parameters<Engine['access']['setPlan']>[1]

/** `rapport plan <plan>`: sets how many calls the organisation has, which no key can. */
export async function plan({ positionals: [wanted], values }: Args): Promise<number> {
  if (!wanted) throw new CommandError('Say which: rapport plan <plan> (free, for one; any other word is answered with all there are)')
  const engine = await openHere(readConfig(process.env), 'Stop the host that holds it first.')
  try {
    const { organization } = await engine.access.administrator(
      typeof values['organization'] === 'string' ? { organization: values['organization'] } : {},
    )
    await engine.access.setPlan(organization, wanted as Plan)
    console.log(`The organisation ${organization} has the plan ${wanted}.`)
    return 0
  } finally {
    await engine.close()
  }
}
