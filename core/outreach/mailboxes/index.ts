import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Mailbox } from './entity.ts'
import { mailboxTable } from './migration.ts'
import { mailboxOperations } from './operations.ts'

/** Mailboxes of teammates, by which e-mail is sent and read. */
export const mailboxes: Feature = plugin({
  name: 'mailboxes',
  version: '1.0.0',
  requires: { secrets: '^1.0.0', notifications: '^1.0.0' },
  entities: [Mailbox],
  migrations: [mailboxTable],
  operations: { mailboxes: mailboxOperations },
  audits: [
    audited(Mailbox, 'mailbox', {
      only: [
        'owner_email',
        'address',
        'aliases',
        'name',
        'reply_to',
        'signature',
        'smtp',
        'imap',
        'dkim',
        'daily_limit',
        'hourly_limit',
        'max_connections',
        'return_path',
        'tracking_domain',
        'save_sent',
        'is_default',
        'deleted_at',
      ],
      action: (changed) =>
        ['sealed_smtp', 'sealed_imap', 'sealed_dkim'].some((each) => changed.has(each)) ? 'secrets_changed' : undefined,
    }),
  ],
})
