import type { Feature, RecordType } from 'rapport-crm'
import { declareChecks, type PluginCheck, type TestRunner } from './kit/check.ts'
import { type KitDatabase, noServer, postgresqlSchemas, sqliteFiles } from './kit/databases.ts'
import { Desk, type Values } from './kit/desk.ts'
import { aspectsOf } from './kit/aspects.ts'
import { grows } from './kit/grows.ts'
import { stays } from './kit/isolation.ts'

/** What the checks of a record type need to know. */
export interface RecordTypeScenario {
  /** The plugin that brings the record type; left out for those of the engine. */
  readonly plugin?: Feature
  /** Plugins that it requires, in their order. */
  readonly requires?: readonly Feature[]
  /** Input of create of the record of this number; the checks add an external id where the record type is found again by it. */
  sample(at: number): Values
  /** A change of one field, by whose value records can be found. */
  readonly change: Values
  /** Inputs of create that are refused (422), each with the JSON pointer of the field that is at fault. */
  readonly refused: readonly { readonly values: Values; readonly path: string }[]
  /** Values by which the record of this number is found again, besides the external id; `sample` has them, too. */
  key?(at: number): Values
  /** A word by which full-text search finds the record of this number. */
  word?(at: number): string
  /** What two records have in common so that they may be one, and the reason that is given. */
  readonly alike?: { readonly reason: string; readonly values: Values }
  /** Address of a PostgreSQL server on which everything is checked, too (default: `TEST_POSTGRES_URL`). */
  readonly postgres?: string
}

/** One promise of a record type. */
export interface Aspect {
  readonly name: string
  check(desk: Desk): Promise<void>
  /** Why it cannot be checked. */
  readonly skip?: string | undefined
}

/** Declares all checks of a record type as tests: `describeRecordType(vehicleType, scenario, { describe, it })`. */
export function describeRecordType(type: RecordType, scenario: RecordTypeScenario, runner: TestRunner): void {
  declareChecks(`record type ${type.plural}`, recordTypeChecks(type, scenario), runner)
}

/**
 * The checks that a record type must pass, whichever test runner runs them: each calls an engine of its own over REST, on SQLite, and all of
 * them once more on one of PostgreSQL. Aspects that the record type does not declare are left out.
 */
export function recordTypeChecks(type: RecordType, scenario: RecordTypeScenario): readonly PluginCheck[] {
  const aspects: readonly Aspect[] = [...aspectsOf(type, scenario), stays(type, scenario)]
  const { requires = [], plugin } = scenario
  const plugins = [...requires, ...(plugin ? [plugin] : [])]
  const inEngine = (database: KitDatabase, work: (desk: Desk) => Promise<void>) =>
    database.with((storage) => Desk.with(storage(), plugins, work))
  const server = noServer(scenario.postgres)
  const onServer = (run: () => Promise<void>) => ({ run, ...(server !== undefined && { skip: server }) })
  const schemas = postgresqlSchemas(scenario.postgres)
  return [
    ...aspects.map(({ name, check, skip }) => ({ name, run: () => inEngine(sqliteFiles, check), ...(skip !== undefined && { skip }) })),
    { name: 'adds its tables to a database with records, once', run: () => grows(sqliteFiles, type, scenario) },
    {
      name: 'does the same on PostgreSQL',
      ...onServer(() =>
        inEngine(schemas, async (desk) => {
          for (const { name, check, skip } of aspects) if (skip === undefined) await named(name, check(desk))
        }),
      ),
    },
    { name: 'adds its tables to a PostgreSQL database with records, once', ...onServer(() => grows(schemas, type, scenario)) },
  ]
}

async function named(name: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
