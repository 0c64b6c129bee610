import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, unknownVariables } from '../../host/config.ts'
import { fileOf, storageFor } from '../../host/storage.ts'

describe('configuration', () => {
  test('is optional: the host listens on this machine only, with its own file and the default limit', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: 'sqlite:data/rapport.sqlite',
      databaseNamed: false,
      bootstrapKey: undefined,
      egressAllow: [],
      egressPorts: undefined,
      egressProxy: undefined,
      ai: undefined,
      rateLimit: 120,
      heavyCalls: { writes: 2, reads: 4, weights: {} },
      encryptionKeys: [],
      publicUrl: undefined,
      pdfFonts: [],
      requireIfMatch: false,
      publicDescription: false,
      corsOrigins: undefined,
      trustedProxies: [],
      files: undefined,
      attachments: { maxBytes: undefined, organizationBytes: undefined },
      plugins: [],
      mcp: { sessions: false, hosts: [], toolsets: [] },
    })
  })

  test('takes each variable from the environment, and an empty one as absent', () => {
    const given = {
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: ' postgres://crm:p%40ss@db.internal:5433/crm?sslmode=require ',
      RAPPORT_BOOTSTRAP_KEY: 'any-token_is.taken~as+given/==',
      RAPPORT_EGRESS_ALLOW: '127.0.0.1/32, 10.0.0.0/8,,fd00::/8',
      RAPPORT_EGRESS_PORTS: '443, 8000-8999',
      RAPPORT_EGRESS_PROXY: ' http://crm:p%40ss@proxy.internal:4750 ',
      RAPPORT_AI_URL: 'https://ai.example.com/v1 ',
      RAPPORT_AI_KEY: 'sk-any',
      RAPPORT_AI_MODEL: 'org/small:1',
      RAPPORT_RATE_LIMIT: '1000000000',
      RAPPORT_HEAVY_WRITES: '3',
      RAPPORT_HEAVY_READS: '8',
      RAPPORT_WEIGHTS: 'acme=4, beta gmbh=2,',
      RAPPORT_ENCRYPTION_KEYS: `${'0f'.repeat(32)}, ${Buffer.alloc(32, 7).toString('base64')}`,
      RAPPORT_PUBLIC_URL: 'https://crm.example.com/sales',
      RAPPORT_PDF_FONTS: '/fonts/wqy.ttc#WenQuanYiMicroHei, /fonts/DejaVu Sans.ttf',
      RAPPORT_REQUIRE_IF_MATCH: 'true',
      RAPPORT_PUBLIC_OPENAPI: 'true',
      RAPPORT_CORS_ORIGINS: 'https://app.example.com, http://localhost:5173,',
      RAPPORT_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
      RAPPORT_PLUGINS: './our plugins/erp.ts, @acme/erp,',
      RAPPORT_OIDC_ISSUER: 'https://login.acme.test/realms/sales',
      RAPPORT_OIDC_ORGANIZATION_CLAIM: 'org',
      RAPPORT_OIDC_API_AUDIENCE: 'api://crm',
      RAPPORT_OIDC_SCOPES: 'read, mcp',
      RAPPORT_S3_BUCKET: 'crm-files',
      RAPPORT_S3_ENDPOINT: 'https://store.internal:9000',
      RAPPORT_S3_ACCESS_KEY_ID: 'id',
      RAPPORT_S3_SECRET_ACCESS_KEY: 'secret',
      RAPPORT_ATTACHMENT_MIB: '100',
      RAPPORT_ATTACHMENT_ORGANIZATION_MIB: '5000',
      RAPPORT_MCP_SESSIONS: 'true',
      RAPPORT_MCP_HOSTS: 'crm.example.com, crm.internal:8080, [::1]',
      RAPPORT_MCP_TOOLSETS: 'sales, credit_notes',
    }
    expect(readConfig(given)).toEqual({
      port: 0,
      host: '::1',
      databaseUrl: 'postgres://crm:p%40ss@db.internal:5433/crm?sslmode=require',
      databaseNamed: true,
      bootstrapKey: 'any-token_is.taken~as+given/==',
      egressAllow: ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'],
      egressPorts: ['443', '8000-8999'],
      egressProxy: 'http://crm:p%40ss@proxy.internal:4750',
      ai: { url: 'https://ai.example.com/v1', key: 'sk-any', model: 'org/small:1' },
      rateLimit: 1_000_000_000,
      heavyCalls: { writes: 3, reads: 8, weights: { acme: 4, 'beta gmbh': 2 } },
      encryptionKeys: ['0f'.repeat(32), Buffer.alloc(32, 7).toString('base64')],
      publicUrl: 'https://crm.example.com/sales',
      pdfFonts: ['/fonts/wqy.ttc#WenQuanYiMicroHei', '/fonts/DejaVu Sans.ttf'],
      requireIfMatch: true,
      publicDescription: true,
      corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      identity: {
        issuer: 'https://login.acme.test/realms/sales',
        organization: { claim: 'org' },
        emailClaim: 'email',
        toolsAudience: undefined,
        apiAudience: 'api://crm',
        scopes: ['read', 'mcp'],
      },
      files: {
        bucket: 'crm-files',
        endpoint: 'https://store.internal:9000',
        region: undefined,
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        prefix: undefined,
      },
      attachments: { maxBytes: 100 * 1024 * 1024, organizationBytes: 5000 * 1024 * 1024 },
      plugins: ['./our plugins/erp.ts', '@acme/erp'],
      mcp: { sessions: true, hosts: ['crm.example.com', 'crm.internal:8080', '[::1]'], toolsets: ['sales', 'credit_notes'] },
    })
    expect(readConfig({ RAPPORT_CORS_ORIGINS: ' * ' }).corsOrigins).toBe('*')
    expect(readConfig({ PORT: '', HOST: ' ', RAPPORT_BOOTSTRAP_KEY: '', RAPPORT_EGRESS_ALLOW: '' })).toEqual(readConfig({}))
  })

  test('takes an endpoint that writes lines with its model, the key being optional, and not the half of one', () => {
    const [url, model] = ['https://ai.example.com/v1', 'small-1']
    expect(readConfig({ RAPPORT_AI_URL: url, RAPPORT_AI_MODEL: model }).ai).toEqual({ url, key: undefined, model })
    const problemsOf = (given: Record<string, string>) => {
      try {
        return [readConfig(given)]
      } catch (error) {
        return error instanceof ConfigError ? error.problems.map((each) => each.split(':')[0]) : [error]
      }
    }
    expect(problemsOf({ RAPPORT_AI_URL: url })).toEqual(['RAPPORT_AI_MODEL'])
    expect(problemsOf({ RAPPORT_AI_KEY: 'sk-any' })).toEqual(['RAPPORT_AI_URL', 'RAPPORT_AI_MODEL'])
    for (const wrong of ['http://ai.example.com', 'https://a:b@ai.example.com', 'https://ai.example.com?x', 'ai'])
      expect(problemsOf({ RAPPORT_AI_URL: wrong, RAPPORT_AI_MODEL: model })).toEqual(['RAPPORT_AI_URL'])
  })

  test('lists every invalid variable in one error', () => {
    const problems = problemsOf({
      PORT: '70000',
      HOST: 'not a host',
      DATABASE_URL: 'mysql://localhost/crm',
      RAPPORT_BOOTSTRAP_KEY: 'with blank',
      RAPPORT_EGRESS_ALLOW: '10.0.0.0/8,localhost,10.0.0.1/8',
      RAPPORT_EGRESS_PORTS: '443,9000-80',
      RAPPORT_EGRESS_PROXY: 'proxy.internal:4750',
      RAPPORT_RATE_LIMIT: '-1',
      RAPPORT_ENCRYPTION_KEYS: 'too-short',
      RAPPORT_PUBLIC_URL: 'crm.example.com',
      RAPPORT_REQUIRE_IF_MATCH: 'always',
      RAPPORT_PUBLIC_OPENAPI: '1',
    })
    expect(problems.map((each) => each.split(':')[0])).toEqual([
      'PORT',
      'HOST',
      'DATABASE_URL',
      'RAPPORT_BOOTSTRAP_KEY',
      'RAPPORT_EGRESS_ALLOW',
      'RAPPORT_EGRESS_PORTS',
      'RAPPORT_EGRESS_PROXY',
      'RAPPORT_RATE_LIMIT',
      'RAPPORT_PUBLIC_URL',
      'RAPPORT_ENCRYPTION_KEYS',
      'RAPPORT_REQUIRE_IF_MATCH',
      'RAPPORT_PUBLIC_OPENAPI',
    ])
    expect(problems[4]).toContain('"localhost"')
    expect(problems[4]).toContain('10.0.0.0/8')
    expect(problems[5]).toContain('"9000-80" is neither a port nor a range of ports')
    expect(problems[6]).toContain('must be a URL such as http://proxy.internal:4750')
  })

  test.each([
    ['PORT', ['-1', '65536', '80.5', 'http', '0x50', '99999999999']],
    ['DATABASE_URL', ['sqlite:', 'sqlite', 'postgres:crm', 'data/crm.sqlite', 'postgres://a:b#c@host:x/db']],
    ['RAPPORT_RATE_LIMIT', ['0', '1.5', 'many', '1000000001']],
    [
      'RAPPORT_CORS_ORIGINS',
      [
        'app.example.com',
        'https://app.example.com/',
        'https://App.example.com',
        'https://*.example.com',
        '*, https://a.test',
        'null',
        ',',
        'https://a.test:443',
        'ftp://a.test',
      ],
    ],
    ['RAPPORT_MCP_SESSIONS', ['yes', '1']],
    ['RAPPORT_MCP_HOSTS', ['https://crm.example.com', 'crm.example.com/mcp', 'a b']],
    ['RAPPORT_MCP_TOOLSETS', ['Sales cycles', 'sales;quotes']],
  ])('refuses a wrong %s', (name, values) => {
    for (const value of values) expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: must be `)])
  })

  test('takes an identity provider with the organization of its users and with what its tokens are for, and not the half of one', () => {
    const [issuer, url] = ['https://login.acme.test', 'https://crm.example.com']
    const whole = { RAPPORT_OIDC_ISSUER: issuer, RAPPORT_OIDC_ORGANIZATION: 'acme', RAPPORT_PUBLIC_URL: url }
    expect(readConfig(whole).identity).toMatchObject({ issuer, organization: 'acme', emailClaim: 'email', scopes: undefined })
    expect(problemsOf({ RAPPORT_OIDC_ISSUER: issuer })).toEqual([
      'RAPPORT_OIDC_ORGANIZATION: must be set, or RAPPORT_OIDC_ORGANIZATION_CLAIM',
      'RAPPORT_PUBLIC_URL: must be set where RAPPORT_OIDC_ISSUER is: tokens are given out for addresses below it',
    ])
    expect(problemsOf({ ...whole, RAPPORT_OIDC_ORGANIZATION_CLAIM: 'org' })).toEqual([
      'RAPPORT_OIDC_ORGANIZATION: must not be set beside RAPPORT_OIDC_ORGANIZATION_CLAIM',
    ])
    expect(problemsOf({ RAPPORT_OIDC_ORGANIZATION: 'acme', RAPPORT_PUBLIC_URL: url })).toEqual([
      'RAPPORT_OIDC_ISSUER: must be set where RAPPORT_OIDC_ORGANIZATION is',
    ])
    expect(problemsOf({ ...whole, RAPPORT_OIDC_ISSUER: 'http://login.acme.test' })).toEqual([
      expect.stringMatching('^RAPPORT_OIDC_ISSUER: must be an https address'),
    ])
    const bucket = { RAPPORT_S3_BUCKET: 'crm-files', RAPPORT_S3_ACCESS_KEY_ID: 'id', RAPPORT_S3_SECRET_ACCESS_KEY: 'secret' }
    expect(problemsOf({ RAPPORT_S3_BUCKET: 'crm-files' })).toEqual([
      'RAPPORT_S3_ACCESS_KEY_ID: must be set where RAPPORT_S3_BUCKET is',
      'RAPPORT_S3_SECRET_ACCESS_KEY: must be set where RAPPORT_S3_BUCKET is',
    ])
    expect(problemsOf({ ...bucket, RAPPORT_S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
      expect.stringMatching('^RAPPORT_S3_ENDPOINT: must be an https address'),
    ])
    expect(problemsOf({ ...bucket, RAPPORT_S3_BUCKET: 'CRM' })).toEqual([expect.stringMatching('^RAPPORT_S3_BUCKET: must be the name')])
    expect(problemsOf({ ...whole, RAPPORT_OIDC_SCOPES: 'read,all' })).toEqual([expect.stringMatching('must be of read, write')])
  })

  test('names variables that are misspelt, or of another version, and no others', () => {
    expect(
      unknownVariables({ RAPPORT_RATE_LIMT: '5', RAPPORT_MCP_TOOLSETS: 'sales', PORT: '1', RAPPORT_NOTHING_LIKE_IT_AT_ALL: '' }),
    ).toEqual([
      'RAPPORT_RATE_LIMT is no variable of Rapport; did you mean RAPPORT_RATE_LIMIT?',
      'RAPPORT_NOTHING_LIKE_IT_AT_ALL is no variable of Rapport',
    ])
  })

  test('refuses a first key that could be guessed', () => {
    for (const key of ['admin', 'rk_0123456789abcdefgh', `${'='.repeat(30)}`])
      expect(problemsOf({ RAPPORT_BOOTSTRAP_KEY: key })).toEqual([expect.stringMatching('^RAPPORT_BOOTSTRAP_KEY: must have at least 22 ')])
    expect(readConfig({ RAPPORT_BOOTSTRAP_KEY: 'rk_0123456789abcdefghi' }).bootstrapKey).toBe('rk_0123456789abcdefghi')
  })

  test('never shows a secret in its error', () => {
    const given = {
      RAPPORT_BOOTSTRAP_KEY: 'rk_secret value',
      DATABASE_URL: 'postgres//crm:hunter2@db/crm',
      RAPPORT_EGRESS_PROXY: 'http://crm:hunter2@proxy.internal/path',
    }
    expect(problemsOf(given)).toHaveLength(3)
    expect(problemsOf(given).join('\n')).not.toMatch(/rk_secret|hunter2/)
  })
})

describe('a database URL', () => {
  test.each([
    ['sqlite:data/crm.sqlite', 'data/crm.sqlite'],
    ['sqlite:/var/lib/crm.sqlite', '/var/lib/crm.sqlite'],
    ['sqlite:///var/lib/crm.sqlite', '/var/lib/crm.sqlite'],
    ['sqlite::memory:', ':memory:'],
  ])('%s names the file %s', async (url, file) => {
    expect(fileOf(url)).toBe(file)
    expect(await storageFor(url)).toMatchObject({ dialect: 'sqlite', options: { dbName: file } })
  })

  test('of PostgreSQL can select a schema', async () => {
    const storage = await storageFor('postgres://crm@db/crm?sslmode=disable&schema=sales')
    expect(storage).toMatchObject({ dialect: 'postgresql', schema: 'sales' })
    expect(storage.options.clientUrl).toBe('postgres://crm@db/crm?sslmode=disable&options=-c+search_path%3D%22sales%22')
    expect((await storageFor('postgresql://crm@db/crm')).schema).toBeUndefined()
  })
})

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  throw new Error('The configuration was accepted')
}
