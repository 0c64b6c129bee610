// The limits of one batch; so few characters fit into a body of 32 MiB in any encoding.
const RECORDS = 5_000
const CHARACTERS = 8 * 1024 * 1024

/** Columns that identify the document of a row, for files with several rows per document. */
export type DocumentColumns = readonly string[]

/**
 * Splits records into batches and keeps the rows of one document together. An empty file gives one empty batch, so that a wrong object or
 * provider is still refused.
 */
export function* batchesOf(records: readonly unknown[], columns: DocumentColumns = []): Generator<unknown[]> {
  let start = 0
  do {
    const end = cutAt(records, start, columns)
    yield records.slice(start, end)
    start = end
  } while (start < records.length)
}

function cutAt(records: readonly unknown[], start: number, columns: DocumentColumns): number {
  const most = Math.min(records.length, start + RECORDS)
  let end = start
  for (let characters = 0; end < most; end++) {
    characters += JSON.stringify(records[end]).length
    if (characters > CHARACTERS && end > start) break
  }
  if (columns.length === 0 || end === records.length) return end
  let cut = end
  while (cut > start && isOf(records[cut], records[cut - 1], columns)) cut--
  return cut > start ? cut : end
}

/** Whether a row continues the document of the row above: it names the same one, or none. */
function isOf(row: unknown, above: unknown, columns: DocumentColumns): boolean {
  const name = nameIn(row, columns)
  return name === '' || name === nameIn(above, columns)
}

function nameIn(row: unknown, columns: DocumentColumns): string {
  const named = columns.map((column) => String((Reflect.get(Object(row), column) as unknown) ?? '').trim())
  return named.find((each) => each !== '') ?? ''
}
