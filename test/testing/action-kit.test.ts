import { Type } from '@sinclair/typebox'
import { CrmError, defineAction, Http, plugin, Records } from 'rapport-crm'
import { actionChecks, describeAction } from 'rapport-crm/testing'
import { describe, expect, inject, it } from 'vitest'

const config = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 100, description: 'What is said' }) },
  { additionalProperties: false },
)
const keys: string[] = []
const shout = defineAction({
  type: 'kit.shout',
  label: 'Shout',
  summary: 'Says something to somebody outside',
  config,
  effect: 'external',
  needs: ['contact'],
  uses: { records: Records },
  prepare: ({ subjects }) => ({ effect: { to: subjects.contact?.id } }),
  run: async ({ key }) => {
    keys.push(key)
    return { done: { heard: true } }
  },
  dryRun: ({ config: { text } }) => ({ would: text }),
})
const careless = defineAction({
  type: 'kit.careless',
  label: 'Careless',
  summary: 'Says it with a key of its own each time',
  config,
  effect: 'external',
  run: async () => {
    keys.push(`mine-${keys.length}`)
    return { done: {} }
  },
  dryRun: () => ({}),
})
const undocumented = { ...shout, type: 'kit.bare', config: Type.Object({ text: Type.String() }, { additionalProperties: false }) }
const kit = plugin({ name: 'kit', version: '1.0.0', requires: { workflows: '^1.0.0' }, actions: [shout, careless, undocumented] })

process.env['TEST_POSTGRES_URL'] = inject('postgresUrl')
describeAction(
  shout,
  { plugin: kit, config: { text: 'hello' }, bad: [{ text: '' }], ports: [new Http()], received: () => keys },
  { describe, it },
)

// The next file of this process must not see it.
delete process.env['TEST_POSTGRES_URL']

const refusing = { ...shout, run: async () => Promise.reject(new CrmError('conflict', 'No')) }
const changing = { ...shout, config: Type.Object({ words: Type.String({ description: 'What is said' }) }, { additionalProperties: false }) }

const failing = async (action: typeof shout | typeof changing, name: RegExp) =>
  await actionChecks(action, { plugin: { ...kit, actions: [action] }, config: { text: 'hello' }, received: () => keys })
    .find((each) => name.test(each.name))
    ?.run()

describe('the conformance checks', () => {
  it('fail an action that has no description, or sends another key when it calls again', async () => {
    await expect(failing(undocumented, /description/)).rejects.toThrow('description')
    await expect(failing(careless, /killed/)).rejects.toThrow('same key')
    await expect(failing(refusing, /does not answer \(SQLite/)).rejects.toThrow('no failure')
    await expect(failing(changing, /good configurations .*SQLite/)).rejects.toThrow()
  }, 60_000)
})
