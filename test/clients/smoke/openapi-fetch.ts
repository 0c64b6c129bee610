import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi.ts'
import { expect, host } from './host.ts'

// What a user of openapi-typescript writes; it compiles only while the types say what the API does.
const crm = createClient<paths>({
  baseUrl: host.url,
  headers: { authorization: `Bearer ${host.key}` },
  querySerializer: { array: { style: 'form', explode: false } },
})

const created = await crm.POST('/contacts', { body: { email: 'ada@lovelace.test', first_name: 'Ada', tags: ['vip'] } })
const ada: components['schemas']['Contact'] | undefined = created.data
expect(ada?.name === 'Ada' && ada.tags.includes('vip'), 'a contact is created')

const { data: page } = await crm.GET('/contacts', { params: { query: { tag: 'vip', limit: 10, include: ['company'] } } })
expect(page?.contacts[0]?.id === ada?.id && page?.next_cursor === null, 'it is listed')

const { data: found } = await crm.POST('/contacts/search', {
  body: { filter: { field: 'first_name', op: 'eq', value: 'Ada' }, count: true },
})
expect(found?.total === 1 && found.contacts[0]?.email === 'ada@lovelace.test', 'it is found by a condition')

// Of a record that is shown in part only the id is sure: a client that relies on more does not compile.
const { data: some } = await crm.GET('/contacts/{id}', { params: { path: { id: ada?.id ?? '' }, query: { fields: 'first_name' } } })
const partial: components['schemas']['PartialContact'] | undefined = some
const name: string | null | undefined = partial?.name
expect(partial?.first_name === 'Ada' && name === undefined, 'it is shown in part')

const { data: changed } = await crm.PATCH('/contacts/{id}', {
  params: { path: { id: ada?.id ?? '' }, header: { 'If-Match': `"${ada?.version}"` } },
  body: { lifecycle_stage: 'customer' },
})
expect(changed?.lifecycle_stage === 'customer', 'it is changed')

const { error, response } = await crm.GET('/contacts/{id}', { params: { path: { id: '0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05' } } })
const code: components['schemas']['Problem']['code'] | undefined = error?.code
expect(response.status === 404 && code === 'not_found', 'an error is typed')
