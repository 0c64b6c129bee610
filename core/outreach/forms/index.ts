import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { Form, FormSubmission } from './entity.ts'
import { formOperations } from './operations.ts'
import { formPages } from './page-operations.ts'
import { OptIns } from './opt-ins.ts'
import { formFollowers } from './ports.ts'
import { FormRecords } from './records.ts'
import { SubmissionRetention } from './retention.ts'
import { identifyByForm } from './visitors.ts'
import { SubmissionWork } from './work.ts'

/** Forms: pages that ask people, and what becomes of their answers. */
export const forms: Feature = plugin({
  name: 'forms',
  version: '1.0.0',
  requires: {
    contacts: '^1.0.0',
    companies: '^1.0.0',
    deals: '^1.0.0',
    notifications: '^1.0.0',
    external: '^1.0.0',
    emails: '^1.0.0',
    suppressions: '^1.0.0',
    visits: '^1.0.0',
  },
  entities: [Form, FormSubmission],
  audits: [audited(Form, 'form'), audited(FormSubmission, 'form_submission', { notesOnly: true })],
  operations: { forms: formOperations },
  pages: formPages,
  loops: [SubmissionRetention],
  hooks: [formFollowers.attach(identifyByForm)],
  services: [SubmissionWork, FormRecords, OptIns],
  notices: [{ type: 'form.submitted', label: 'A form that names you is sent', many: 'Several forms were sent' }],
})
