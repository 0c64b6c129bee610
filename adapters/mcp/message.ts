/**
 * A message or result as a parameter of either protocol library. Their types are unions of all known messages; they check what they send by
 * schemas of their own.
 */
export const asMessage = (value: object): never => value as never
