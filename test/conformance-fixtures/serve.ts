import { createServer } from 'node:http'
import { mcp } from 'rapport-crm/mcp'
import { postgresql } from 'rapport-crm/postgresql'
import { testEngine } from 'rapport-crm/testing'
import { conformanceFixtures } from './index.ts'

// A server for the conformance suite: the real engine and adapter, plus the fixtures. The suite sends no key, so this adds one.
// On SQLite in memory, or on the PostgreSQL that DATABASE_URL names.
const [port = '3000', mode] = process.argv.slice(2)
const url = process.env['DATABASE_URL']
const { engine, key } = await testEngine({ rateLimit: 0, ...(url !== undefined && { storage: postgresql(url) }) })
const { node } = mcp(engine, { extensions: [conformanceFixtures], legacySessions: mode === 'sessions' })

createServer((req, res) => {
  req.headers.authorization = `Bearer ${key}`
  node(req, res)
}).listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/mcp`))
