import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_LINKS, prepareHtml } from '../../../core/outreach/links/prepare.ts'
import { targetOf } from '../../../core/outreach/links/target.ts'
import { isGenuine, readToken, tokenOf } from '../../../core/outreach/links/tokens.ts'
import { prepareText, unsubscribeHeaders, unsubscribeLabel } from '../../../core/outreach/links/unsubscribing.ts'
import { addParameters } from '../../../core/outreach/links/utm.ts'
import { hostileUrls } from './hostile-urls.ts'

const secret = createHash('sha256').update('a').digest()
const id = '0197d3a4-1c2b-7def-8123-456789abcdef'
const tracked = { linkUrl: (index: number) => `https://t.example/t/c/${index}` }
const prepared = (html: string) => prepareHtml(html, tracked)

describe('tokens of public links', () => {
  it('name what they were made for, in 47 characters of the alphabet of addresses', () => {
    for (const kind of ['open', 'click', 'unsubscribe', 'return'] as const) {
      const token = tokenOf(secret, 'acme', kind, id, 65_535)
      expect(token).toMatch(/^[\w-]{47}$/)
      const read = readToken(token)!
      expect(read).toMatchObject({ kind, id, index: 65_535 })
      expect(isGenuine(secret, 'acme', read)).toBe(true)
      expect(isGenuine(secret, 'other', read)).toBe(false)
      expect(isGenuine(createHash('sha256').update('b').digest(), 'acme', read)).toBe(false)
    }
  })

  it('are none when anything in them was changed', () => {
    const token = tokenOf(secret, 'acme', 'click', id, 3)
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      const read = readToken(changed)
      expect(read !== undefined && isGenuine(secret, 'acme', read)).toBe(false)
    }
    for (const wrong of ['', 'x', `${token}A`, `${token.slice(1)}=`, '/'.repeat(47), 'é'.repeat(47)])
      expect(readToken(wrong)).toBeUndefined()
  })
})

describe('links of a message', () => {
  it('are replaced at their position, and every other byte stays', () => {
    const html = `<!DOCTYPE html>\r\n<HTML><body  class=x>\n<!-- <a href="http://no.example"> -->
<A HREF = 'https://one.example/?a=1&amp;b=2#top' >One</a ><a href=http://two.example/x>2</a>
<area shape=rect href="HTTP://three.example/%5B%20[x]"><style>a{content:'<a href="http://no.example">'}</style>
<a href="mailto:a@b.example">m</a><a href="#top">t</a><a href="tel:+1">p</a><a href="/relative">r</a>
<a data-track="No" href="https://quiet.example">q</a><a href="https://u.example/u/1">u</a><link href="https://css.example"><a>x</a></body></HTML>`
    const { html: out, links } = prepareHtml(html, {
      ...tracked,
      pixelUrl: 'https://t.example/p.gif',
      unsubscribeUrl: 'https://u.example/u/1',
    })
    expect(links).toEqual([
      { index: 0, url: 'https://one.example/?a=1&b=2#top' },
      { index: 1, url: 'http://two.example/x' },
      { index: 2, url: 'HTTP://three.example/%5B%20[x]' },
    ])
    const pixel = '<img src="https://t.example/p.gif" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">'
    const expected = html
      .replace('https://one.example/?a=1&amp;b=2#top', 'https://t.example/t/c/0')
      .replace('http://two.example/x', 'https://t.example/t/c/1')
      .replace('HTTP://three.example/%5B%20[x]', 'https://t.example/t/c/2')
      .replace('<body  class=x>', `<body  class=x>${pixel}`)
    expect(out).toBe(expected)
  })

  it('keep entities that are no entities, and decode the others once', () => {
    const urls = (html: string) => prepared(html).links.map(({ url }) => url)
    expect(urls('<a href="https://x.example/?a&amp;amp;b">')).toEqual(['https://x.example/?a&amp;b'])
    expect(urls('<a href="https://x.example/?copy=1&copy=2&lt=3">')).toEqual(['https://x.example/?copy=1&copy=2&lt=3'])
    expect(urls('<a href="&#104;ttps://x.example/&#x5B;1&#93;">')).toEqual(['https://x.example/[1]'])
    expect(urls('<a href="https://x.example/a" href="https://y.example">')).toEqual(['https://x.example/a'])
    expect(urls('<a href="  https://x.example/ü?q=ä ">')).toEqual(['https://x.example/%C3%BC?q=%C3%A4'])
    expect(urls('<a href="https://x.example/a&#10;b&#13;c">')).toEqual(['https://x.example/abc'])
  })

  it('of any text leave all else as it is', () => {
    const piece = fc.constantFrom(
      '<a href="',
      '">',
      "<a href='http://x.example'",
      '<',
      '>',
      'http://y.example',
      '&amp;',
      '"',
      "'",
      '<!--',
      '-->',
      '<script>',
      '</script>',
      ' ',
      '=',
      '<body>',
      'ü',
      '\0',
      '</',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('')
        const { html: out, links } = prepareHtml(html, { linkUrl: (index) => `<<${index}>>` })
        // With the addresses put back it is what it was, but for how entities were written.
        const parts = out.split(/<<\d+>>/)
        expect(parts).toHaveLength(links.length + 1)
        let at = 0
        for (const part of parts) {
          const found = html.indexOf(part, at)
          expect(found).toBeGreaterThanOrEqual(at)
          at = found + part.length
        }
        expect(prepareHtml(html, {}).html).toBe(html)
      }),
    )
  })

  it('end in number and in time, whatever a message is', () => {
    expect(prepared('<a href=http://x.example>'.repeat(5_000)).links).toHaveLength(MOST_LINKS)
    const hostile = [
      '<a '.repeat(150_000),
      '<a href='.repeat(60_000),
      `<a ${'x=1 '.repeat(100_000)}>`,
      '<!--'.repeat(100_000),
      `<a href="${'&amp;'.repeat(90_000)}">`,
      `<a href="http://x.example/${' '.repeat(400_000)}x">`,
    ]
    for (const html of hostile) {
      const began = performance.now()
      expect(prepared(html).links.length).toBeLessThan(2)
      expect(performance.now() - began).toBeLessThan(2_000)
    }
  })

  it('never lead to what is no address of the web, and fit into a header', () => {
    expect(hostileUrls.length).toBeGreaterThanOrEqual(200)
    for (const href of hostileUrls) {
      const target = targetOf(href)
      if (target === undefined) continue
      expect(target).toMatch(/^https?:\/\/[!-~]+$/i)
      expect(['http:', 'https:']).toContain(new URL(target).protocol)
      // What the browser opens is what the author of the message has written.
      expect(new URL(target).href).toBe(new URL(href).href)
    }
  })
})

