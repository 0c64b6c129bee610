import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { Keyring } from '../../../core/kernel/secrets/keyring.ts'
import { Clock } from '../../../core/kernel/ports/clock.ts'
import { Ids } from '../../../core/kernel/ports/ids.ts'
import { Random } from '../../../core/kernel/ports/random.ts'

// With configured keys, neither sealing nor opening asks the database.
const noDatabase = undefined as never
const [current, former] = [randomBytes(32), randomBytes(32)]
const keyring = (...encryptionKeys: Buffer[]) =>
  // Only the keys of the settings are used.
  new Keyring({ settings: { encryptionKeys } as never, random: new Random(), ids: new Ids({ clock: new Clock() }) })

it('a secret is sealed with the first key, never twice to the same text, and opened in its row', async () => {
  const ring = keyring(current, former)
  const texts = await Promise.all([1, 2].map(() => ring.seal('secret', 'row', noDatabase)))
  expect(new Set(texts).size).toBe(2)
  for (const text of texts) {
    expect(text).toMatch(/^v1:[0-9a-f]{12}:[\w-]{16}:[\w-]+$/)
    expect(await ring.open(text, 'row', noDatabase)).toBe('secret')
    expect(await keyring(former, current).open(text, 'row', noDatabase)).toBe('secret')
    expect(await keyring(current).open(text, 'row', noDatabase)).toBe('secret')
  }
})

it('a text that was changed, cut, or moved to another row is not opened', async () => {
  const ring = keyring(current, former)
  const text = await ring.seal('secret', 'row', noDatabase)
  await expect(ring.open(text, 'another row', noDatabase)).rejects.toThrow()
  const [form = '', id = '', nonce = '', body = ''] = text.split(':')
  const bytes = Buffer.from(body, 'base64url')
  const forgeries = [
    ...[...bytes].map((byte, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte ^ 1]), bytes.subarray(at + 1)])),
    bytes.subarray(1),
    bytes.subarray(0, -1),
    // A tag that is cut short is easier to guess.
    bytes.subarray(0, 'secret'.length + 4),
    Buffer.alloc(0),
  ]
  for (const forged of forgeries)
    await expect(ring.open([form, id, nonce, forged.toString('base64url')].join(':'), 'row', noDatabase)).rejects.toThrow()
  const otherNonce = randomBytes(12).toString('base64url')
  await expect(ring.open([form, id, otherNonce, body].join(':'), 'row', noDatabase)).rejects.toThrow()
})

it('a text of a key that is gone says which key to add', async () => {
  const text = await keyring(former).seal('secret', 'row', noDatabase)
  await expect(keyring(current).open(text, 'row', noDatabase)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(text.split(':')[1] ?? ''),
  })
})
