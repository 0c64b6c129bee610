import { type Api, Engine, type Feature } from 'rapport-crm'
import { TestClock } from '../clock.ts'
import type { KitDatabase } from './databases.ts'
import type { Values } from './desk.ts'

const KEY = 'rk_key_of_the_first_administrator_in_tests'
// Says nothing about the product.
const PROVIDER = 'custom:kit'

/** A data source of an engine with all bundled vocabularies and one more. */
export class Source {
  readonly crm: Api

  private constructor(crm: Api) {
    this.crm = crm
  }

  /** Work with a source whose engine is closed afterwards. */
  static async with(database: KitDatabase, vocabulary: Feature, work: (source: Source) => Promise<void>): Promise<void> {
    const { plugins: bundled } = await import('../../../host/plugins.ts')
    const others = bundled.filter(({ name }) => name !== vocabulary.name)
    await database.with(async (storage) => {
      const engine = (await Engine.open({
        storage: storage(),
        plugins: [...others, vocabulary],
        ports: [new TestClock()],
        rateLimit: Infinity,
      })) as Engine
      try {
        await engine.access.bootstrap({ key: KEY })
        await work(new Source(engine.as(await engine.authenticate(KEY))))
      } finally {
        await engine.close()
      }
    })
  }

  /** What an ingest would do. */
  preview(object: string, records: readonly unknown[]) {
    return this.crm.sync.preview(batch(object, records))
  }

  /** Stores a batch. */
  ingest(object: string, records: readonly unknown[]) {
    return this.crm.sync.ingest(batch(object, records))
  }

  /** The vocabulary by which a batch is read; undefined: general words. */
  async vocabularyOf(object: string, records: readonly Values[]): Promise<string | undefined> {
    const { run_id } = await this.ingest(object, records)
    return (await this.crm.sync.run({ id: run_id })).vocabulary ?? undefined
  }
}

// Objects are texts here, and what is no record is refused one by one.
const batch = (object: string, records: readonly unknown[]) => ({ provider: PROVIDER, object, records: records as object[] }) as never
