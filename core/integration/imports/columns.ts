import { invalid } from '../../kernel/operation/errors.ts'
import { suggestion } from '../../kernel/operation/nearest.ts'
import { fold } from '../ingest/languages/letters.ts'
import type { Import } from './entity.ts'

/** Refuses a mapping of columns that the file does not have; of JSON any record may have further ones, so that nothing can be said of it. */
export function checkColumns({ columns, mapping }: Pick<Import, 'columns' | 'mapping'>): void {
  if (columns === null) return
  const known = new Set(columns.map(fold))
  for (const column of Object.keys(mapping)) {
    // What stands for several columns need not stand for one.
    if (column.endsWith('.*') || known.has(fold(column))) continue
    const message = `The file has no column "${column}"${suggestion(column, columns)}`
    throw invalid(`/mapping/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'not_allowed', message, columns)
  }
}
