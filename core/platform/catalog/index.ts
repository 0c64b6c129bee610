import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { catalog as operations } from './operations.ts'

/** What the engine accepts, as one public list of lists. */
export const catalog: Feature = plugin({ name: 'catalog', version: '1.0.0', operations: { catalog: operations } })
