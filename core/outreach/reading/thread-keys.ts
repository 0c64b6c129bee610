const LONGEST_ID = 998
const MOST_IDS = 100

/** The message ids of a header, without angle brackets; the first and the last of very many. */
export function idsOf(header: string | undefined): string[] {
  if (header === undefined) return []
  const ids: string[] = []
  let at = 0
  for (;;) {
    const open = header.indexOf('<', at)
    const close = open < 0 ? -1 : header.indexOf('>', open)
    if (close < 0) break
    // Some programs fold long ids.
    const id = header.slice(open + 1, close).replaceAll(/\s/g, '')
    if (id !== '' && id.length <= LONGEST_ID) ids.push(id)
    at = close + 1
  }
  const bare = header.trim()
  if (ids.length === 0 && bare.includes('@') && !bare.includes(' ') && bare.length <= LONGEST_ID) ids.push(bare)
  return ids.length <= MOST_IDS ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MOST_IDS)]
}

/** What mail programs put before the subject of an answer or a forwarded message, in the languages that they speak. */
const prefixes = new Set(
  're fw fwd aw wg tr sv vs vb vl rv enc res odp pd antw doorst ref rif r i inoltro ynt ilt atb antwort weitergeleitet réf πρθ απ ha на отв ответ пер 回复 答复 转发 回覆 轉寄 返信 転送'.split(
    ' ',
  ),
)

/** A subject without its prefixes (`Re: AW: ...`, `Re[2]:`), in lower case and with single spaces: equal for messages of one thread. */
export function subjectKey(subject: string): string {
  let rest = subject.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim().toLowerCase()
  for (let times = 0; times < 50; times++) {
    const colon = colonOf(rest)
    const prefix = colon < 0 ? '' : withoutCount(rest.slice(0, colon).trim())
    if (!prefixes.has(prefix)) return rest
    rest = rest.slice(colon + 1).trim()
  }
  return rest
}

/** Where a prefix may end; Chinese and Japanese programs write a wide colon. */
function colonOf(text: string): number {
  const start = text.slice(0, 20)
  const plain = start.indexOf(':')
  const wide = start.indexOf('：')
  if (plain < 0 || wide < 0) return Math.max(plain, wide)
  return Math.min(plain, wide)
}

/** `re[2]`, `re(2)`, `re^2`: the second answer. */
function withoutCount(prefix: string): string {
  return prefix.replace(/(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})$/, '').trim()
}
