/** What callers call themselves. */
export const ME = 'me'

/** The address of a teammate as records hold it: the same in any case. */
export function foldOwner(address: string): string {
  return address.trim().toLowerCase()
}

/** The address that a question means: the caller's by `me`. */
export function ownerMeant(address: string, caller: { readonly user: string }): string {
  return foldOwner(foldOwner(address) === ME ? caller.user : address)
}
