import { change, question } from '../exam.ts'
import type { State } from '../state.ts'

const enrolled = async (state: State, sequence: string): Promise<string> => {
  const id = await state.id('sequences', sequence)
  const { enrollments } = await state.call('listSequenceEnrollments', { id, limit: 200 })
  const active = enrollments.filter(({ status }: any) => status === 'active').map(({ lead_id }: any) => lead_id)
  return (await state.all('contacts'))
    .filter((each) => active.includes(each.id))
    .map(({ name }) => name as string)
    .toSorted()
    .join()
}

export const automation = [
  change('automation-1', 'The workflow that tells the warehouse of won deals must stop for now.', (state) =>
    state.has('workflows', 'Tell the warehouse of won deals', { status: 'paused' }),
  ),
  change('automation-2', 'Switch on the workflow that thanks new customers.', (state) =>
    state.has('workflows', 'Thank new customers', { status: 'active' }),
  ),
  change(
    'automation-3',
    'Whenever a deal is lost, a task "Ask for the reason" should be made, due 3 days later. Draft a workflow for that, called "Lost deals".',
    async (state) => {
      const id = await state.id('workflows', 'Lost deals')
      if (id === undefined) return false
      const { triggers, trigger, steps, draft } = await state.call('getWorkflow', { id })
      const said = JSON.stringify([trigger, triggers, steps, draft])
      return /"deal\.lost"/.test(said) && /"create_task"/.test(said) && /"due_in_days":3/.test(said) && /Ask for the reason/.test(said)
    },
  ),
  question('automation-4', 'What would the workflow for leads of the trade fair do with Nina Petrova? Only try it out.', (state) =>
    state.says('create_task', 'Nina Petrova'),
  ),
  change(
    'automation-5',
    'There is a ready-made workflow that reminds of unpaid invoices. Set it up for us, I will look at it before we switch it on.',
    async (state) => {
      const made = (await state.all('workflows')).find(({ name }) => /invoice/i.test(name))
      return made?.status === 'draft' && /invoice/.test(JSON.stringify(await state.call('getWorkflow', { id: made.id })))
    },
  ),
  change(
    'automation-6',
    'Put Susan Calvin and Raj Patel into the Introduction sequence.',
    async (state) => (await enrolled(state, 'Introduction')) === 'Bill Lumbergh,Monica Hall,Raj Patel,Susan Calvin,Veronica Salt',
  ),
  change(
    'automation-7',
    'Monica Hall has asked us on the phone to stop. Take her out of the Introduction sequence.',
    async (state) => (await enrolled(state, 'Introduction')) === 'Bill Lumbergh,Veronica Salt',
  ),
  change('automation-8', 'The sequence to win people back is ready. Start it.', (state) =>
    state.has('sequences', 'Win back', { status: 'active' }),
  ),
  question(
    'automation-9',
    'How far are the people in the Introduction sequence, and what do they get next?',
    (state) => state.says('enrollments') && state.answers.at(-1).enrollments?.length === 3,
  ),
  change(
    'automation-10',
    'Make a sequence "Service offer": at once an e-mail with the subject "Your service contract" and the text "May I renew it?", and five days later a call.',
    async (state) => {
      const id = await state.id('sequences', 'Service offer')
      if (id === undefined) return false
      const { steps } = await state.call('getSequence', { id })
      const [first, second, ...others] = steps
      return (
        others.length === 0 &&
        first?.type === 'email' &&
        first.subject === 'Your service contract' &&
        /May I renew it\?/.test(first.body) &&
        second?.type === 'call' &&
        second.delay.amount === 5 &&
        /days/.test(second.delay.unit)
      )
    },
  ),
]
