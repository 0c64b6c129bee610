import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'

// Makes the database that every app begins with: a key for the calls, and a form whose page they open.
const engine = await Engine.open({ storage: sqlite('crm.sqlite') })
const admin = engine.as({
  organization: 'acme',
  user: 'ada@acme.test',
  role: 'admin',
  administration: true,
  scopes: new Set(['read', 'write', 'delete', 'webhooks', 'mcp']),
})
const { key } = await admin.apiKeys.create({ name: 'frameworks', scopes: ['read', 'write', 'mcp'] })
const fields = [{ name: 'email', label: 'E-mail', maps_to: 'contact.email', required: true }]
const { embed } = await admin.forms.create({ name: 'Newsletter', fields, spam: { min_seconds: 0 } })
console.log(JSON.stringify({ key, form: embed.url }))
await engine.close()
