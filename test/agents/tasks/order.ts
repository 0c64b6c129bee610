import { change, question } from '../exam.ts'
import type { State } from '../state.ts'

const membersOf = async (state: State, list: any): Promise<string[]> => {
  const { members } = await state.call('listListMembers', { id: list.id, limit: 200 })
  const ids = members.map((each: any) => each.record_id ?? each.id)
  return (await state.all('contacts')).filter(({ id }) => ids.includes(id)).map(({ name }) => name as string)
}
const tagged = async (state: State, tag: string): Promise<string> =>
  (await state.all('contacts', { tag }))
    .map(({ name }) => name as string)
    .toSorted()
    .join()

export const order = [
  change(
    'order-1',
    'Make a list "Summer party" of everybody who is tagged as a key contact. It should keep itself up to date.',
    async (state) => {
      const list = await state.the('lists', 'Summer party')
      if (list?.type !== 'dynamic') return false
      return (await membersOf(state, list)).toSorted().join() === 'Claire Dubois,Lucius Fox,Maria Jensen,Susan Calvin'
    },
  ),
  change('order-2', 'Put Ingrid Solberg on the list of the Munich fair.', async (state) => {
    const members = await membersOf(state, await state.the('lists', 'Munich fair'))
    return members.toSorted().join() === 'Ingrid Solberg,Nina Petrova,Omar Haddad,Peter Hughes'
  }),
  question('order-3', 'Who is on the list of the Munich fair?', (state) =>
    state.lists('contacts', ['Nina Petrova', 'Omar Haddad', 'Peter Hughes']),
  ),
  change(
    'order-4',
    'Tag everybody we know at Wayne Logistics with "fleet".',
    async (state) => (await tagged(state, 'fleet')) === 'Lucius Fox,Selina Kyle',
  ),
  change(
    'order-5',
    'Tom Becker should lose the tag for the newsletter.',
    async (state) => (await tagged(state, 'newsletter')) === 'Lucius Fox,Maria Jensen,Olivia Grant,Selina Kyle',
  ),
  change('order-6', 'Hugo Martin would rather speak English than French. Change his preferred language.', (state) =>
    state.has('contacts', 'Hugo Martin', { custom_properties: { preferred_language: 'english' } }),
  ),
  change('order-7', 'Northwind Foods runs 3 laboratories. We keep that number with the company.', (state) =>
    state.has('companies', 'Northwind Foods', { custom: { labs: 3 } }),
  ),
  question(
    'order-8',
    'Which fields of our own have we added to companies?',
    (state) => state.says('Number of laboratories') && !state.says('vat_number'),
  ),
  question('order-9', 'Find everything that we have about spectrometers, whatever it is.', (state) =>
    state.says('Globex spectrometer line', 'Bench spectrometer'),
  ),
  question('order-10', 'Somebody called from +49 30 5550 1201. Who is that?', (state) => state.lists('contacts', ['Maria Jensen'])),
]
