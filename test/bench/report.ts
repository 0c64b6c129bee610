export interface Place {
  readonly folder: string
  readonly postgresUrl: string
}

/** One line of the report. */
export interface Row {
  readonly name: string
  readonly probe?: number
  readonly ours: number
  readonly unit: string
  readonly must?: string
  readonly note?: string
}

export interface Measurement {
  readonly name: string
  measure(place: Place): Promise<Row>
}

/** Probe, ours, and how many times faster the probe is. */
export function print(rows: readonly Row[]): void {
  for (const { name, probe, ours, unit, must = '', note = '' } of rows) {
    const ratio = probe === undefined ? '' : `${(unit.endsWith('/s') ? probe / ours : ours / probe).toFixed(2)}x`
    const figures = [probe === undefined ? '-' : shown(probe), shown(ours)].map((each) => each.padStart(10)).join('')
    process.stdout.write(`${name.padEnd(52)}${figures} ${unit.padEnd(6)} ${ratio.padStart(7)}  must ${must.padEnd(10)} ${note}\n`)
  }
}

/** The middle of an odd number of repetitions. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
