import { client } from '../generated/hey-api/client.gen.ts'
import { createDeal, getContact, listDeals, searchDeals } from '../generated/hey-api/sdk.gen.ts'
import type { Deal, Problem } from '../generated/hey-api/types.gen.ts'
import { expect, host } from './host.ts'

// What a user of @hey-api/openapi-ts writes; it compiles only while the types say what the API does.
client.setConfig({ baseUrl: host.url, auth: host.key })

const created = await createDeal({
  body: { name: 'Forty licenses', amount: 12_500, currency: 'EUR' },
  headers: { 'Idempotency-Key': 'first' },
})
const deal: Deal | undefined = created.data
expect(deal?.amount === 12_500 && deal.status === 'open', 'a deal is created')

const again = await createDeal({
  body: { name: 'Forty licenses', amount: 12_500, currency: 'EUR' },
  headers: { 'Idempotency-Key': 'first' },
})
expect(again.data?.id === deal?.id, 'the same key creates it once')

const { data: page } = await listDeals({ query: { status: 'open', sort: '-amount', include: ['company'] } })
expect(page?.deals[0]?.id === deal?.id, 'it is listed')

const { data: found } = await searchDeals({ body: { filter: { and: [{ field: 'amount', op: 'gte', value: 10_000 }] } } })
expect(found?.deals.length === 1, 'it is found by a condition')

const { error } = await getContact({ path: { id: '0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05' } })
const problem: Problem | undefined = error
expect(problem?.status === 404 && problem.code === 'not_found', 'an error is typed')
