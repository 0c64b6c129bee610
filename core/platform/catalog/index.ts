import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { catalog as operations } from './operations.ts'

/** The catalog: all lists of values that the engine accepts. */
export const catalog: Feature = plugin({ name: 'catalog', version: '1.0.0', operations: { catalog: operations } })
