/** The address of a teammate as records hold it: the same in any case. */
export function foldOwner(address: string): string {
  return address.trim().toLowerCase()
}
