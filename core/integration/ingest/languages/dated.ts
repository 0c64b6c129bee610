/**
 * In Italian and Portuguese a date is called what English calls information, `data`: what a day stands in front of says which of the two it
 * is.
 */
export function dated(concepts: string): Readonly<Record<string, string>> {
  return Object.fromEntries(concepts.split(' ').map((concept) => [`data ${concept}`, `${concept} date`]))
}
