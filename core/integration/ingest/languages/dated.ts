/** In Italian and Portuguese `data` is a date, in English it is information: the words beside it decide. */
export function dated(concepts: string): Readonly<Record<string, string>> {
  return Object.fromEntries(concepts.split(' ').map((concept) => [`data ${concept}`, `${concept} date`]))
}
