import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** A line of its own in texts made of HTML: what follows is quoted, as the mail program itself has marked it. */
export const quoteMark = '\u{fdd0}'

const blocks = new Set(
  'address article blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tr ul'.split(
    ' ',
  ),
)
const spaced = new Set('p h1 h2 h3 h4 h5 h6 ul ol table'.split(' '))
const hidden = new Set('head style script title noscript template'.split(' '))

/** Names by which mail programs mark the start of what they quote without a `blockquote`. */
const markedNames = [
  'divrplyfwdmsg',
  'appendonsend',
  'olk_src_body_section',
  'yahoo_quoted',
  'yahooquoted',
  'mail-editor-reference-message-container',
  'stopspelling',
  'ms-outlook-mobile-reference-message',
  'isforwardcontent',
  'isreplycontent',
  'ymail_android_signature_quote',
  'zmail_extra_hr',
]
/** The line above the headers of the quoted message in Outlook and Windows Mail. */
const markedBorders = ['solid #e1e1e1 1.0pt', 'solid #b5c4df 1.0pt', 'solid #e5e5e5', 'solid #b5c4df']

/**
 * The text of HTML, in one pass and without a tree: what is quoted has `> ` before each line, or stands after a `quoteMark`.
 */
export function htmlToText(html: string): string {
  const reader = new TextReader(html)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader.text()
}

class TextReader implements TokenizerCallbacks {
  readonly #html: string
  readonly #out: string[] = []
  #line: string[] = []
  #lineLength = 0
  #hidden = 0
  #pre = 0
  #quotes = 0
  #name = ''
  #attribute = ''
  #value = ''
  #isMark = false
  #rule = false

  constructor(html: string) {
    this.#html = html
  }

  text(): string {
    this.#break()
    return this.#out.join('\n')
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, Math.min(end, start + 40)).toLowerCase()
    this.#isMark = false
    this.#rule = false
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, Math.min(end, start + 40)).toLowerCase()
    this.#value = ''
  }
  onattribdata(start: number, end: number): void {
    if (this.#value.length < 500) this.#value += this.#html.slice(start, Math.min(end, start + 500))
  }
  onattribentity(code: number): void {
    if (this.#value.length < 500) this.#value += String.fromCodePoint(code)
  }
  onattribend(): void {
    const value = this.#value.toLowerCase()
    if (this.#attribute === 'id' || this.#attribute === 'class') this.#isMark ||= markedNames.some((name) => value.includes(name))
    else if (this.#attribute === 'style' && value.includes('border-top:'))
      this.#rule ||= markedBorders.some((border) => value.includes(border))
  }
  onopentagend(): void {
    this.#open()
  }
  onselfclosingtag(): void {
    this.#open()
    this.#close(this.#name)
  }
  onclosetag(start: number, end: number): void {
    this.#close(this.#html.slice(start, Math.min(end, start + 40)).toLowerCase())
  }
  ontext(start: number, end: number): void {
    this.#add(this.#html.slice(start, end))
  }
  ontextentity(code: number): void {
    this.#add(code === 0xa0 ? ' ' : String.fromCodePoint(code))
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #open(): void {
    const name = this.#name
    if (hidden.has(name)) this.#hidden++
    if (name === 'br') return this.#break(true)
    if (name === 'td' || name === 'th') this.#add(' ')
    if (blocks.has(name)) this.#break()
    if (spaced.has(name)) this.#blank()
    if (name === 'pre') this.#pre++
    if (this.#isMark || this.#rule) this.#out.push(quoteMark)
    if (name === 'blockquote') this.#quotes++
    if (name === 'li') this.#add('- ')
  }

  #close(name: string): void {
    if (hidden.has(name)) this.#hidden = Math.max(0, this.#hidden - 1)
    if (name === 'body' || name === 'head') this.#hidden = 0
    if (blocks.has(name)) this.#break()
    if (spaced.has(name)) this.#blank()
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1)
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1)
  }

  #add(text: string): void {
    if (this.#hidden > 0) return
    if (this.#pre > 0 && text.includes('\n')) {
      for (const [at, piece] of text.split('\n').entries()) {
        if (at > 0) this.#break(true)
        this.#push(piece)
      }
    } else this.#push(this.#pre > 0 ? text : spacesOf(text))
  }

  #push(text: string): void {
    if (text === '' || (this.#lineLength === 0 && text === ' ')) return
    this.#line.push(text)
    this.#lineLength += text.length
  }

  /** Ends the line; one without text is only kept where the writer has made it. */
  #break(keepsEmpty = false): void {
    const text = this.#line.join('').trim()
    this.#line = []
    this.#lineLength = 0
    if (text !== '' || keepsEmpty) this.#out.push(`${this.#prefix()}${text}`)
  }

  #blank(): void {
    const last = this.#out.at(-1)
    if (last !== undefined && last.trim() !== '' && last !== this.#prefix()) this.#out.push(this.#prefix())
  }

  #prefix(): string {
    return this.#quotes === 0 ? '' : `${'>'.repeat(Math.min(this.#quotes, 20))} `
  }
}

/** White space of HTML as one space. */
function spacesOf(text: string): string {
  if (text.length === 1 && text > ' ' && text !== '\u{a0}') return text
  return text.replaceAll(/[ \t\n\r\f\u{a0}]+/gu, ' ')
}
