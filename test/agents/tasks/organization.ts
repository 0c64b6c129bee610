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
    return (
      associations.length === 2 &&
      /reseller/i.test(JSON.stringify(associations)) &&
      JSON.stringify(associations).includes(await state.id('companies', 'Initech Systems'))
    )
  }),
  question('organization-6', 'How is Umbra Optics connected with other companies?', (state) => state.says('supplier')),
  question('organization-7', 'Which reasons may we give for a lost deal?', (state) =>
    state.says('Bad timing', 'Missing feature', 'Not a fit'),
  ),
]
