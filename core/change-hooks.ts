import type { EngineOptions } from './engine-options.ts'
import type { Registry } from './kernel/feature/registry.ts'
import { Logger } from './kernel/ports/logger.ts'
import type { ChangeHooks } from './kernel/storage/schema/change-hook.ts'

/** The hooks that features declare; undefined where none does, so that writes ask for none. */
export function changeHooks(registry: Registry, { ports = [] }: EngineOptions): ChangeHooks | undefined {
  const byTable = registry.hooksByTable()
  if (!byTable) return undefined
  const logger = ports.findLast((each) => each instanceof Logger) ?? new Logger()
  return { byTable, failed: (fields) => logger.error('A hook of a plugin has failed', fields) }
}
