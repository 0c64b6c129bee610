import { performance } from 'node:perf_hooks'

const started = performance.now()
const { Engine } = await import('rapport-crm')
const { sqlite } = await import('rapport-crm/sqlite')
const engine = await Engine.open({ storage: sqlite(':memory:') })
await engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['write']) }).contacts.create({ email: 'ada@acme.test' })
process.stdout.write(String(performance.now() - started))
await engine.close()
