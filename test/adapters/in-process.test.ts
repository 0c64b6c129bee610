import { expect, test } from 'vitest'
import type { Actor, Methods } from 'rapport-crm'
import { inProcess, inProcessByKey } from 'rapport-crm/in-process'
import { fakeCore, id, stored } from './fake-core.ts'

type Things = Methods<ReturnType<typeof fakeCore>['core']['registry']['operations'][string]>

const anna: Actor = { organization: 'acme', user: 'anna@acme.test', scopes: new Set(['read']) }

function engine() {
  const { core, log } = fakeCore()
  const { things = {} } = core.registry.operations
  const as = (actor: Actor) => ({
    things: Object.fromEntries(
      Object.entries(things).map(([name, each]) => [name, (input?: unknown) => core.call(each, input, actor)]),
    ) as unknown as Things,
  })
  return { engine: { ...core, as }, log }
}

test('the operations of the engine, typed, and by their id', async () => {
  const crm = inProcess(engine().engine, anna)
  expect(await (crm.things as any).get({ id })).toEqual(stored)
  expect(await crm.call('getThing', { id })).toEqual(stored)
})

test('pass the same checks: scopes, validation and log', async () => {
  const { engine: core, log } = engine()
  const crm = inProcess(core, anna)
  await expect(crm.call('deleteThing', { id })).rejects.toMatchObject({ code: 'insufficient_scope' })
  await expect(crm.call('getThing', { id: '7' })).rejects.toMatchObject({ code: 'invalid_input', details: { errors: [{ path: '/id' }] } })
  expect(log.map(({ status }) => status)).toEqual([403, 422])
})

test('an unknown operation id is not_found', async () => {
  await expect(inProcess(engine().engine, anna).call('getNothing')).rejects.toMatchObject({ code: 'not_found' })
})

test('the holder of a key acts as its teammate', async () => {
  const { engine: core, log } = engine()
  const crm = await inProcessByKey(core, 'rk_read')
  expect(await crm.call('getThing', { id })).toEqual(stored)
  expect(log[0]?.actor.via).toMatchObject({ type: 'api_key', id: 'rk_read' })
  await expect(inProcessByKey(core, 'rk_unknown')).rejects.toMatchObject({ code: 'unauthenticated' })
})
