import { list } from '../list.ts'
/** What servers say, in lower case, by what it means. Kept to phrases that mean nothing else. */
const unknown = list(
  'user unknown|unknown user|unknown recipient|recipient unknown|user is unknown|unknown mailbox|mailbox unknown|user not found',
  "this user doesn't have a |unbekannter benutzer|benutzer unbekannt|empfänger unbekannt|utilisateur inconnu|destinataire inconnu",
  'usuario desconocido|utente sconosciuto|usuário desconhecido|onbekende gebruiker',
)
/** What servers say of their own users, where no code is given. */
const noUserHere = list(
  'recipient name is not recognized|unknown user:|unknown recipient|invalid final delivery userid|not listed in|address not found',
  'no such address|user not found|no such mailbox|mailbox not found|unrouteable address|addressee unknown|recipient not found',
  'invalid user address|undeliverable address: no|account does not exist|does not exist at',
)
const unknownUser = list(
  "user unknown|unknown user|no such user|user not found|user does not exist|user doesn't exist|user not exist|not a valid user",
  'invalid user|unknown recipient|recipient unknown|no such recipient|recipient not found|recipient does not exist',
  'recipient name is not recognized|recipnotfound|invalid recipient|no such mailbox|no mailbox here|mailbox not found',
  'mailbox does not exist|mailbox unknown|unknown mailbox|no such address|address unknown|unknown address|address does not exist',
  "address not found|email account that you tried to reach does not exist|account does not exist|doesn't have a |no such account",
  'account not found|unknown account|not listed in|no such person|does not have an account|is not a known user|unknown local part',
  'unknown or illegal alias|unrouteable address|unroutable address|no account by that name|no user here|nosuchuser',
  'unknown to address|user is unknown|recipient address rejected: unknown|undeliverable address|bad destination mailbox',
  'not our customer|no longer an active|no longer valid|no longer employed|not found in directory|invalid final delivery userid',
  'addressee unknown|delivery to this recipient is not possible|user invalid|recipient is not exist|unknown_user|user_unknown',
  'not known here|name not recognized|does not exist here|destination addresses were unknown|not exist on|has no mailbox',
  'unknown username|invalid mailbox|mailbox is invalid|mailbox invalid|this user does not|this address no longer|has moved',
  'address has changed|user has left|empfänger unbekannt|benutzer unbekannt|unbekannter benutzer|utilisateur inconnu',
  'destinataire inconnu|usuario desconocido|utente sconosciuto|usuário desconhecido|onbekende gebruiker',
  'listed in domino directory|用户不存在|收件人不存在',
)
const unknownHost = list(
  'host unknown|unknown host|host not found|domain does not exist|domain not found|no such domain|unknown domain',
  "name or service not known|couldn't find any host|host or domain name not found|unable to look up host|no mx or a records",
  'invalid domain|nullmx|null mx|does not accept mail|does not accept email|domain is invalid',
  'all relevant mx records point to non-existent hosts|unrouteable mail domain|nxdomain|unresolvable address|recipient domain',
  'bad destination system| does not exist',
)
const full = list(
  'mailbox full|mailbox is full|mailfolder is full|over quota|overquota|quota exceeded|exceeded quota|exceeds quota|quota exceed',
  'exceeded storage|exceeded the space|out of storage|storage limit|disk quota|disc quota|over the quota|mailbox size',
  'mailbox exceeds|exceeds allowed size|exceeded his/her|exceeded their|insufficient disk|inbox is full|account is full',
  'would be over the allowed quota|mailbox has exceeded|box is full|user is over|user has exhausted|postfach voll',
  'postfach ist voll|boîte pleine|quota dépassé|buzón lleno|casella piena|caixa cheia|переполнен|too many messages in|too full',
)
const temporary = list(
  'try again|try later|temporar|timed out|timeout|connection refused|could not be delivered for more than',
  'has been in the queue too long|been in the queue|retry timeout|delivery attempts|failed 20 attempts|envelope expired',
  'message expired|delivery time expired|not reachable|unreachable|cannot send message for|unable to deliver this message after',
  "wasn't able to establish an smtp connection|connection reset|lost connection|deferred|still being retried|retried for",
  'no answer from host|greylist|graylist|too many connections|aborted after|will keep trying|has been delayed',
  'not yet been delivered|did not accept our requests to connect|could not deliver for the last|queue expired|delivery expired',
  'giving up after',
)
const policy = list(
  'spam|blacklist|blocklist|block list|black list|blocked|denylist|rbl|reputation|dmarc|spf|dkim|reverse dns|ptr record|banned',
  'virus|malware|relay|access denied|authentication|not authorized|not authorised|policy|too large|size limit',
  'sender address rejected|sender rejected|mail from|helo|not permitted',
  'deactivated|barracuda|spamhaus',
)

const holds = (phrases: readonly string[]) => (text: string) => phrases.some((phrase) => text.includes(phrase))

/** What a text in lower case names. */
export const names = {
  unknown: holds(unknown),
  noUserHere: holds(noUserHere),
  unknownUser: holds(unknownUser),
  unknownHost: holds(unknownHost),
  full: holds(full),
  temporary: holds(temporary),
  policy: holds(policy),
}
