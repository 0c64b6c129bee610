import { type Actor, type Api, Engine, type EngineOptions, type Feature } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { TestClock } from './clock.ts'

export { actionChecks, describeAction } from './action-kit.ts'
export { aBatch, aCompany, aContact, anInvoice, aProduct, aTask } from './builders.ts'
export { type Certificate, type CertificateOptions, selfSigned } from './certificate.ts'
export { type ActionScenario } from './kit/action.ts'
export { type PluginCheck, type TestRunner } from './kit/check.ts'
export { describeRecordType, recordTypeChecks, type RecordTypeScenario } from './record-type-kit.ts'
export { type Span, TestClock } from './clock.ts'
export { type ReceivedDelivery, type Receiver, receiver, type ReceiverOptions, type ReceiverReply, type ReceiverRule } from './receiver.ts'
export { describeVocabulary, vocabularyChecks, type VocabularyFixture, type VocabularyScenario } from './vocabulary-kit.ts'

/** Options of the engine; storage is SQLite in memory unless one is given. */
export interface TestEngineOptions<P extends readonly Feature[] = readonly Feature[]> extends Partial<Omit<EngineOptions<P>, 'plugins'>> {
  /** Plugins under test, as `Engine.open` accepts them. */
  readonly plugins?: P
  /** Default: a clock that stands at 2026-01-15T09:00:00Z. */
  readonly clock?: TestClock
}

/** An engine for one test, with everything that a test needs. */
export interface TestEngine<A = Api> extends AsyncDisposable {
  /** The engine; it does no background work until `tick` or `start`. */
  readonly engine: Engine<A>
  /** Stands still until it is advanced. */
  readonly clock: TestClock
  /** An API key with all scopes. */
  readonly key: string
  /** The actor of the key: the administrator of the organization `main`. */
  readonly admin: Actor
  /** The typed operations, called as the administrator. */
  readonly crm: A
  /** Closes the engine; `await using` does so at the end of the scope. */
  close(): Promise<void>
}

/** Opens an engine in memory, on a clock that stands still, with one organization, its administrator and a key. */
export async function testEngine<const P extends readonly Feature[] = []>(
  options: TestEngineOptions<P> = {},
): Promise<TestEngine<ApiWith<P>>> {
  const { clock = new TestClock(), ports = [], storage = sqlite(':memory:'), ...rest } = options
  // TypeScript cannot see that the rest of the options has the plugins of `P`.
  const engine = (await Engine.open({ storage, ...rest, ports: [clock, ...ports] })) as unknown as Engine<ApiWith<P>>
  await engine.access.bootstrap({ key: KEY })
  const admin = await engine.authenticate(KEY)
  const close = () => engine.close()
  return { engine, clock, key: KEY, admin, crm: engine.as(admin), close, [Symbol.asyncDispose]: close }
}

const KEY = 'rk_key_of_the_first_administrator_in_tests'

type ApiWith<P extends readonly Feature[]> = ReturnType<Awaited<ReturnType<typeof Engine.open<P>>>['as']>
