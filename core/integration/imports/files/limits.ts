/**
 * What an uploaded file may hold. Everything is counted while the file is read, so that nothing is built of one that goes over; each limit
 * is far above what the programs write that people export from.
 */
export const fileLimits = {
  /** Records. */
  rows: 100_000,
  /** Cells of one row. */
  columns: 1_000,
  /** Cells of all rows, empty ones between filled ones counted. */
  cells: 10_000_000,
  /** Characters of one cell, or of one element of a workbook. */
  text: 250_000,
  /** Characters of one row of CSV. */
  line: 1_000_000,
  /** Characters of all cells, of all shared strings of a workbook, and of all fields of a JSON file. */
  characters: 64 * 1024 * 1024,
  /** Parts of a workbook. */
  parts: 10_000,
  /** Elements of XML inside one another. */
  depth: 64,
  /** Bytes that a workbook may unpack to. */
  unpacked: 256 * 1024 * 1024,
  /** How many times as large as its packed bytes a part of a workbook may be, from its first MiB on. */
  ratio: 200,
} as const
