/* A process of an app that writes an order of its own beside each contact, until it is killed. It says what it was told is committed. */
import { Engine, scopes } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'

const [file, url, schema] = process.argv.slice(2)
const storage = url && schema ? postgresql({ url, schema }) : sqlite(file ?? '')
const engine = await Engine.open({ storage })
const crm = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) } as const

async function order(number: number): Promise<void> {
  try {
    const id = await engine.transaction(async (within, { sql }) => {
      const contact = await within.as(crm).contacts.create({ email: `p${number}-${process.pid}@example.com` })
      await sql`insert into app_orders (id, contact_id) values (${`${number}-${process.pid}`}, ${contact.id})`
      if (number % 3 === 0) throw new Error('undone')
      return contact.id
    })
    process.stdout.write(`${id}\n`)
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'undone') throw error
  }
}

for (let number = 0; ; number += 4) await Promise.all([0, 1, 2, 3].map((each) => order(number + each)))
