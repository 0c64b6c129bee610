import type { Via } from '../../kernel/operation/actor.ts'
import type { taskSources } from './entity.ts'

/** Who made a task or an activity, by how the call came in; never what the input says. */
export const sourceByVia: Readonly<Record<Via['type'], (typeof taskSources)[number]>> = {
  user: 'manual',
  api_key: 'api',
  grant: 'api',
  workflow: 'workflow',
  sync: 'import',
  form: 'api',
  plugin: 'api',
  system: 'api',
}
