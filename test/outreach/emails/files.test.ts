import { expect, it } from 'vitest'
import { describeStorages } from '../../support/storages.ts'
import { mailDesk } from '../sending/desk.ts'

const MIB = 1024 * 1024

describeStorages('files of e-mails', (open) => {
  it('go with their message up to 10 MB together, and are refused beyond', async () => {
    await using all = await mailDesk(open)
    const send = async (...sizes: readonly number[]) =>
      await all.api.emails.send({
        to: ['kim@theirs.example'],
        subject: 'Files',
        text: 'See these',
        attachments: sizes.map((size, at) => ({
          name: `${at}.txt`,
          media_type: 'text/plain',
          content: Buffer.alloc(size, 97).toString('base64'),
        })),
      })
    const fine = await send(5 * MIB, 5 * MIB)
    expect(fine.attachments).toEqual([0, 1].map((at) => ({ name: `${at}.txt`, media_type: 'text/plain', bytes: 5 * MIB })))
    await expect(send(5 * MIB, 5 * MIB, 1)).rejects.toMatchObject({ details: { errors: [{ path: '/attachments', code: 'too_long' }] } })
    await all.engine.tick()
    const [mail] = all.server.taken
    expect(mail?.raw.match(/^Content-Disposition: attachment; filename=\d.txt\r$/gm)).toHaveLength(2)
    expect((mail?.raw.length ?? 0) / MIB).toBeGreaterThan(13)
  })
})
