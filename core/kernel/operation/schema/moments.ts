/** The first of some moments; null if there is none. */
export function earliest(moments: readonly (Date | null)[]): Date | null {
  return moments.filter((each) => each !== null).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
