export default defineEventHandler(async (event) => (await rapport).crm.contacts.create(await readBody(event)))
