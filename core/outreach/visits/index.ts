import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { PageVisit, Visitor } from './entity.ts'
import { visitTables } from './migration.ts'
import { trackingOperations, trackingPages } from './operations.ts'
import { VisitRetention } from './retention.ts'
import { Tracking } from './tracking.ts'

/** Visits of web sites: told by a script or a server, counted for contacts, with an event for each. */
export const visits: Feature = plugin({
  name: 'visits',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', 'outreach-secrets': '^1.0.0' },
  entities: [Visitor, PageVisit],
  audits: [audited(Visitor, 'visitor', { notesOnly: true })],
  migrations: [visitTables],
  operations: { tracking: trackingOperations },
  pages: trackingPages,
  services: [Tracking],
  loops: [VisitRetention],
})
