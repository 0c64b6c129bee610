import { list } from '../list.ts'
/** Words by which mail programs introduce what they quote, in lower case. */

/** "wrote", as it stands in or at the end of the line above a quote. */
export const wrote = list(
  'wrote|writes|a écrit|écrit|schrieb|schrieben|geschrieben|escribió|escribio|ha escrito|ha scritto|scrive|scriveva|escreveu',
  'schreef|heeft geschreven|het volgende geschreven|napisał|napisała|napisał(a)|pisze|skrev|skreiv|kirjoitti|написал|написала',
  'написал(а)|пишет|писал|пише|napsal|napsal(a)|napísal|írta|a scris|έγραψε|yazdı|yazmış|写道|寫道|写入|のメッセージ|は書きました',
  'wrote the following|작성|đã viết|menulis|şunu yazdı',
)

/** How the line above a quote begins. */
export const openings = list(
  'on |le |am |el |il |em |op |w dniu |dnia |den |il giorno |in data |a |dne |ons|på |no dia |at |на |в |在 |于|mon|tue|wed|thu|fri',
  'sat|sun|lun|mar|mer|jeu|ven|sam|dim|mo|di|mi|do|fr|sa|so|пн|вт|ср|чт|пт|сб|вс|pon|wt|śr|czw|pt|sob|niedz|man|tir|tor|lør|søn',
  'sön|lör|tis|seg|ter|qua|qui|sex|sáb|dom|mié|jue|vie|gio|sab',
)

/** Labels of the headers that are shown above a quoted message. */
export const labels = {
  from: list(
    'from|von|de|da|van|od|från|fra|lähettäjä|от|от кого|від|feladó|kimden|gönderen|发件人|寄件者|差出人|보낸 사람|expéditeur|mittente|remitente',
    'absender|afzender',
  ),
  sent: list(
    'sent|gesendet|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|inviato|verzonden|wysłano|skickat|sendt',
    'lähetetty|отправлено|odesláno|küldve|gönderildi|发送时间|送信日時|보낸 날짜|sent on|sent at|gesendet am',
  ),
  date: list('date|datum|data|fecha|dato|дата|tarih|日期|日時|message du'),
  to: list(
    'to|an|à|a|para|aan|do|till|til|кому|vastaanottaja|komu|címzett|kime|alıcı|收件人|宛先|받는 사람|destinataire|destinatario|cc|kopie',
    'copie à|copia|kopia',
  ),
  subject: list(
    'subject|betreff|objet|sujet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|тема|předmět|tárgy|konu|主题|主旨|件名|제목|re',
  ),
} as const

/** What stands between dashes, or alone in a line, above a whole message. */
export const banners = list(
  "original message|originalnachricht|ursprüngliche nachricht|original-nachricht|message d'origine|message d’origine",
  'message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oorspronkelijke bericht',
  'originele bericht|wiadomość oryginalna|oryginalna wiadomość|ursprungligt meddelande|originalmeddelande|oprindelig besked',
  'oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|исходное сообщение|původní zpráva|eredeti üzenet|orijinal ileti',
  '原始邮件|原始郵件|元のメッセージ|원본 메시지|forwarded message|weitergeleitete nachricht|message transféré|message transmis|mensaje reenviado',
  'messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|wiadomość przekazana|vidarebefordrat meddelande|videresendt',
  'пересылаемое сообщение|пересланное сообщение|forwarded by|reply message|original email|original mail|mensaje reenviado',
  'message réexpédié',
)

/** Lines that phones and programs add below a text. */
export const sentFrom = list(
  'sent from my |sent from mail for |sent from outlook|sent from yahoo|sent via |get outlook for |von meinem ',
  'gesendet von meinem |gesendet von |envoyé de mon |envoyé depuis |envoyé à partir de |enviado desde |enviado do meu ',
  'enviado a partir do |inviato da |verzonden vanaf |verstuurd vanaf |wysłane z |skickat från min |sendt fra min |отправлено с ',
  'отправлено из |iphoneから送信|发自我的',
)
