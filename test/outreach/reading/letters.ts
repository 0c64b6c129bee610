/** Builds messages as mail programs write them, in seven languages. */

/** Words of one language, as mail programs use them. */
export interface Tongue {
  readonly answer: string
  readonly wrote: (date: string, who: string) => string
  readonly from: string
  readonly sent: string
  readonly to: string
  readonly subject: string
  readonly original: string
  readonly re: string
  readonly absence: string
  readonly phone: string
}

const who = 'Ada Vendor <ada@ours.example>'

export const tongues: Readonly<Record<string, Tongue>> = {
  en: {
    answer: 'Yes, Tuesday suits us.',
    wrote: (date, by) => `On ${date}, ${by} wrote:`,
    from: 'From',
    sent: 'Sent',
    to: 'To',
    subject: 'Subject',
    original: 'Original Message',
    re: 'Re',
    absence: 'Out of office',
    phone: 'Sent from my iPhone',
  },
  de: {
    answer: 'Ja, Dienstag passt für uns.',
    wrote: (date, by) => `Am ${date} schrieb ${by}:`,
    from: 'Von',
    sent: 'Gesendet',
    to: 'An',
    subject: 'Betreff',
    original: 'Ursprüngliche Nachricht',
    re: 'AW',
    absence: 'Abwesenheitsnotiz',
    phone: 'Von meinem iPhone gesendet',
  },
  fr: {
    answer: 'Oui, mardi nous convient.',
    wrote: (date, by) => `Le ${date}, ${by} a écrit :`,
    from: 'De',
    sent: 'Envoyé',
    to: 'À',
    subject: 'Objet',
    original: "Message d'origine",
    re: 'RE',
    absence: 'Réponse automatique',
    phone: 'Envoyé de mon iPhone',
  },
  es: {
    answer: 'Sí, el martes nos va bien.',
    wrote: (date, by) => `El ${date}, ${by} escribió:`,
    from: 'De',
    sent: 'Enviado',
    to: 'Para',
    subject: 'Asunto',
    original: 'Mensaje original',
    re: 'RE',
    absence: 'Respuesta automática',
    phone: 'Enviado desde mi iPhone',
  },
  it: {
    answer: 'Sì, martedì va bene.',
    wrote: (date, by) => `Il giorno ${date} ${by} ha scritto:`,
    from: 'Da',
    sent: 'Inviato',
    to: 'A',
    subject: 'Oggetto',
    original: 'Messaggio originale',
    re: 'R',
    absence: 'Risposta automatica',
    phone: 'Inviato da iPhone',
  },
  nl: {
    answer: 'Ja, dinsdag past ons.',
    wrote: (date, by) => `Op ${date} schreef ${by}:`,
    from: 'Van',
    sent: 'Verzonden',
    to: 'Aan',
    subject: 'Onderwerp',
    original: 'Oorspronkelijk bericht',
    re: 'Antw',
    absence: 'Automatisch antwoord',
    phone: 'Verstuurd vanaf mijn iPhone',
  },
  pt: {
    answer: 'Sim, terça-feira serve.',
    wrote: (date, by) => `Em ${date}, ${by} escreveu:`,
    from: 'De',
    sent: 'Enviado',
    to: 'Para',
    subject: 'Assunto',
    original: 'Mensagem original',
    re: 'RES',
    absence: 'Resposta automática',
    phone: 'Enviado do meu iPhone',
  },
}

/** Says that a message of ours is quoted: nobody writes this. */
const OURS = 'Shall we meet on Tuesday? QUOTED'
const date = '24.11.2026 10:15'

const headersOf = (t: Tongue) => [`${t.from}: ${who}`, `${t.sent}: ${date}`, `${t.to}: kim@theirs.example`, `${t.subject}: Tuesday`]
const bolded = (line: string) => `*${line.replace(':', ':*')}`

