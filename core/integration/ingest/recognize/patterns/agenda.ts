import type { Patterns } from './pattern.ts'

const about = {
  owner:
    'owner | owner name | owner email | user:.75 | owner id:.88 | assigned user | assigned:.85 | assigned to:.85 | assigned id:.8 | user name:.75 | user email:.8',
  contact:
    'contact id | contact email | contact:.85 | person id | contact person | person:.8 | email:.8 | primary contact | related contact:.9 | lead id:.9 | lead email:.9',
  company:
    'company name | company | customer name:.95 | account name | customer:.88 | account:.85 | company id:.8 | customer id:.8 | account id:.8 | company domain:.8 | domain:.7 | related company:.93 | related account:.9',
  deal: 'deal id | deal | deal number | related deal:.9 | deal reference:.9',
  outcome: 'outcome | call outcome | result:.8',
}

/** Names of the fields of tasks. */
export const task: Patterns = {
  fields: {
    external_id: 'external id | id | record id:.96 | task id | number:.8 | task number:.9 | code:.7 | reference:.8',
    title: 'title | salutation:.93 | name:.9 | task name | task title | task:.9 | label:.85 | reminder title:.8',
    due_at: 'due date | due | due time:.9 | due date time | task due date | target date:.8 | end date:.7 | date:.75 | close date:.7',
    remind_at: 'remind date | remind | open date:.85 | open:.8 | remind time:.9 | remind date time:.9 | open time:.8',
    completed_at: 'completed date | completed time:.9 | completed date time:.9 | done date:.9 | completed:.7',
    status: 'status | task status | status name:.9 | state:.9',
    priority: 'priority | task priority | priority name',
    type: 'type | task type | type name:.8',
    description: 'description | note:.85 | task note:.85 | detail:.75 | body:.8 | description long',
    ...about,
  },
  own: 'task',
  neutral: { contact: 'name value', company: 'value', owner: 'value', due_at: 'on date time', title: 'short' },
  required: 'title',
}

/** Names of the fields of activities; the word is read as that of an industry, the activity of a company. */
export const activity: Patterns = {
  fields: {
    external_id: 'external id | id | record id:.96 | industry id | number:.8 | code:.7 | reference:.8',
    subject: 'title | salutation:.93 | name:.85 | industry name:.8 | industry title:.9 | call title:.9 | label:.8',
    body: 'body | note | description:.9 | text:.85 | content:.85 | detail:.75 | message:.85 | call note | meeting note',
    at: 'date | industry date | date time | created date:.7 | start date:.8 | start time:.8 | call date | meeting date | completed date:.75 | time:.7',
    type: 'type | industry type | type name:.8 | industry:.7',
    direction: 'direction | call direction | address:.85 | call address:.9',
    ...about,
  },
  own: 'industry call',
  neutral: { contact: 'name value', company: 'value', owner: 'value', at: 'on time' },
}
