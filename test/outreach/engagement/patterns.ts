interface PlayedHit {
  /** Seconds after the sending. */
  readonly after: number
  /** Of a click; the pixel when left out. */
  readonly link?: number
  readonly agent?: string
  readonly ip?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}
interface Pattern {
  readonly name: string
  /** Links of the message. */
  readonly count?: number
  readonly hits: readonly PlayedHit[]
}

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const burst = (start: number, gap: number, count: number, more: Partial<PlayedHit> = {}) =>
  Array.from({ length: count }, (_, link) => ({ after: start + link * gap, link, ...more }))
const asAgent = (name: string, agent: string, more: Partial<PlayedHit> = {}): Pattern => ({
  name,
  hits: [
    { after: 60, agent, ...more },
    { after: 90, link: 0, agent, ...more },
  ],
})

/** What scanners, prefetchers and crawlers of mail services do. */
export const scanners: readonly Pattern[] = [
  { name: 'opens on delivery', hits: [{ after: 1 }] },
  { name: 'clicks on delivery', hits: [{ after: 2, link: 0 }] },
  { name: 'within five seconds', hits: [{ after: 5, link: 1 }] },
  { name: 'all links at once', hits: burst(30, 0, 5) },
  { name: 'all links one after the other', hits: burst(30, 1.5, 5) },
  { name: 'three links in ten seconds', hits: burst(600, 4.9, 3) },
  { name: 'both links of two', count: 2, hits: burst(45, 3, 2) },
  { name: 'a burst with the image', hits: [{ after: 40 }, ...burst(41, 1, 4)] },
  { name: 'a burst of one network', hits: burst(300, 1, 5).map((hit, at) => ({ ...hit, ip: `203.0.113.${at}` })) },
  { name: 'a burst of one IPv6 network', hits: burst(300, 1, 5).map((hit, at) => ({ ...hit, ip: `2001:db8:1:2::${at}` })) },
  { name: 'a burst hours later', hits: burst(20_000, 0.5, 3) },
  { name: 'HEAD of a link', hits: [{ after: 100, link: 0, method: 'HEAD' }] },
  { name: 'HEAD of all', hits: burst(100, 20, 5, { method: 'HEAD' }) },
  { name: 'prefetch by Chrome', hits: [{ after: 100, link: 0, headers: { 'sec-purpose': 'prefetch;prerender' } }] },
  { name: 'prefetch by Firefox', hits: [{ after: 100, link: 0, headers: { 'x-moz': 'prefetch' } }] },
  { name: 'preview by Safari', hits: [{ after: 100, link: 0, headers: { 'x-purpose': 'preview' } }] },
  { name: 'prefetch by a proxy', hits: [{ after: 100, headers: { purpose: 'prefetch' } }] },
  asAgent('nothing but Mozilla', 'Mozilla/5.0'),
  asAgent('no name', ''),
  asAgent('Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
  asAgent(
    'bingbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  ),
  asAgent('BingPreview', `${chrome} BingPreview/1.0b`),
  asAgent('Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
  asAgent('WhatsApp', 'WhatsApp/2.23.20.0'),
  asAgent('Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'),
  asAgent('Twitter', 'Twitterbot/1.0'),
  asAgent('Barracuda', 'Barracuda Sentinel (EE)'),
  asAgent('Mimecast', 'Mimecast Link Scanner'),
  asAgent('curl', 'curl/8.5.0'),
  asAgent('Python', 'python-requests/2.31.0'),
  asAgent('Go', 'Go-http-client/2.0'),
  asAgent('Java', 'Apache-HttpClient/4.5.14 (Java/17.0.9)'),
  asAgent('headless Chrome', 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36'),
]

const people = [
  chrome,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.17126; ms-office; MSOffice 16)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
]

/** What people do with a message. */
export const humans: readonly Pattern[] = [
  ...people.map((agent, at): Pattern => ({ name: `looks with ${at}`, hits: [{ after: 6 + at * 60, agent }] })),
  ...people
    .slice(0, 8)
    .map((agent, at): Pattern => ({ name: `follows a link with ${at}`, hits: [{ after: 30 + at, link: at % 5, agent }] })),
  { name: 'six seconds after', hits: [{ after: 6 }] },
  { name: 'the only link', count: 1, hits: [{ after: 20, link: 0 }] },
  { name: 'the only link, three times', count: 1, hits: [20, 22, 24].map((after) => ({ after, link: 0 })) },
  { name: 'two of five links', hits: burst(50, 4, 2) },
  { name: 'three links, slowly', hits: burst(50, 8, 3) },
  { name: 'all links, slowly', hits: burst(50, 20, 5) },
  { name: 'both links of two, slowly', count: 2, hits: burst(50, 15, 2) },
  { name: 'opens, then follows', hits: [{ after: 100 }, { after: 103, link: 2 }] },
  { name: 'one link from three networks', hits: burst(60, 1, 3).map((hit, at) => ({ ...hit, ip: `192.0.${at}.1` })) },
  { name: 'the next day', hits: [{ after: 86_400, link: 4 }] },
  { name: 'after the scanner', hits: [...burst(2, 0.2, 5, { ip: '203.0.113.5' }), { after: 400, link: 0 }] },
  { name: 'after the scanner of the same network', hits: [...burst(2, 0.2, 5), { after: 400, link: 0 }] },
]
