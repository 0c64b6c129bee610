/** The codes that an answer of a mail server names: of SMTP (`550`) and enhanced (`5.1.1`). */
export interface Codes {
  readonly reply: string | null
  readonly status: string | null
}

const LONGEST = 4_000

/** The first codes of a text. Numbers of hosts, versions and dates are none. */
export function codesOf(text: string): Codes {
  const start = text.slice(0, LONGEST)
  return { reply: replyOf(start), status: statusOf(start) }
}

/** The enhanced code that says most: the first that says something, else the first. */
export function statusOf(text: string): string | null {
  const found: string[] = []
  for (const match of text.slice(0, LONGEST).matchAll(/(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d]|\.\d)/g)) {
    if (Number(match[2]) <= 7) found.push(match[0])
    if (found.length >= 20) break
  }
  return mostTelling(found)
}

/** Of some codes the one that says most; null of none. `5.1.0` says only that something is wrong with the address. */
export function mostTelling(codes: readonly string[]): string | null {
  const telling = codes.filter((code) => !isVague(code))
  return telling.find((code) => !code.endsWith('.1.0')) ?? telling[0] ?? codes[0] ?? null
}

/** Whether a status only says that something failed. */
export function isVague(status: string): boolean {
  return status.endsWith('.0.0') || status === '5.5.0' || status === '4.5.0'
}

function replyOf(text: string): string | null {
  for (const match of text.matchAll(/(?<![\d.:/[(=_-])([45][0-5]\d)(?=[ :,;.-]|$|\s)(?![.-]\d)/gm)) {
    const before = text.slice(Math.max(0, (match.index ?? 0) - 12), match.index).toLowerCase()
    if (/port $|line $|after $|for $|size=?$|than $/.test(before)) continue
    return match[1] ?? null
  }
  return null
}
