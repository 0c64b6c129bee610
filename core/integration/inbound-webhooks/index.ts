import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { inboundCounts } from './counts-migration.ts'
import { InboundRequest, InboundWebhook } from './entity.ts'
import { inboundPages, inboundWebhooks as operations } from './operations.ts'
import { RequestRetention } from './retention.ts'
import { InboundWork } from './work.ts'
import { InboundWorker } from './worker.ts'

/** Inbound webhooks: addresses at which other systems tell something, and what is made of it. */
export const inboundWebhooks: Feature = plugin({
  name: 'inbound-webhooks',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', companies: '^1.0.0', deals: '^1.0.0', ingest: '^1.0.0', external: '^1.0.0', inbox: '^1.0.0' },
  entities: [InboundWebhook, InboundRequest],
  migrations: [inboundCounts],
  audits: [audited(InboundWebhook, 'inbound_webhook')],
  operations: { inboundWebhooks: operations },
  pages: inboundPages,
  loops: [InboundWorker, RequestRetention],
  services: [InboundWork],
})
