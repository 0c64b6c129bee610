import { limits } from '../../../kernel/operation/limits.ts'

/** What an uploaded file may hold; everything is counted while the file is read, so that nothing is built of one that goes over. */
export const fileLimits = {
  rows: limits.file_rows.value,
  columns: limits.file_columns.value,
  cells: limits.file_cells.value,
  text: limits.file_cell_characters.value,
  line: limits.file_row_characters.value,
  characters: limits.file_characters.value,
  parts: limits.file_parts.value,
  depth: limits.file_depth.value,
  unpacked: limits.file_unpacked_bytes.value,
  ratio: limits.file_packing_ratio.value,
} as const
