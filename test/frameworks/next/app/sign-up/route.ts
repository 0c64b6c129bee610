import { rapport } from '../../rapport'

export const POST = async (request: Request) => Response.json(await (await rapport()).crm.contacts.create(await request.json()))
