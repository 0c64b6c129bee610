import { Type } from '@sinclair/typebox'
import { afterFlush, group, Logger, operation, plugin, Records, type RecordTypes } from 'rapport-crm'
import { describe, expect, it } from 'vitest'
import { ada, describeStorages } from '../../support/storages.ts'
import { transports } from '../../support/transports.ts'
import { fleet } from '../../plugins/fleet/index.ts'

const input = Type.Object({ answer: Type.Unknown(), fields: Type.Optional(Type.String()) }, { additionalProperties: false })
const output = Type.Object(
  { plate: Type.String(), wheels: Type.Integer({ minimum: 0 }), note: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const answers = plugin({
  name: 'answers',
  version: '1.0.0',
  operations: {
    answers: group('Answers', {
      give: operation({
        id: 'giveAnswer',
        summary: 'Answer what is asked for',
        scope: 'write',
        route: 'POST /answers',
        mcp: true,
        input,
        output,
        uses: { records: Records },
        // What a plugin without types might answer.
        handle: async ({ answer }) => afterFlush(() => answer as never),
      }),
    }),
  },
})
// A plugin whose lists hold what its schema does not have.
const careless = {
  ...fleet,
  operations: (types: RecordTypes) => {
    const { vehicles } = fleet.operations(types)
    const create: typeof vehicles.create = {
      ...vehicles.create,
      handle: async (...asked) => {
        const made = await vehicles.create.handle(...asked)
        return afterFlush(() => ({ ...('value' in made ? made.value() : made), wheels: 4 }))
      },
    }
    return { vehicles: { ...vehicles, create } }
  },
}

class Lines extends Logger {
  readonly lines: unknown[] = []
  override error(message: string, fields: object = {}): void {
    this.lines.push({ message, ...fields })
  }
}

describe('what an operation of a plugin answers', () => {
  describeStorages('is checked', (open) => {
    it.each(Object.keys(transports) as (keyof typeof transports)[])('by its schema (%s)', async (transport) => {
      const log = new Lines()
      const { engine } = await open({ plugins: [answers], ports: [log] })
      const { key = '' } = await engine.access.bootstrap({ organization: 'acme', user: 'ada@acme.test' })
      const caller = await transports[transport](engine, key)
      const give = (answer: unknown, fields?: string) => caller.call('giveAnswer', { answer, ...(fields && { fields }) })
      expect(await give({ plate: 'AB-1', wheels: 4 })).toMatchObject({ ok: true, value: { plate: 'AB-1', wheels: 4 } })
      const wrong: [unknown, string][] = [
        [{ plate: 'AB-1' }, '/wheels is required'],
        [{ plate: 'AB-1', wheels: '4' }, '/wheels expected integer'],
        [{ plate: 'AB-1', wheels: 4, owner: 'ada' }, '/owner is not in the schema'],
        [null, '/ expected object with plate, wheels, note'],
      ]
      for (const [answer, fault] of wrong) {
        const message = `The plugin answers has answered what the schema of giveAnswer does not allow: ${fault}`
        const problem = { code: 'conflict', detail: expect.stringContaining(message), reason: 'plugin_failed' }
        expect(await give(answer)).toMatchObject({ ok: false, problem })
      }
      expect(log.lines).toHaveLength(wrong.length)
      expect(log.lines[0]).toMatchObject({ plugin: 'answers', operation: 'giveAnswer', fault: '/wheels is required' })
      await caller.close?.()
    })

    it('without what a caller left out by `fields`', async () => {
      const { engine } = await open({ plugins: [answers] })
      const give = engine.registry.byId.get('giveAnswer')!
      expect(await engine.call(give, { answer: { plate: 'AB-1' }, fields: 'plate' }, ada)).toEqual({ plate: 'AB-1' })
      await expect(engine.call(give, { answer: { wheels: 'four' }, fields: 'wheels' }, ada)).rejects.toMatchObject({ code: 'conflict' })
    })

    it('before anything of the call is committed', async () => {
      const { engine } = await open({ plugins: [careless] })
      const call = (id: string, given: object) => engine.call(engine.registry.byId.get(id)!, given, ada)
      await expect(call('createVehicle', { plate: 'AB-1' })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('The plugin fleet has answered'),
      })
      expect(await call('listVehicles', {})).toMatchObject({ vehicles: [] })
      expect(await call('listEvents', {})).toMatchObject({ events: [] })
    })
  })
})
