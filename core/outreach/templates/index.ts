import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { namedRecords } from '../../automation/workflows/definition/references.ts'
import { EmailTemplate, EmailTemplateVersion } from './entity.ts'
import { templateTables } from './migration.ts'
import { templateOperations } from './operations.ts'

/** Templates of e-mails: their texts, their versions, and how they are filled in. */
export const templates: Feature = plugin({
  name: 'templates',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', deals: '^1.0.0', workflows: '^1.0.0' },
  entities: [EmailTemplate, EmailTemplateVersion],
  migrations: [templateTables],
  audits: [audited(EmailTemplate, 'email_template')],
  operations: { emailTemplates: templateOperations },
  hooks: [namedRecords.attach({ word: 'template', entity: EmailTemplate })],
})
