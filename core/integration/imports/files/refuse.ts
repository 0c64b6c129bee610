import { type CrmError, invalid } from '../../../kernel/operation/errors.ts'
import { fileLimits } from './limits.ts'

const codes = {
  rows: 'too_many',
  columns: 'too_many',
  cells: 'too_many',
  text: 'too_long',
  line: 'too_long',
  characters: 'too_large',
  parts: 'too_many',
  depth: 'too_deep',
  unpacked: 'too_large',
  ratio: 'too_large',
} as const satisfies Record<keyof typeof fileLimits, string>

const words = {
  rows: 'rows: split it into several files',
  columns: 'columns in a row',
  cells: 'cells: split it into several files',
  text: 'characters in one cell',
  line: 'characters in one row',
  characters: 'characters of text: split it into several files',
  parts: 'parts in its archive',
  depth: 'elements of XML inside one another',
  unpacked: 'bytes when it is unpacked',
  ratio: 'times its packed size when it is unpacked',
} as const satisfies Record<keyof typeof fileLimits, string>

/** The error of a file that goes over one of the limits. */
export function over(limit: keyof typeof fileLimits): CrmError {
  return invalid('/content', codes[limit], `A file may have at most ${fileLimits[limit]} ${words[limit]}`)
}
