import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

// The least that can be called the same work: node:http and one prepared statement of the same driver, with the same durability.
// Started as a process of its own: `probe.ts sqlite <file>` or `probe.ts postgresql <url>`; prints its port.

// As many fields as a contact has: empty lists and objects, and texts that nobody filled in.
const others = Array.from({ length: 46 }, (_, at) => `f${at} text${at % 4 === 0 ? " default '[]'" : ''}`).join(', ')

interface Store {
  create(contact: Record<string, string>): Promise<unknown> | unknown
  list(): Promise<unknown> | unknown
  find(email: string): Promise<unknown> | unknown
}

const [kind, target = ''] = process.argv.slice(2)
const store = kind === 'sqlite' ? sqliteStore(target) : await postgresStore(target)

const server = createServer((request, response) => {
  answer(request).then(
    (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
    // A contact of an earlier row is there already.
    () => response.writeHead(409).end(),
  )
})

async function answer(request: IncomingMessage): Promise<unknown> {
  const email = new URL(request.url ?? '/', 'http://probe').searchParams.get('email')
  if (request.method === 'POST') return await store.create(JSON.parse(await read(request)))
  return await (email ? store.find(email) : store.list())
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
process.once('SIGTERM', () => process.exit(0))

function sqliteStore(file: string): Store {
  const Database = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/sqlite'))('better-sqlite3')
  const db = new Database(file)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 5000']) db.pragma(pragma)
  db.exec(
    `create table if not exists contacts (id text primary key, email text unique, first_name text, last_name text, company text, created_at integer, ${others})`,
  )
  const insert = db.prepare('insert into contacts (id, email, first_name, last_name, company, created_at) values (?, ?, ?, ?, ?, ?)')
  const page = db.prepare('select * from contacts order by id desc limit 50')
  const one = db.prepare('select * from contacts where email = ?')
  return {
    create({ email, first_name, last_name, company }) {
      const id = randomUUID()
      insert.run(id, email, first_name, last_name, company, Date.now())
      return { id, email, first_name, last_name, company }
    },
    list: () => page.all(),
    find: (email) => one.get(email) ?? null,
  }
}

async function postgresStore(connectionString: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString, max: 10 })
  await pool.query(
    `create table if not exists probe_contacts (id uuid primary key, email text unique, first_name text, last_name text, company text, created_at timestamptz, ${others})`,
  )
  const query = async (name: string, text: string, values: unknown[] = []) => (await pool.query({ name, text, values })).rows
  return {
    async create({ email, first_name, last_name, company }) {
      const id = randomUUID()
      await query(
        'insert',
        'insert into probe_contacts (id, email, first_name, last_name, company, created_at) values ($1, $2, $3, $4, $5, now())',
        [id, email, first_name, last_name, company],
      )
      return { id, email, first_name, last_name, company }
    },
    list: () => query('page', 'select * from probe_contacts order by id desc limit 50'),
    find: async (email) => (await query('one', 'select * from probe_contacts where email = $1', [email]))[0] ?? null,
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
