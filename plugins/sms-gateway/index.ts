import { group, plugin } from 'rapport-crm'
import { type SmsOptions, sendSms } from './send.ts'
import { receiveSms, smsReceived } from './receive.ts'
import { smsOptedOut } from './opted-out.ts'

export type { SmsOptions } from './send.ts'

/** Text messages: the step `sms.send`, the trigger `sms.received`, and the field `sms_opted_out` of contacts in conditions. */
export function smsGateway(options: SmsOptions) {
  return plugin({
    name: 'sms-gateway',
    version: '1.0.0',
    requires: { workflows: '^1.0.0', contacts: '^1.0.0' },
    actions: [sendSms(options)],
    triggers: [smsReceived],
    contributes: [smsOptedOut],
    operations: { sms: group('Text messages', { receive: receiveSms }) },
  })
}
