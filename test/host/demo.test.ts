import { expect, test } from 'vitest'
import { bin, HostLab } from '../support/host.ts'

test('rapport demo needs no configuration and keeps every promise', async () => {
  await using lab = await HostLab.open(bin)
  const { code, out, err } = await lab.run(['demo'])
  expect(out).not.toContain('NO!')
  expect(out).toMatch(/yes FA-2026-0117 of 2026-01-31, due 2026-03-02, 1250\.00 net, 1500\.00 gross EUR, for Boulangerie Martin SARL/)
  expect(out).toMatch(/\n\d+ promises were kept\.\n$/)
  expect({ code, err }).toEqual({ code: 0, err: '' })
})
