import { describe, expect, test } from 'vitest'
import { AddressGuard } from '../../../../core/kernel/egress/address-guard.ts'
import { checkUrl } from '../../../../core/integration/webhooks/subscriptions/url.ts'

const guard = new AddressGuard()

describe('the address of a webhook', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://EXAMPLE.com:443/Hook?A=b', 'https://example.com/Hook?A=b'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.com.:8443/x', 'https://example.com:8443/x'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:0:0::1111]:1024/', 'https://[2606:4700::1111]:1024/'],
    ['https://example.com/@me?user@host', 'https://example.com/@me?user@host'],
    // A name is judged when it is resolved, never by its spelling.
    ['https://localhost/', 'https://localhost/'],
  ])('%s is kept as %s', (input, url) => {
    expect(checkUrl(input, guard)).toEqual({ url })
  })

  test.each([
    [42, 'not_text'],
    [null, 'not_text'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'too_long'],
    [`https://example.com/${'ü'.repeat(400)}`, 'too_long'],
    ['', 'malformed'],
    ['example.com', 'malformed'],
    ['https:/example.com', 'malformed'],
    ['https:example.com', 'malformed'],
    ['https:///example.com', 'malformed'],
    ['https://', 'malformed'],
    ['https://a..b/', 'malformed'],
    ['https://./', 'malformed'],
    ['https://../', 'malformed'],
    [`https://${'a.'.repeat(130)}b/`, 'malformed'],
    ['https://exa mple.com/', 'malformed'],
    [' https://example.com/', 'malformed'],
    ['https://example.com/\r\nX-Evil: 1', 'malformed'],
    ['https://example.com\\@127.0.0.1/', 'malformed'],
    ['https://example.com:99999/', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['https://u:p@h/', 'credentials'],
    ['https://@example.com/', 'credentials'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com:22/', 'forbidden_port'],
    ['https://example.com:1023/', 'forbidden_port'],
    ['https://example.com:0/', 'forbidden_port'],
    ['https://127.0.0.1/', 'blocked_address'],
    ['https://[::1]:8443/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://0x7f.1/', 'blocked_address'],
    ['https://①②⑦.⓪.⓪.①/', 'blocked_address'],
    ['https://%31%32%37.0.0.1/', 'blocked_address'],
  ])('%j is refused as %s', (input, problem) => {
    expect(checkUrl(input, guard)).toEqual({ problem, message: expect.stringMatching(/^must /) })
  })

  test('2,048 characters are the limit', () => {
    expect(checkUrl(`https://example.com/${'x'.repeat(2_028)}`, guard)).toHaveProperty('url')
  })

  test('the allow-list opens addresses, and neither http nor a low port', () => {
    const open = new AddressGuard(['127.0.0.0/8', '::1'])
    expect(checkUrl('https://127.0.0.1:8443/', open)).toEqual({ url: 'https://127.0.0.1:8443/' })
    expect(checkUrl('https://[::1]/', open)).toEqual({ url: 'https://[::1]/' })
    expect(checkUrl('https://10.0.0.1/', open)).toMatchObject({ problem: 'blocked_address' })
    expect(checkUrl('http://127.0.0.1:8443/', open)).toMatchObject({ problem: 'not_https' })
    expect(checkUrl('https://127.0.0.1:80/', open)).toMatchObject({ problem: 'forbidden_port' })
  })
})
