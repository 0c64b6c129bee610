import { change, question } from '../exam.ts'

export const organization = [
  question('organization-1', 'Who is in the team North?', (state) => state.says('North', 'Grace Hopper', 'Alan Turing')),
  question('organization-2', 'With which rate do we count dollars?', (state) => state.says('USD', 0.9)),
  change('organization-3', 'Tell Alan in the CRM that the price list is out.', async (state) => {
    const { notifications } = await state.as('alan@meridian.example')('listNotifications')
    return notifications.some(({ title, body }: any) => /price list/i.test(`${title} ${body}`))
  }),
  question('organization-4', 'Is there any news for me that I have not read?', (state) =>
    state.says('Overdue: Write to Omar Haddad', 'unread'),
  ),
  change('organization-5', 'Initech Systems is a reseller of Acme Robotics. Link the two companies so that one sees it.', async (state) => {
    const record_id = await state.id('companies', 'Acme Robotics')
    const { associations } = await state.call('listAssociations', { object: 'companies', record_id })
    const reseller = await state.id('companies', 'Initech Systems')
    const link = associations.find(({ to_id }: { readonly to_id: string }) => to_id === reseller)
    // What Initech is to Acme, and not the other way round.
    return associations.length === 2 && /reseller/i.test(String(link?.label)) && !/reseller/i.test(String(link?.inverse_label))
  }),
  question('organization-6', 'How is Umbra Optics connected with other companies?', (state) => state.says('supplier')),
  question('organization-7', 'Which reasons may we give for a lost deal?', (state) =>
    state.says('Bad timing', 'Missing feature', 'Not a fit'),
  ),
]
