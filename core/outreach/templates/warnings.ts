import { Parser } from 'htmlparser2'
import type { LetterText } from './letters.ts'
import { UNSUBSCRIBE_URL } from './unsubscribe-url.ts'

/** Something that readers of an e-mail may stumble over. */
export interface LetterWarning {
  readonly code: 'too_large' | 'image_without_alt' | 'insecure_link' | 'no_unsubscribe_link' | 'no_subject'
  readonly message: string
}

// Clients cut what is longer.
const MOST_BYTES = 102_400
const MOST = 20

/** What may be wrong with a letter: its size, its images and links, and whether those who do not want it can say so. */
export function warningsOf({ subject, html, text }: LetterText, isMarketing: boolean): readonly LetterWarning[] {
  const warnings: LetterWarning[] = []
  const add = (code: LetterWarning['code'], message: string) => {
    if (warnings.length < MOST) warnings.push({ code, message })
  }
  if (subject.trim() === '') add('no_subject', 'It has no subject')
  if (Buffer.byteLength(html ?? '') > MOST_BYTES) add('too_large', 'The HTML has more than 100 KB: some clients cut it')
  let hasLink = (text ?? '').includes(UNSUBSCRIBE_URL)
  const parser = new Parser({
    onopentag(name, { src = '', alt, href = '' }) {
      if (name === 'img' && alt === undefined) add('image_without_alt', `The image ${src.slice(0, 100)} has no alt text`)
      if (href.toLowerCase().startsWith('http:')) add('insecure_link', `The link ${href.slice(0, 100)} is not https`)
      hasLink ||= href.includes(UNSUBSCRIBE_URL)
    },
  })
  parser.end(html ?? '')
  if (isMarketing && !hasLink) add('no_unsubscribe_link', 'It has no {{unsubscribe_url}}: campaigns add a link of their own')
  return warnings
}
