import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { Email } from '../emails/entity.ts'
import type { EmailFollower } from '../emails/followers.ts'
import { Mailbox } from '../mailboxes/entity.ts'
import { askForNews } from './news.ts'
import { EmailReports } from './reports.ts'
import { COPY_MS } from './sent-messages.ts'

/**
 * Has mailboxes read when it is time to look whether their servers have kept what was sent; what campaigns send is not kept. Notes whom the
 * servers have refused.
 */
export function followSent(services: Services): EmailFollower {
  const records = services.resolve(Records).whole
  return {
    async changed(changes) {
      const answered = changes.filter(({ email, to }) => (to === 'sent' || to === 'bounced') && email.recipients.some(isRefused))
      if (answered.length > 0) await services.resolve(EmailReports).refused(answered.map(({ email }) => email))
      const kept = changes.filter(({ email, to }) => to === 'sent' && email.campaign_id === null)
      const boxes = await records.findBy(Mailbox, 'id', new Set(kept.map(({ email }) => email.mailbox_id)))
      const read = boxes.filter(({ imap, save_sent }) => imap !== null && save_sent !== 'no')
      await askForNews(records, new Set(read.map(({ id }) => id)), new Date(records.unit.now.getTime() + COPY_MS))
    },
  }
}

const isRefused = ({ status }: Email['recipients'][number]) => status === 'refused'
