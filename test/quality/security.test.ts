import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'
import { builtin } from '../../core/builtin.ts'
import { composeFeatures } from '../../core/records/record-type/compose-features.ts'
import lock from '../../package-lock.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { protectionLevels } from './asvs/protection-levels.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync('{core,adapters,plugins,host}/**/*.{ts,mjs}', { cwd: root }).toSorted()
const sources = new Map(await Promise.all(files.map(async (file) => [file, await readFile(`${root}/${file}`, 'utf8')] as const)))
const policy = await readFile(`${root}/SECURITY.md`, 'utf8')
const { registry } = composeFeatures(builtin)

/** The files with a match, each as often as it matches. */
const filesWith = (pattern: RegExp, ignored: RegExp = /^$/) =>
  [...sources].filter(([file]) => !ignored.test(file)).flatMap(([file, text]) => [...text.matchAll(pattern)].map(() => file))
const matches = (pattern: RegExp) => [...sources.values()].flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found))
/** A section of SECURITY.md with the sections below it. */
const section = (title: string) => new RegExp(`^(#+) ${title}\n(.*?)(?=^#{1,2} |$(?![^]))`, 'ms').exec(policy)?.[2] ?? ''

describe('the code', () => {
  it('starts no process and runs no text as code', () => {
    // Descriptions of operations are no code.
    expect(
      filesWith(/node:child_process|node:cluster|\beval\(|\bFunction\(|eval: true/g, /^adapters\/client\/generated\/types\.ts$/),
    ).toEqual([])
    // Asks for a garbage collection after the start: the text is a constant.
    expect(filesWith(/node:vm/g)).toEqual(['host/serve.ts'])
    expect(sources.get('host/serve.ts')?.match(/runInNewContext\(.*?\)/g)).toEqual(["runInNewContext('gc')"])
    // What is loaded is named in the code.
    expect(
      filesWith(
        /\bimport\((?!(?:\/\* (?:webpack|turbopack)Ignore: true \*\/ )*['"])/g,
        /^(adapters\/client\/generated\/types\.ts|core\/integration\/ingest\/(operations|service)\.ts|host\/(bin\.mjs|load-plugins\.ts))$/,
      ),
    ).toEqual([])
    expect(sources.get('host/bin.mjs')?.match(/import\((?!')[^)]*\)/g)).toEqual(['import(built.href)', 'import(source.href)'])
    // What the operator names as a plugin.
    expect(sources.get('host/load-plugins.ts')?.match(/import\((?!')[^:]*:/g)).toEqual(['import(path === undefined ? name :'])
    expect(filesWith(/\brequire\((?!['"])/g)).toEqual([])
    expect(filesWith(/v8['"];|\bdeserialize\(/g)).toEqual([])
  })

  it('makes HTML by `html` alone, which escapes every value', () => {
    expect(filesWith(/new Html\(/g)).toEqual(['core/kernel/operation/html.ts'])
    // The script for other sites puts the form there that `html` has made.
    expect(filesWith(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc|window\.parent/g)).toEqual([
      'core/outreach/forms/embed.ts',
    ])
  })

  it('sets no cookie', () => {
    expect(filesWith(/set-cookie/gi)).toEqual([])
  })

  it('builds SQL of parameters and constants only', () => {
    // Each takes one of the words that are listed in the same file.
    expect([...new Set(filesWith(/sql\.raw\(/g))]).toEqual([
      'core/integration/webhooks/delivery/claims.ts',
      'core/kernel/storage/records/any-of.ts',
      'core/kernel/storage/records/text-order.ts',
      'core/records/search/grammar/property.ts',
      'core/records/search/grammar/tests.ts',
    ])
    // Of the driver itself: the channel is a hash.
    expect(filesWith(/\.(query|exec|execute|prepare|unsafe)\(\s*`[^`]*\$\{/g)).toEqual(['adapters/postgresql/listener.ts'])
  })

  it('builds regular expressions of constants and escaped words only', () => {
    // Of words of a person, each escaped; of constants; of paths and titles that the code declares.
    expect([...new Set(filesWith(/new RegExp\(/g))]).toEqual([
      'adapters/pages/routes.ts',
      'core/kernel/values/fold.ts',
      'core/kernel/values/named-days.ts',
      'core/kernel/values/relative-days.ts',
      'core/kernel/values/spoken-days.ts',
      'core/kernel/values/text-order.ts',
      'core/outreach/templates/places.ts',
      'core/platform/privacy/redaction.ts',
      'core/records/search/grammar/property.ts',
      'plugins/invoice-ninja/index.ts',
      'plugins/sage-100/index.ts',
    ])
    expect(sources.get('core/platform/privacy/redaction.ts')).toContain(String.raw`text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')`)
  })

  it('opens files in the named places only, never by a name from a call', () => {
    // The database of the operator and its size, files and folders that the operator names on the command line, and plugins.
    expect([...new Set(filesWith(/node:fs/g))]).toEqual([
      'adapters/sqlite/file-thread.ts',
      'adapters/sqlite/lock.ts',
      'host/backup.ts',
      'host/bin.mjs',
      'host/checks.ts',
      'host/cli.ts',
      'host/client.ts',
      'host/email.ts',
      'host/ingest.ts',
      'host/load-plugins.ts',
      'host/plugin-new.ts',
      'host/webhooks/certificate.ts',
    ])
  })

  it('opens connections in the places that SECURITY.md lists, and no other', () => {
    const openers = filesWith(/from '(node:(http|https|http2|net|tls|dgram|dns|dns\/promises)|undici|pg)'|\bfetch\((?=url)/g)
    const places = [
      /^core\/kernel\/(egress\/|ports\/http\.ts)/, // webhook endpoints, and the proxy before them
      /^adapters\/postgresql\//, // the database
      /^adapters\/(browser|fastify|http|mcp|mount|pages|sign-in)\/|^host\/(host|server|front-page|shutdown|mail-preview|operator|webhooks\/(delivery|listen))\.ts$/, // clients, which connect to it
      /^core\/outreach\/(engagement|inbox|mailboxes|sending)\//, // servers of mail; addresses of readers are only read
      /^host\/client\.ts$/, // the command line, to the server that the operator names
    ]
    expect(openers.filter((file) => !places.some((place) => place.test(file)))).toEqual([])
    expect(section('What it talks to').match(/^\| .+→.+ \|/gm)).toHaveLength(11)
  })

  it('reads with GET and writes with POST, PUT, PATCH and DELETE', () => {
    const scopes = registry.list.filter(({ route }) => route.startsWith('GET ')).map(({ scope }) => scope)
    expect(new Set(scopes)).toEqual(new Set(['public', 'read', 'webhooks']))
    const writing = registry.list.filter(({ scope }) => scope === 'write' || scope === 'delete').map(({ route }) => route.split(' ')[0])
    expect(new Set(writing)).toEqual(new Set(['DELETE', 'PATCH', 'POST', 'PUT']))
  })

  it('compares without converting types', () => {
    // But for null and undefined, which `== null` takes together.
    const suspects = [...sources].filter(([, text]) => /[^=!<>]==(?!=| null\b)|!=(?!=| null\b)/.test(text))
    const loose: string[] = []
    const walk = (file: string, node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if ('operator' in node && 'right' in node && (node.operator === '==' || node.operator === '!=')) {
        const { right } = node as { right: { readonly value?: unknown } }
        if (right.value !== null) loose.push(file)
      }
      for (const each of Object.values(node)) walk(file, each)
    }
    for (const [file, text] of suspects) walk(file, parseAst(text, { lang: file.endsWith('.ts') ? 'ts' : 'js' }))
    expect(loose).toEqual([])
  })

  it('has the rules of every wing in its README, by number', async () => {
    const wings = globSync('core/*/README.md', { cwd: root })
    expect(wings).toHaveLength(9)
    const rules = await Promise.all(
      wings.map(async (file) => (await readFile(`${root}/${file}`, 'utf8')).match(/^\d+\. \S/gm)?.length ?? 0),
    )
    expect(Math.min(...rules)).toBeGreaterThan(3)
  })

  it('has no operation that changes or deletes a line of a log', () => {
    const logs = registry.list.map(({ route }) => route).filter((route) => /\/(audit-log|api-logs|events|privacy\/requests)\b/.test(route))
    expect(logs.length).toBeGreaterThan(2)
    expect(logs.filter((route) => !route.startsWith('GET '))).toEqual([])
  })
})

describe('cryptography', () => {
  it('uses the cryptography that SECURITY.md lists, and no other', () => {
    const users = [...new Set(filesWith(/from 'node:crypto'|\bcrypto\./g))]
    const listed = [...section('Cryptography').matchAll(/`((?:core|adapters|host|plugins)\/[\w/.-]+\.ts)`/g)].map(([, file = '']) => file)
    const others = new Set([
      'adapters/identity-provider/provider.ts',
      'core/kernel/ports/ids.ts',
      'core/kernel/ports/random.ts',
      'core/platform/accounts/attempt-limits.ts',
      'core/platform/accounts/passwords.ts',
      'core/platform/accounts/second-factors.ts',
    ])
    expect(users.filter((file) => !listed.includes(file))).toEqual([])
    expect(listed.filter((file) => !users.includes(file) && !others.has(file))).toEqual([])
    const calls = matches(/\b(?:createHash|createHmac|hash|createCipheriv|createDecipheriv)\(\s*('[^']*'|[^,)]+)/g)
    const known = new Set(["'sha256'", "'sha384'", "'aes-256-gcm'"])
    expect(calls.filter((each) => each.startsWith("'") && !known.has(each))).toEqual([])
    expect(
      matches(/import \{([^}]*)\} from 'node:crypto'/g)
        .flatMap((each) => each.split(',').map((name) => name.trim()))
        // A type computes nothing.
        .filter((name) => !name.startsWith('type '))
        .toSorted(),
    ).toSatisfy((names: string[]) => names.every((name) => allowedCalls.has(name)))
  })

  it('makes every secret of at least 128 bits of the random generator', () => {
    expect(filesWith(/Math\.random/g)).toEqual([])
    const sizes = matches(/(?:\brandom\.bytes|\brandomBytes)\(([^)]*)\)/g)
    expect(sizes.length).toBeGreaterThan(4)
    // The nonce of AES-GCM has 96 bits, as the standard says.
    expect(
      sizes.filter((each) => !['32', '24', '12', 'TOKEN_BYTES', 'SECRET_BYTES', 'RECOVERY_BYTES', 'ID_BYTES', 'length'].includes(each)),
    ).toEqual([])
    expect(filesWith(/random\.bytes\(12\)/g)).toEqual(['core/kernel/secrets/keyring.ts'])
    expect(sources.get('core/commerce/quotes/transitions.ts')).toContain('const TOKEN_BYTES = 32')
    for (const size of ['SECRET_BYTES = 20', 'RECOVERY_BYTES = 16'])
      expect(sources.get('core/platform/accounts/second-factors.ts')).toContain(size)
  })
})

const allowedCalls = new Set([
  'createCipheriv',
  'createECDH',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'createPrivateKey',
  'createSecretKey',
  'hash',
  'hkdfSync',
  'randomBytes',
  'randomFillSync',
  'randomInt',
  'randomUUID',
  'timingSafeEqual',
])

describe('what is promised', () => {
  it('names a protection level for every table', () => {
    expect(Object.keys(protectionLevels).toSorted()).toEqual(
      registry
        .all('entities')
        .map(({ table }) => table)
        .toSorted(),
    )
    const levels = [...section('Data by protection level').matchAll(/^\| (\w+) \|/gm)].map(([, level]) => level)
    for (const level of Object.values(protectionLevels)) expect(levels).toContain(level)
  })

  it('logs on the server what SECURITY.md tells operators to watch for', () => {
    const messages = [...section('Logs').matchAll(/`([A-Z][^`]+)`/g)].map(([, message = '']) => message)
    expect(messages.length).toBeGreaterThan(3)
    expect(messages.filter((message) => ![...sources.values()].some((text) => text.includes(`'${message}`)))).toEqual([])
  })

  it('states how soon a vulnerable dependency is replaced', () => {
    expect(section('Dependencies').match(/^\| (critical|medium|low).* \| \d+ days/gm)).toHaveLength(3)
    expect(section('Report a vulnerability')).toMatch(/privately/)
  })
})

describe('the package', () => {
  it('installs nothing without its hash', () => {
    const unlocked = Object.entries(lock.packages).filter(
      ([name, each]) =>
        name !== '' && !('integrity' in each && each.integrity.startsWith('sha512-')) && !('link' in each) && !('inBundle' in each),
    )
    expect(unlocked.map(([name]) => name)).toEqual([])
    // One version of each, not a range.
    expect(
      Object.values({ ...manifest.dependencies, ...manifest.devDependencies }).filter((each) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(each)),
    ).toEqual([])
  })

  it('packs what runs, its documents and its bill of materials, and nothing of version control', () => {
    expect(manifest.files).toEqual([
      'dist',
      '!dist/*.tsbuildinfo',
      'core',
      'adapters',
      'plugins',
      'host',
      '!host/docker/*.{tgz,env,password}',
      'test/support',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'SECURITY.md',
      'sbom.json',
    ])
  })
})
