import pino from 'pino'
import { Engine, type EngineOptions, Logger } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, expect, it } from 'vitest'
import { ada } from './support/storages.ts'

const engines: Engine[] = []
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close()
})

const open = async (options: Omit<EngineOptions, 'storage'>) => {
  const engine = (await Engine.open({ storage: sqlite(':memory:'), ...options })) as Engine
  engines.push(engine)
  return engine
}

/** What makes the engine log one line: a listener that fails. */
async function provoke(engine: Engine): Promise<void> {
  const heard = new Promise<void>((resolve) =>
    engine.on('contact.created', async () => {
      setImmediate(resolve)
      throw new RangeError('The listener is broken')
    }),
  )
  await engine.as(ada).contacts.create({ email: 'grace@example.com' })
  await heard
}

it('writes to a pino logger, fields first and an error with its stack', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(line) })
  await provoke(await open({ log }))
  const [line] = lines.map((each): Record<string, unknown> => JSON.parse(each)).filter(({ level }) => level === 50)
  expect(line).toMatchObject({
    msg: expect.stringContaining('listener'),
    err: { type: 'RangeError', message: 'The listener is broken', stack: expect.stringContaining('RangeError') },
  })
})

it('writes to a child logger of an app with its bindings', async () => {
  const lines: string[] = []
  const parent = pino({ base: null }, { write: (line) => void lines.push(line) })
  await provoke(await open({ log: parent.child({ part: 'crm' }) }))
  expect(lines.map((each): unknown => JSON.parse(each))).toContainEqual(expect.objectContaining({ part: 'crm', level: 50 }))
})

const fail = () => {
  throw new Error('The disk of the log is full')
}
class Broken extends Logger {
  override error(): void {
    fail()
  }
}
it.each<[string, Omit<EngineOptions, 'storage'>]>([
  ['that throws', { log: { debug: fail, info: fail, warn: fail, error: fail } }],
  ['whose methods reject', { log: { debug: fail, info: fail, warn: fail, error: async () => fail() } }],
  ['that is a port and throws', { ports: [new Broken()] }],
])('goes on with a logger %s', async (_, options) => {
  const engine = await open(options)
  await provoke(engine)
  expect((await engine.as(ada).contacts.list()).contacts).toHaveLength(1)
})

it.each<[string, unknown, string]>([
  ['a function', () => undefined, '`log` must be a logger with the methods debug, info, warn, error, such as pino()'],
  ['a logger without warn', { debug: fail, info: fail, error: fail }, '`log` must be a logger with the methods'],
])('refuses %s', async (_, log, message) => {
  await expect(open({ log: log as never })).rejects.toThrow(message)
})

it('refuses two loggers', async () => {
  const log = { debug: fail, info: fail, warn: fail, error: fail }
  await expect(open({ log, ports: [new Logger()] })).rejects.toThrow('`log` must not be given beside a Logger among `ports`')
})
