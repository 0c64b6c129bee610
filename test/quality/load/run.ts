import { parseArgs } from 'node:util'
import { backlog } from './backlog.ts'
import { campaign } from './campaign.ts'
import { fair } from './fair.ts'
import { files } from './files.ts'
import { greatest } from './greatest.ts'
import { mixed } from './mixed.ts'
import { streams } from './streams.ts'

// node -C source test/quality/load/run.ts [--seconds N] [--only name,...] [--database sqlite|postgresql]: more than the host can do, by hand.
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { seconds: text, only: text, database: text } })
const seconds = Number(values.seconds ?? 60)
const loads = { mixed, greatest, backlog, campaign, fair, files, streams }
for (const [name, load] of Object.entries(loads)) {
  if (values.only && !values.only.split(',').includes(name)) continue
  for (const database of ['sqlite', 'postgresql'] as const)
    if (!values.database || values.database === database)
      console.log(name, database, JSON.stringify(await load(database, seconds), undefined, 2))
}
