/** The phrases of some lines, which are parted by bars. */
export function list(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('|'))
}
