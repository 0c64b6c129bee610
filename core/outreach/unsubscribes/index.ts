import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { unsubscribePages } from './operations.ts'
import { Unsubscriber } from './unsubscriber.ts'

/** The page and the ways by which people say that they do not want messages any more. */
export const unsubscribes: Feature = plugin({
  name: 'unsubscribes',
  version: '1.0.0',
  requires: { engagement: '^1.0.0', suppressions: '^1.0.0' },
  pages: unsubscribePages,
  services: [Unsubscriber],
})
