/** Whether a text is an IBAN, in groups or not: country, check digits and account number fit each other (ISO 13616). */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false
  // The number that has its letters as 10 to 35 and its first four signs last leaves 1 when divided by 97.
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
