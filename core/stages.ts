import { heavily, isHeavy, mayReadAll } from './kernel/operation/heavy.ts'
import type { Resolve, Stages } from './kernel/operation/pipeline.ts'
import { PluginAnswers } from './plugin-answers.ts'
import type { Clock } from './kernel/ports/clock.ts'
import { Logger } from './kernel/ports/logger.ts'
import { Settings } from './kernel/operation/settings.ts'
import { Registry } from './kernel/feature/registry.ts'
import { runInUnit } from './kernel/storage/units/call-unit.ts'
import type { Database } from './kernel/storage/units/database.ts'
import type { Units } from './kernel/storage/units/units.ts'
import { untraced } from './kernel/telemetry/tracing.ts'
import { CallLog } from './platform/access/call-log.ts'
import { HeavyCalls } from './platform/access/heavy-calls.ts'
import { Limits } from './platform/access/limits.ts'
import { KeylessCallers } from './platform/access/keyless-callers.ts'
import { namingStages } from './platform/access/naming-stages.ts'
import { SignIn } from './platform/access/sign-in.ts'

/** What the engine does in the steps of a call. What belongs to the process takes no part in a transaction of the app. */
export function stagesOf(resolve: Resolve, { ofApp, dialect }: Database, units: Units, clock: Clock): Stages {
  const heavy = new HeavyCalls(resolve(Settings), clock)
  const [limits, signIn, keyless, log] = [resolve(Limits), resolve(SignIn), resolve(KeylessCallers), resolve(CallLog)]
  const answers = new PluginAnswers(resolve(Registry), resolve(Logger))
  return {
    now: () => clock.now(),
    // In a transaction of the app, statements follow one another anyway; on SQLite there is no question to wait for.
    beginsAhead: (operation, actor) => dialect === 'postgresql' && !ofApp.current && !isHeavy(operation) && limits.takeRoom(actor),
    seeing: (actor, ahead) => ofApp.beside(() => keyless.withVisibility(actor, ahead)),
    renew: (actor) => ofApp.beside(() => signIn.renew(actor)),
    limit: (actor, reply) => ofApp.beside(async () => await signIn.judge(actor, await limits.count(actor, reply))),
    unlimit: (actor, reply) => ofApp.beside(() => limits.uncount(actor, reply)),
    // Who holds a transaction of the app open must not wait for those who wait for that transaction. An app that calls in process has made
    // its calls already, and refusals would only make it repeat them.
    enter: async (operation, { organization }, { signal, transport = 'in_process' }) =>
      ofApp.current ? undefined : await heavy.enter(operation, organization, { signal, patient: transport === 'in_process' }),
    ...namingStages(units),
    answered: (operation, input, answer) => answers.checked(operation, input, answer),
    failure: (operation, error) => answers.failure(operation, error),
    // The lines of many calls are written together, so that no trace of one of them shows it.
    log: (entry) => untraced(() => ofApp.outside(() => log.add(entry))),
    unitOfWork: (call, handle) => {
      const run = () => runInUnit(units, call, handle)
      return mayReadAll(call.operation, call.input) ? heavily(run) : run()
    },
  }
}
