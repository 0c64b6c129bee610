import type { EventConsumer } from './kernel/feature/event-consumer.ts'
import type { Registry } from './kernel/feature/registry.ts'
import { CrmError, PluginError } from './kernel/operation/errors.ts'
import type { Resolve } from './kernel/operation/pipeline.ts'
import { orUnavailable } from './kernel/storage/connection/outage.ts'
import { pluginNames } from './plugin-answers.ts'

/** The consumers of all features, in their order. What those of a plugin throw names it, because it keeps all later events waiting. */
export function consumersOf(registry: Registry, resolve: Resolve): readonly EventConsumer[] {
  const plugins = pluginNames(registry)
  return registry.features.flatMap(({ name, consumers = [] }) =>
    consumers.map((token) => (plugins.has(name) ? named(name, resolve(token)) : resolve(token))),
  )
}

function named(plugin: string, consumer: EventConsumer): EventConsumer {
  const caused = consumer.caused?.bind(consumer)
  return {
    async consume(...given) {
      try {
        await consumer.consume(...given)
      } catch (error) {
        // Outages are no fault of the plugin.
        throw error instanceof CrmError || orUnavailable(error) !== error ? error : new PluginError(plugin, 'a consumer of events', error)
      }
    },
    ...(caused && { caused }),
  }
}