describe('the pixel and the way to unsubscribe', () => {
  const pixelUrl = 'https://t.example/p.gif'
  const at = (html: string) => prepareHtml(html, { pixelUrl }).html.replace(/<img [^>]*>/, '|')

  it('stand where mail programs do not cut', () => {
    expect(at('<p>x</p>')).toBe('|<p>x</p>')
    expect(at('<!doctype html><p>x')).toBe('<!doctype html>|<p>x')
    expect(at('<html><head><title><body></title></head><p>x')).toBe('<html><head><title><body></title></head>|<p>x')
    expect(at('<body a="x>y">x<body>')).toBe('<body a="x>y">|x<body>')
  })

  it('are added where the message has none', () => {
    const link = { unsubscribeUrl: 'https://t.example/u/1?a&b', unsubscribeLabel: unsubscribeLabel('de-AT') }
    expect(prepareHtml('<body>x</body>', link).html).toMatch(
      /^<body>x<p[^>]*><a href="https:\/\/t.example\/u\/1\?a&amp;b">Abmelden<\/a><\/p><\/body>$/,
    )
    const own = '<body><a href="https://t.example/u/1?a&amp;b">no more</a></body>'
    expect(prepareHtml(own, link).html).toBe(own)
    expect(prepareText('Hello\n', link.unsubscribeUrl, 'Unsubscribe')).toBe('Hello\n\nUnsubscribe: https://t.example/u/1?a&b\n')
    expect(prepareText(`Off: ${link.unsubscribeUrl}`, link.unsubscribeUrl, 'x')).toBe(`Off: ${link.unsubscribeUrl}`)
    expect(unsubscribeHeaders('https://t.example/u/1', 'off@t.example')).toEqual([
      ['List-Unsubscribe', '<https://t.example/u/1>, <mailto:off@t.example>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
    ])
  })
})

describe('marketing words', () => {
  const except = 'https://unsubscribe.invalid/'
  const added = (text: string, html: string | null = null) => addParameters({ html, text }, { utm_source: 'a b' }, except).text

  it.each([
    ['See https://a.test.', 'See https://a.test?utm_source=a%20b.'],
    [
      '(https://a.test/x_(y)), "https://b.test/?q=1#top"',
      '(https://a.test/x_(y)?utm_source=a%20b), "https://b.test/?q=1&utm_source=a%20b#top"',
    ],
    ['News <https://a.test/?utm_source=own>', 'News <https://a.test/?utm_source=own>'],
    ['[https://a.test/ä]!', '[https://a.test/ä?utm_source=a%20b]!'],
    ['https://a.test/?u=https://b.test/', 'https://a.test/?u=https://b.test/&utm_source=a%20b'],
    ['out: https://unsubscribe.invalid/, mailto:a@b.test ftp://c.test http:// https://', null],
  ])('are added to the links of the text part: %s', (text, expected) => {
    expect(added(text)).toBe(expected ?? text)
  })

  it('are not added to links that the HTML wants as they are, and take no longer for many signs', () => {
    expect(added('at https://a.test/', '<a href="https://a.test/" data-track="no">x</a>')).toBe('at https://a.test/')
    const long = `https://a.test/${'(a)'.repeat(1_000)}${')'.repeat(4_000)}`
    expect(added(long)).toMatch(/\(a\)\?utm_source=a%20b\)+$/)
  })
})
