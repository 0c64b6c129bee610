import { Parser } from 'htmlparser2'

// Characters that a snippet has, and those of HTML that are read for it.
const LENGTH = 200
const READ = 40_000
const unseen = new Set(['style', 'script', 'head', 'title', 'template'])

/** The beginning of a message as one line of at most 200 characters: of its text, else of its HTML. */
export function snippetOf(text: string | null, html: string | null): string | null {
  const plain = text?.trim() ? text.slice(0, READ) : html === null ? '' : textOfHtml(html.slice(0, READ))
  const line = plain.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, LENGTH).toWellFormed().replaceAll('\0', '')
}

function textOfHtml(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (unseen.has(name)) hidden += 1
      parts.push(' ')
    },
    onclosetag: (name) => {
      if (unseen.has(name)) hidden -= 1
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text)
    },
  })
  parser.end(html)
  return parts.join('')
}
