import type { Action } from 'rapport-crm'
import { ActionKit, type ActionScenario } from './kit/action.ts'
import { declareChecks, type PluginCheck, type TestRunner } from './kit/check.ts'
import { type KitDatabase, noServer, postgresqlSchemas, sqliteFiles } from './kit/databases.ts'

/** Declares all checks of an action as tests: `describeAction(action, scenario, { describe, it })`. */
export function describeAction(action: Action, scenario: ActionScenario, runner: TestRunner): void {
  declareChecks(`action ${action.type}`, actionChecks(action, scenario), runner)
}

/**
 * The checks that an action must pass, whichever test runner runs them: on SQLite, and what asks a database on PostgreSQL, too, if
 * `TEST_POSTGRES_URL` names a server. Each opens engines of its own.
 */
export function actionChecks(action: Action, scenario: ActionScenario): readonly PluginCheck[] {
  const kit = new ActionKit(action, scenario)
  const needed = (action.needs ?? []).filter((each) => each !== 'record')
  const asking: readonly (readonly [name: string, check: (database: KitDatabase) => Promise<void>])[] = [
    ['stands in the catalog with its configuration', (on) => kit.listed(on)],
    ['takes good configurations as they are', (on) => kit.takes(on)],
    ['refuses a bad configuration with a pointer into the step', (on) => kit.refuses(on)],
    ['does its step, and makes exactly the events that it should', (on) => kit.acts(on)],
    ...needed.map((each) => [`is skipped without a ${each}`, (on: KitDatabase) => kit.skippedWithout(each, on)] as const),
    ...(scenario.again === undefined
      ? []
      : [['is skipped where there is nothing left to do', (on: KitDatabase) => kit.repeats(on)] as const]),
    ['calls nobody and changes nothing when it is tried', (on) => kit.tried(on)],
    ...(action.effect === 'external'
      ? [['is tried again with the same key where the other side does not answer', (on: KitDatabase) => kit.triedAgain(on)] as const]
      : []),
  ]
  const [missing, schemas] = [noServer(), postgresqlSchemas()]
  return [
    { name: 'has a label, a sentence, and a description of each key', run: async () => kit.documented() },
    ...asking.map(([name, check]) => ({ name: `${name} (SQLite)`, run: () => check(sqliteFiles) })),
    ...asking.map(([name, check]) => ({
      name: `${name} (PostgreSQL)`,
      run: () => check(schemas),
      ...(missing !== undefined && { skip: missing }),
    })),
    { name: 'acts once wherever its process is killed, and calls again with the same key only', run: () => kit.survives() },
  ]
}
