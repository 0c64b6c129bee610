import { bytesOf } from './content.ts'
import { type FileOptions, readFile } from './read.ts'
import type { ImportFile } from './table.ts'

/** A file as it was uploaded, and what is known of it. */
export interface Upload {
  /** Of a text. */
  readonly content?: string | undefined
  /** Of any file, in base64. */
  readonly content_base64?: string | undefined
  readonly options: FileOptions
}
/** What is known of a file before its rows. */
export type FileHead = Omit<ImportFile, 'rows'> & { readonly count: number }

/** As many rows are analyzed. */
export const SAMPLE_ROWS = 1000

/** A file whose rows are kept in parts under the id of its import. */
export interface KeptFile {
  readonly id: string
  readonly head: FileHead
  /** Its first rows, at most `SAMPLE_ROWS`. */
  readonly sample: readonly unknown[]
}

/** Rows of one part, so that a thread hands over no more at once than takes some milliseconds to receive. */
const PART_ROWS = 1_000
const PART_CELLS = 20_000

/** Reads an uploaded file: what is known of it, then its rows in parts. Throws `invalid_input`. */
export async function* readRows({ content, content_base64, options }: Upload): AsyncGenerator<FileHead | readonly unknown[]> {
  const { rows, ...head } = await readFile(bytesOf(content, content_base64), options)
  yield { ...head, count: rows.length }
  const size = Math.max(1, Math.min(PART_ROWS, Math.floor(PART_CELLS / (head.columns?.length ?? 20))))
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
