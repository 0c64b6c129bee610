import { list } from '../list.ts'
import type { Mail } from '../mail.ts'

/** Local parts and names of those who write reports. */
const daemons = list(
  'mailer-daemon|mailerdaemon|mailer_daemon|postmaster|poostmaster|post_master|mail-daemon|mdaemon|mail.delivery|mail delivery',
  'mail deliver system|delivery subsystem|mailsystem|bounce|mail system|mail-system|maildaemon|undeliver',
)
/** Subjects of reports, in lower case. */
const subjects = list(
  'undeliver|delivery fail|failure notice|returned mail|delivery status|delivery notification|could not be delivered',
  'mail system error|returned to sender|delivery report|message delivery has failed|mail delivery|delivery problem|non-delivery',
  'nondeliver|not delivered|failed delivery|delivery error|permanent delivery|unzustellbar|nicht zugestellt|nicht zustellbar',
  'zustellung|non remis|échec de|echec de|no entregado|no se puede entregar|mancato recapito|non recapitabile|não entregue',
  'falha na entrega|onbestelbaar|niet afgeleverd|niedostarczon|nedoručiteľn|вне доставк|недоставлен|невозможно доставить|доставк',
  '退信|配信不能|送信失敗|mail error|message failed|warning: could not send|warning: message',
)
/** What reports say, in lower case. */
const phrases = list(
  'deliver|recipient|did not reach|failed|returned|rejected|unknown user|user unknown|undeliverable|exceeds|error|zustell',
  'could not be|несмог|доставл|送信',
)

/** Whether a message is a report that a server wrote in words of its own. */
export function isForm(mail: Mail, hasFailedHeader: boolean): boolean {
  const isReport = mail.type.value === 'multipart/report' && !isReceipt(mail)
  if (hasFailedHeader || isReport) return true
  const from = `${mail.from?.address ?? ''} ${mail.from?.name ?? ''}`.toLowerCase()
  const isDaemon = mail.from === null || daemons.some((name) => from.includes(name))
  const isSubject = holds(mail.subject.toLowerCase(), subjects)
  const isPhrased = holds(mail.text.slice(0, 4_000).toLowerCase(), phrases)
  if (isDaemon) return isSubject || isPhrased
  return isSubject && isPhrased && isFromNobody(mail)
}

/** Whether errors of the message go to nobody, or to a daemon. */
function isFromNobody(mail: Mail): boolean {
  const path = mail.return_path
  return path === '' || (path !== null && (path.startsWith('mailer-daemon') || path.startsWith('postmaster')))
}

/** Whether somebody's program tells that a message was read. */
export function isReceipt(mail: Mail): boolean {
  return mail.parts.some(({ type }) => type.value === 'message/disposition-notification')
}

const late = list(
  'this is a warning message only|do not need to resend|will be retried|will continue to try|still being retried|is still trying',
  'will keep trying|delivery has been delayed|has been delayed|not yet been delivered|delivery attempts will continue',
  'delivery will continue|no action is required|will be attempted again',
)
const lateSubjects = ['delay', 'warning', 'verzögert', 'retard', 'not yet', 'still trying']

/** Whether a report in words says that the message is only late. */
export function isDelay(mail: Mail, lines: readonly string[]): boolean {
  const text = lines.join(' ').slice(0, 4_000).toLowerCase()
  if (/giving up|given up|permanent|could not be delivered|fatal errors -----\s*$/.test(text) && !holds(text, late)) return false
  return holds(text, late) || holds(mail.subject.toLowerCase(), lateSubjects)
}

function holds(text: string, some: readonly string[]): boolean {
  return some.some((each) => text.includes(each))
}
