import { describe, it } from 'node:test'
import { Type } from '@sinclair/typebox'
import { defineAction, plugin } from 'rapport-crm'
import { describeAction, describeRecordType, describeVocabulary } from 'rapport-crm/testing'
import companies from '../../../host/plugin-templates/vocabulary/test/fixtures/companies.json' with { type: 'json' }
import invoices from '../../../host/plugin-templates/vocabulary/test/fixtures/invoices.json' with { type: 'json' }
import { words } from '../../../host/plugin-templates/vocabulary/src/index.ts'
import samplePart from '../../../host/plugin-templates/record-type/src/index.ts'
import { samplePartType } from '../../../host/plugin-templates/record-type/src/record-type.ts'

// Run by `node --test`, as an author would whose runner is that of Node; see `node-test.test.ts`.
const ring = defineAction({
  type: 'kit.ring',
  label: 'Ring',
  summary: 'Rings a bell',
  config: Type.Object({ times: Type.Integer({ minimum: 1, description: 'How often' }) }, { additionalProperties: false }),
  effect: 'external',
  run: async () => ({ done: {} }),
  dryRun: ({ config: { times } }) => ({ times }),
})
const kit = plugin({ name: 'kit', version: '1.0.0', requires: { workflows: '^1.0.0' }, actions: [ring] })

describeAction(ring, { plugin: kit, config: { times: 1 }, good: [{ times: 3 }], bad: [{ times: 0 }] }, { describe, it })
// This one takes what it should refuse, which must be seen.
describeAction(
  { ...ring, label: '' },
  { plugin: kit, config: { times: 1 }, bad: [{ times: 2 }] },
  { describe: (name, body) => describe(`wrong ${name}`, body), it },
)
describeRecordType(
  samplePartType,
  {
    plugin: samplePart,
    sample: (at) => ({ code: `A-${at}`, title: `Title${at}` }),
    key: (at) => ({ code: `A-${at}` }),
    change: { quantity: 12 },
    refused: [{ values: { code: '' }, path: '/code' }],
  },
  { describe, it },
)
describeVocabulary(words, { fixtures: [companies, invoices] }, { describe, it })
