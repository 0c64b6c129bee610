import { Type } from '@sinclair/typebox'
import { Count, Closed, described, Nullable } from '../../kernel/operation/schema/schema.ts'
import { Period } from '../../insight/reports/schema.ts'
import { share, spanInput } from '../../insight/analytics/common.ts'

/** Input of `getEmailAnalytics`: e-mails by the day on which they were sent or failed; the last 30 days when no days are given. */
export const EmailQuery = Closed({ ...spanInput })

const figures = {
  sent: Count('Messages that were sent'),
  failed: Count('Messages that could not be sent'),
  bounced: Count('Sent ones that came back'),
  delivered: Count('Sent ones that did not'),
  opened: Count('Messages that were opened, however often'),
  clicked: Count('Messages of which a link was followed'),
  replied: Count('Messages that were answered'),
  unsubscribed: Count('Messages by which a contact unsubscribed'),
  delivery_rate: share('Delivered / sent'),
  open_rate: share('Opened / delivered'),
  click_rate: share('Clicked / delivered'),
  reply_rate: share('Replied / delivered'),
  unsubscribe_rate: share('Unsubscribed / delivered'),
}
const logged = {
  logged_sent: Count('E-mails to contacts that were logged as activities: of these nothing more is known'),
  logged_received: Count('E-mails from contacts that were logged as activities'),
}

/** Counts and rates of e-mails: in all, and by campaign, sequence and sender. */
export const EmailAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  total: Closed({ ...figures, ...logged }, { description: 'All of the period, by the time of sending' }),
  campaigns: Type.Array(Closed({ campaign_id: Type.String({ description: 'The campaign' }), ...figures }), { description: 'By campaign' }),
  sequences: Type.Array(Closed({ sequence_id: Type.String({ description: 'The sequence' }), ...figures }), { description: 'By sequence' }),
  senders: Type.Array(
    Closed({
      sender: Nullable(Type.String({ description: 'Mailbox, or owner of a logged e-mail, in lower case' })),
      ...figures,
      ...logged,
    }),
    { description: 'By sender' },
  ),
})
