/** A match with this score or more is taken silently. */
export const sure = 0.9
/** A match with this score or more is taken with a warning; below it, the column is kept as a custom field. */
export const possible = 0.6

/** One possible meaning of a column. */
export interface Candidate {
  readonly column: number
  readonly field: string
  readonly score: number
  readonly via: string
}

/**
 * Gives every field at most one column and every column at most one field so that the scores together are greatest
 * (Kuhn-Munkres with potentials, after padding to a square).
 */
export function assign(candidates: readonly Candidate[]): Candidate[] {
  const fields = [...new Set(candidates.map((candidate) => candidate.field))]
  const columns = [...new Set(candidates.map((candidate) => candidate.column))]
  const size = Math.max(fields.length, columns.length)
  if (size === 0) return []
  const rowOf = new Map(fields.map((field, index) => [field, index] as const))
  const columnOf = new Map(columns.map((column, index) => [column, index] as const))
  const cells = new Map<number, Candidate>()
  const cost = Array.from({ length: fields.length }, () => new Float64Array(size))
  for (const candidate of candidates) {
    const row = rowOf.get(candidate.field) ?? 0
    const column = columnOf.get(candidate.column) ?? 0
    const known = cells.get(row * size + column)
    if (known && known.score >= candidate.score) continue
    cells.set(row * size + column, candidate)
    const costs = cost[row]
    if (costs) costs[column] = -candidate.score
  }
  return hungarian(cost, size).flatMap((column, row) => cells.get(row * size + column) ?? [])
}

/** Column of every row with the least total cost; rows never outnumber columns. */
function hungarian(cost: readonly Float64Array[], width: number): number[] {
  const rows = cost.length
  const rowPotential = new Float64Array(rows + 1)
  const columnPotential = new Float64Array(width + 1)
  const rowOfColumn = new Int32Array(width + 1)
  const previous = new Int32Array(width + 1)
  for (let row = 1; row <= rows; row++) {
    rowOfColumn[0] = row
    let current = 0
    const least = new Float64Array(width + 1).fill(Infinity)
    const used = new Uint8Array(width + 1)
    do {
      used[current] = 1
      const at = rowOfColumn[current] ?? 0
      let delta = Infinity
      let next = 0
      for (let column = 1; column <= width; column++) {
        if (used[column]) continue
        const reduced = (cost[at - 1]?.[column - 1] ?? 0) - (rowPotential[at] ?? 0) - (columnPotential[column] ?? 0)
        if (reduced < (least[column] ?? 0)) {
          least[column] = reduced
          previous[column] = current
        }
        if ((least[column] ?? 0) < delta) {
          delta = least[column] ?? 0
          next = column
        }
      }
      for (let column = 0; column <= width; column++) {
        const held = rowOfColumn[column] ?? 0
        if (used[column]) {
          rowPotential[held] = (rowPotential[held] ?? 0) + delta
          columnPotential[column] = (columnPotential[column] ?? 0) - delta
        } else least[column] = (least[column] ?? 0) - delta
      }
      current = next
    } while (rowOfColumn[current] !== 0)
    do {
      const before = previous[current] ?? 0
      rowOfColumn[current] = rowOfColumn[before] ?? 0
      current = before
    } while (current !== 0)
  }
  const result = Array.from({ length: rows }, () => -1)
  for (let column = 1; column <= width; column++) {
    const row = rowOfColumn[column] ?? 0
    if (row > 0) result[row - 1] = column - 1
  }
  return result
}
