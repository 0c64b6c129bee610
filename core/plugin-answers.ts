import { builtin } from './builtin.ts'
import type { Registry } from './kernel/feature/registry.ts'
import { mediaOf } from './kernel/operation/bytes.ts'
import { CrmError, PluginError } from './kernel/operation/errors.ts'
import type { AnyOperation } from './kernel/operation/operation.ts'
import { AfterFlush, afterFlush } from './kernel/operation/reply.ts'
import { isStream } from './kernel/operation/stream.ts'
import { answerFault } from './kernel/operation/validate.ts'
import type { Logger } from './kernel/ports/logger.ts'
import { orUnavailable } from './kernel/storage/connection/outage.ts'

const own = new Set(builtin.map(({ name }) => name))

/** The names of the plugins that are loaded. */
export function pluginNames({ features }: Pick<Registry, 'features'>): ReadonlySet<string> {
  return new Set(features.map(({ name }) => name).filter((name) => !own.has(name)))
}

/**
 * Checks what operations of plugins answer: clients, tools and the call log rely on the schema, and only the compiler of the plugin has seen
 * it. In a unit of work that is before anything is committed. Files and streams are passed on as they are. What they throw names the plugin.
 */
export class PluginAnswers {
  readonly #plugins: ReadonlyMap<AnyOperation, string>
  readonly #logger: Logger

  constructor({ features }: Registry, logger: Logger) {
    this.#plugins = new Map(
      features
        .filter(({ name }) => !own.has(name))
        .flatMap(({ name, operations = {}, pages = [] }) =>
          [...Object.values(operations).flatMap((group) => Object.values(group)), ...pages].map((each) => [each, name] as const),
        ),
    )
    this.#logger = logger
  }

  /** The answer; throws `conflict` with `reason: plugin_failed`, which names the plugin, for one that does not fit its schema. */
  checked(operation: AnyOperation, input: unknown, answer: unknown): unknown {
    const plugin = this.#plugins.get(operation)
    if (plugin === undefined || isStream(operation.output) || mediaOf(operation.output) !== undefined) return answer
    const check = (value: unknown) => this.#check(plugin, operation, input, value)
    return answer instanceof AfterFlush ? afterFlush(() => check(answer.value())) : check(answer)
  }

  /**
   * The error that the caller of an operation gets: `PluginError` for what a plugin throws that is no `CrmError`. Outages are no
   * fault of its own, and told as such.
   */
  failure(operation: AnyOperation, error: unknown): unknown {
    const plugin = this.#plugins.get(operation)
    if (plugin === undefined || error instanceof CrmError || orUnavailable(error) !== error) return error
    return new PluginError(plugin, operation.id, error)
  }

  #check(plugin: string, { id, output }: AnyOperation, input: unknown, answer: unknown): unknown {
    const isSparse = typeof input === 'object' && input !== null && 'fields' in input
    const fault = answerFault(output, answer, isSparse)
    if (!fault) return answer
    const where = `${fault.path || '/'} ${fault.message}`
    this.#logger.error('A plugin has answered what its schema does not allow', { plugin, operation: id, fault: where })
    const message = `The plugin ${plugin} has answered what the schema of ${id} does not allow: ${where}`
    throw new CrmError('conflict', message, { reason: 'plugin_failed' })
  }
}
