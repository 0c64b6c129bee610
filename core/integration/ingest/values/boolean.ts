const yes = new Set('true 1 t y yes oui o vrai ja j wahr si sí sì sim s verdadero vero verdadeiro x on'.split(' '))
const no = new Set(['false', '0', 'f', 'n', 'no', 'non', 'faux', 'nein', 'falsch', 'falso', 'nee', 'não', 'nao', 'off', ''])

const longest = 40

/** Yes or no in the languages that headers are read in; null for any other word. Only for fields that are known to be boolean. */
export function parseBoolean(source: unknown): boolean | null {
  if (typeof source === 'boolean') return source
  const written = String(source)
  if (written.length > longest) return null
  const text = written.trim().toLowerCase()
  if (yes.has(text)) return true
  return no.has(text) ? false : null
}