/** Plain bodies of ten mail programs; each holds the answer, and quotes ours. */
export const clients: Readonly<Record<string, (t: Tongue) => string>> = {
  gmail: (t) => `${t.answer}\n\n${t.wrote(date, who)}\n\n> ${OURS}\n>\n> Ada`,
  'gmail, wrapped': (t) => `${t.answer}\n\n${t.wrote(date, who).replace(' <', '\n<')}\n\n> ${OURS}`,
  'apple mail': (t) => `${t.answer}\n\n${t.phone}\n\n> ${t.wrote(date, who)}\n> \n> ${OURS}`,
  thunderbird: (t) => `${t.wrote(date, who)}\n> ${OURS}\n\n${t.answer}`,
  outlook: (t) => `${t.answer}\n\n${headersOf(t).join('\n')}\n\n${OURS}`,
  'outlook, bold': (t) => `${t.answer}\n\n\n${headersOf(t).map(bolded).join('\n')}\n\n\n${OURS}`,
  'outlook mobile': (t) =>
    `${t.answer}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${headersOf(t).join('\n')}\n\n${OURS}`,
  lotus: (t) => `${t.answer}\n\n-----${t.original}-----\n${headersOf(t).join('\n')}\n\n${OURS}`,
  yahoo: (t) => `${t.answer}\n\n    ${t.wrote(date, who)}  \n \n ${OURS}`,
  'inline answers': (t) => `${t.wrote(date, who)}\n> ${OURS}\n\n${t.answer}\n\n> Ada`,
}

const paragraph = (text: string) => `<div>${text}</div>`

/** HTML bodies of five mail programs. */
export const htmlClients: Readonly<Record<string, (t: Tongue) => string>> = {
  gmail: (t) =>
    `<div dir="ltr">${t.answer}</div><br><div class="gmail_quote"><div class="gmail_attr">${t.wrote(date, 'Ada &lt;ada@ours.example&gt;')}<br></div><blockquote class="gmail_quote">${OURS}</blockquote></div>`,
  'apple mail': (t) =>
    `<html><head><style>p{color:red}</style></head><body>${t.answer}<br><blockquote type="cite">${t.wrote(date, 'Ada')}<br>${OURS}</blockquote></body></html>`,
  outlook: (t) =>
    `<p>${t.answer}</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>${t.from}:</b> Ada<br><b>${t.sent}:</b> ${date}</p></div><p>${OURS}</p>`,
  'outlook on the web': (t) => `${paragraph(t.answer)}<hr><div id="divRplyFwdMsg"><b>${t.from}:</b> Ada</div>${paragraph(OURS)}`,
  yahoo: (t) =>
    `${paragraph(t.answer)}<div id="ydp1yahoo_quoted" class="yahoo_quoted">${paragraph(t.wrote(date, 'Ada'))}${paragraph(OURS)}</div>`,
}

/** A message out of headers and a body; the usual ones are added where they are not given. */
export function letter(body: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  const all = {
    From: 'Kim Tan <kim@theirs.example>',
    To: 'ada@ours.example',
    Subject: 'Re: Tuesday',
    Date: 'Tue, 24 Nov 2026 11:00:00 +0000',
    'Message-ID': '<answer@theirs.example>',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  return Buffer.from(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}`)
}

/** Parts with a boundary between them; each begins with its headers. */
export function parts(boundary: string, ...each: readonly string[]): string {
  return `${each.map((part) => `--${boundary}\n${part}`).join('\n')}\n--${boundary}--\n`
}

/** A delivery status (RFC 3464) on a message of ours to each recipient. */
export function bounce(
  recipients: readonly Readonly<Record<string, string>>[],
  options: { readonly words?: string; readonly envelope?: string; readonly id?: string; readonly to?: string } = {},
): Buffer {
  const { words = 'Your message could not be delivered.', envelope, id = 'ours@ours.example', to } = options
  const groups = recipients.map((fields) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  )
  const status = [
    `Reporting-MTA: dns; mx.theirs.example${envelope === undefined ? '' : `\nOriginal-Envelope-Id: ${envelope}`}`,
    ...groups,
  ].join('\n\n')
  const body = parts(
    'b1',
    `Content-Type: text/plain\n\n${words}`,
    `Content-Type: message/delivery-status\n\n${status}`,
    `Content-Type: text/rfc822-headers\n\nMessage-ID: <${id}>\nFrom: ada@ours.example\nTo: kim@theirs.example\nSubject: Tuesday`,
  )
  return letter(
    body,
    daemon({ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b1"', ...(to !== undefined && { To: to }) }),
  )
}

/** Headers of mail servers that report. */
export function daemon(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    'Return-Path': '<>',
    From: 'Mail Delivery System <mailer-daemon@mx.theirs.example>',
    Subject: 'Undelivered Mail Returned to Sender',
    'Auto-Submitted': 'auto-replied',
    ...headers,
  }
}
