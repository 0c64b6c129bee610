import { inject } from 'vitest'

// The templates of `rapport plugin new` pass their own tests, here by the sources and on both databases; `npm run frameworks` runs them from the package.
process.env['TEST_POSTGRES_URL'] = inject('postgresUrl')
await import('../../host/plugin-templates/vocabulary/test/plugin.test.ts')
await import('../../host/plugin-templates/action/test/plugin.test.ts')
await import('../../host/plugin-templates/record-type/test/plugin.test.ts')
// The next file of this process must not see it.
delete process.env['TEST_POSTGRES_URL']
