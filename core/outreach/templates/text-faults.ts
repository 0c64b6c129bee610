import { CrmError, type FieldError } from '../../kernel/operation/errors.ts'
import { fieldErrors } from '../../automation/merge-tags/faults.ts'
import type { TagScope } from '../../automation/merge-tags/scope.ts'
import { checkTemplate } from '../../automation/merge-tags/template.ts'
import type { LetterText } from './letters.ts'
import { isTooNested, tooNested } from './nesting.ts'
import { placesIn } from './places.ts'

/** The faults of texts that are about to be stored, with pointers below `at`: unknown tags, blocks without end, tags where no value may stand. */
export function faultsOfText({ subject, html, text }: Partial<LetterText>, scope: TagScope, at = ''): FieldError[] {
  const found = Object.entries({ subject, html, text }).flatMap(([name, value]) =>
    value ? fieldErrors(`${at}/${name}`, checkTemplate(value, scope)) : [],
  )
  const places = html ? placesIn(html).faults.map((each) => ({ path: `${at}/html`, ...each })) : []
  const deep = html && isTooNested(html) ? [{ path: `${at}/html`, ...tooNested }] : []
  return [...found, ...places, ...deep]
}

/** The fault of a subject that has line ends or control characters, which no header may have. */
export function faultsOfSubject(subject: string | null | undefined, at = '/subject'): FieldError[] {
  return subject && /\p{Cc}/u.test(subject) ? [{ path: at, code: 'format', message: 'must have no line ends or control characters' }] : []
}

/** Throws `invalid_input` with these faults, if there are any. */
export function refuseTexts(errors: readonly FieldError[]): void {
  const [first] = errors
  if (first) throw new CrmError('invalid_input', first.message, { errors })
}
