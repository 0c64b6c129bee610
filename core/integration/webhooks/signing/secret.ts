const shortest = 16
const longest = 256

/** A new signing secret from 24 to 64 random bytes: `whsec_` and their base64, the form that Standard Webhooks libraries accept. */
export function generateSecret(random: Uint8Array): string {
  if (random.length < 24 || random.length > 64) throw new RangeError('A signing secret needs 24 to 64 random bytes')
  return `whsec_${Buffer.from(random).toString('base64')}`
}

/** What is wrong with a secret that a caller sends, as the end of a sentence; undefined if it can be used. */
export function secretProblem(secret: string): string | undefined {
  const length = Array.from(secret).length
  if (length < shortest || length > longest) return `must have ${shortest} to ${longest} characters`
  // A lone surrogate has no UTF-8 form: the receiver could never rebuild the key.
  return secret.isWellFormed() ? undefined : 'must be well-formed text'
}
