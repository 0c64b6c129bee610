/** An operation of the engine by its id, called as Ada. */
export type Call = (id: string, input?: object) => Promise<any>

/** Teammates other than Ada, whose organization it is. */
export const teammates = [
  { email: 'grace@meridian.example', name: 'Grace Hopper' },
  { email: 'alan@meridian.example', name: 'Alan Turing' },
  { email: 'katherine@meridian.example', name: 'Katherine Johnson' },
] as const

const [grace, alan, katherine] = teammates.map(({ email }) => email)
const ada = 'ada@meridian.example'

const companies = [
  {
    name: 'Acme Robotics',
    domain: 'acme-robotics.example',
    country: 'DE',
    industry: 'Manufacturing',
    tier: 'gold',
    employees: 850,
    owner_email: grace,
    lifecycle_stage: 'customer',
    code: 'K-1001',
    payment_terms_days: 30,
    custom_properties: { labs: 4 },
  },
  {
    name: 'Northwind Foods',
    domain: 'northwind.example',
    country: 'GB',
    industry: 'Food',
    tier: 'silver',
    employees: 2300,
    owner_email: grace,
    lifecycle_stage: 'opportunity',
    code: 'K-1002',
  },
  {
    name: 'Globex Chemicals',
    domain: 'globex.example',
    country: 'US',
    industry: 'Chemicals',
    tier: 'gold',
    employees: 5200,
    owner_email: katherine,
    lifecycle_stage: 'opportunity',
    code: 'K-1003',
  },
  {
    name: 'Initech Systems',
    domain: 'initech.example',
    country: 'US',
    industry: 'Software',
    employees: 140,
    owner_email: alan,
    lifecycle_stage: 'lead',
    code: 'K-1004',
  },
  {
    name: 'Umbra Optics',
    domain: 'umbra-optics.example',
    country: 'FR',
    industry: 'Optics',
    tier: 'silver',
    employees: 320,
    owner_email: katherine,
    lifecycle_stage: 'customer',
    code: 'K-1005',
  },
  {
    name: 'Stark Materials',
    domain: 'stark-materials.example',
    country: 'US',
    industry: 'Manufacturing',
    employees: 9100,
    owner_email: grace,
    lifecycle_stage: 'opportunity',
    code: 'K-1006',
  },
  {
    name: 'Wayne Logistics',
    domain: 'wayne-logistics.example',
    country: 'GB',
    industry: 'Transport',
    tier: 'gold',
    employees: 4100,
    owner_email: alan,
    lifecycle_stage: 'customer',
    code: 'K-1007',
    phone: '+44 20 7946 0111',
  },
  {
    name: 'Hooli Cloud',
    domain: 'hooli.example',
    country: 'US',
    industry: 'Software',
    employees: 31000,
    owner_email: alan,
    lifecycle_stage: 'lead',
    code: 'K-1008',
  },
  {
    name: 'Vandelay Imports',
    domain: 'vandelay.example',
    country: 'US',
    industry: 'Trade',
    tier: 'bronze',
    employees: 25,
    owner_email: katherine,
    lifecycle_stage: 'customer',
    code: 'K-1009',
  },
  {
    name: 'Soylent Nutrition',
    domain: 'soylent.example',
    country: 'NL',
    industry: 'Food',
    employees: 610,
    owner_email: katherine,
    lifecycle_stage: 'lead',
    code: 'K-1010',
  },
  {
    name: 'Tyrell Biotech',
    domain: 'tyrell.example',
    country: 'US',
    industry: 'Biotechnology',
    tier: 'silver',
    employees: 780,
    owner_email: katherine,
    lifecycle_stage: 'opportunity',
    code: 'K-1011',
  },
  {
    name: 'Wonka Confectionery',
    domain: 'wonka.example',
    country: 'CH',
    industry: 'Food',
    employees: 410,
    owner_email: alan,
    lifecycle_stage: 'lead',
    code: 'K-1012',
  },
  // The second record of one company, for whoever cleans up.
  { name: 'Globex Chemicals Inc.', country: 'US', industry: 'Chemicals', owner_email: ada },
]

// Name, e-mail, company, title, owner, and what else is known.
const contacts: readonly (readonly [string, string, string | null, string, string | undefined, object?])[] = [
  [
    'Maria Jensen',
    'maria.jensen@acme-robotics.example',
    'Acme Robotics',
    'Head of Purchasing',
    grace,
    {
      phone: '+49 30 5550 1201',
      tags: ['newsletter', 'key contact'],
      lifecycle_stage: 'customer',
      custom_properties: { preferred_language: 'german' },
    },
  ],
  [
    'Tom Becker',
    'tom.becker@acme-robotics.example',
    'Acme Robotics',
    'Chief Technology Officer',
    grace,
    { tags: ['newsletter'], lifecycle_stage: 'customer' },
  ],
  ['Lena Vogt', 'lena.vogt@acme-robotics.example', 'Acme Robotics', 'Laboratory Engineer', alan, {}],
  ['Peter Hughes', 'peter.hughes@northwind.example', 'Northwind Foods', 'Operations Director', grace, { lifecycle_stage: 'opportunity' }],
  ['Olivia Grant', 'olivia.grant@northwind.example', 'Northwind Foods', 'Quality Manager', grace, { tags: ['newsletter'] }],
  [
    'Susan Calvin',
    'susan.calvin@globex.example',
    'Globex Chemicals',
    'Laboratory Director',
    katherine,
    { lifecycle_stage: 'opportunity', tags: ['key contact'] },
  ],
  ['Raj Patel', 'raj.patel@globex.example', 'Globex Chemicals', 'Procurement Manager', katherine, {}],
  ['Bill Lumbergh', 'bill.lumbergh@initech.example', 'Initech Systems', 'Vice President', alan, { lifecycle_stage: 'lead' }],
  ['Milton Waddams', 'milton.waddams@initech.example', 'Initech Systems', 'Archivist', alan, {}],
  [
    'Claire Dubois',
    'claire.dubois@umbra-optics.example',
    'Umbra Optics',
    'Managing Director',
    katherine,
    { tags: ['key contact'], custom_properties: { preferred_language: 'french' } },
  ],
  [
    'Hugo Martin',
    'hugo.martin@umbra-optics.example',
    'Umbra Optics',
    'Buyer',
    katherine,
    { custom_properties: { preferred_language: 'french' } },
  ],
  [
    'Virginia Pott',
    'virginia.pott@stark-materials.example',
    'Stark Materials',
    'Chief Operating Officer',
    grace,
    { lifecycle_stage: 'sql', lead_score: 40 },
  ],
  ['James Rhodes', 'james.rhodes@stark-materials.example', 'Stark Materials', 'Head of Testing', grace, {}],
  [
    'Lucius Fox',
    'lucius.fox@wayne-logistics.example',
    'Wayne Logistics',
    'Managing Director',
    alan,
    { lifecycle_stage: 'customer', tags: ['newsletter', 'key contact'] },
  ],
  ['Selina Kyle', 'selina.kyle@wayne-logistics.example', 'Wayne Logistics', 'Fleet Manager', alan, { tags: ['newsletter'] }],
  ['Gavin Belson', 'gavin.belson@hooli.example', 'Hooli Cloud', 'Chief Executive', alan, {}],
  ['Monica Hall', 'monica.hall@hooli.example', 'Hooli Cloud', 'Head of Facilities', alan, {}],
  ['Art Corvelay', 'art.corvelay@vandelay.example', 'Vandelay Imports', 'Importer', katherine, { lifecycle_stage: 'customer' }],
  ['Elaine Marsh', 'elaine.marsh@vandelay.example', 'Vandelay Imports', 'Accountant', katherine, {}],
  ['Robert Thorn', 'robert.thorn@soylent.example', 'Soylent Nutrition', 'Inspector', katherine, {}],
  ['Shirley Simons', 'shirley.simons@soylent.example', 'Soylent Nutrition', 'Buyer', katherine, {}],
  ['Rachel Rosen', 'rachel.rosen@tyrell.example', 'Tyrell Biotech', 'Assistant Director', katherine, { lifecycle_stage: 'opportunity' }],
  ['Eldon Marsh', 'eldon.marsh@tyrell.example', 'Tyrell Biotech', 'Chief Scientist', katherine, {}],
  ['Charlie Bucket', 'charlie.bucket@wonka.example', 'Wonka Confectionery', 'Production Manager', alan, {}],
  ['Veronica Salt', 'veronica.salt@wonka.example', 'Wonka Confectionery', 'Buyer', alan, {}],
  // The second record of one person.
  ['Maria Jensen', 'mjensen@mail.example', null, 'Purchasing', ada, {}],
  [
    'Nina Petrova',
    'nina.petrova@mail.example',
    null,
    'Consultant',
    ada,
    { lifecycle_stage: 'lead', primary_source: 'Trade fair', tags: ['trade fair'] },
  ],
  [
    'Omar Haddad',
    'omar.haddad@mail.example',
    null,
    'Professor',
    ada,
    { lifecycle_stage: 'lead', primary_source: 'Trade fair', tags: ['trade fair'] },
  ],
  ['Ingrid Solberg', 'ingrid.solberg@mail.example', null, 'Researcher', ada, { lifecycle_stage: 'lead', primary_source: 'Web site' }],
  ['Daniel Kim', 'daniel.kim@mail.example', null, 'Student', undefined, { lifecycle_stage: 'subscriber' }],
]

/** Teammates, teams, the words and properties of the organization, companies and contacts; answers ids by name. */
export async function people(call: Call): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const users = new Map<string, string>()
  for (const each of teammates) users.set(each.name, (await call('inviteUser', each)).id)
  await call('createTeam', {
    name: 'North',
    manager_id: users.get('Grace Hopper'),
    member_ids: [users.get('Grace Hopper'), users.get('Alan Turing')],
  })
  await call('createTeam', { name: 'South', member_ids: [users.get('Katherine Johnson')] })
  await call('setCurrencyRate', { code: 'USD', rate: 0.9, valid_from: '2026-01-01' })
  await call('replacePicklist', { name: 'tiers', values: ['gold', 'silver', 'bronze'].map((value) => ({ value })) })
  await call('createProperty', {
    object: 'contacts',
    name: 'preferred_language',
    label: 'Preferred language',
    type: 'select',
    options: ['english', 'german', 'french'].map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) })),
  })
  await call('createProperty', { object: 'companies', name: 'labs', label: 'Number of laboratories', type: 'number' })
  await call('createProperty', { object: 'deals', name: 'installation_date', label: 'Installation date', type: 'date' })
  const stages = ['New', 'Contacted', 'Qualified', 'Customer'].map((name) => ({ name }))
  await call('createSalesCycle', { name: 'New customers', is_default: true, stages })
  for (const each of companies) ids.set(each.name, (await call('createCompany', each)).id)
  for (const [name, primary_email, company, title, owner, more] of contacts) {
    const [first_name, last_name] = name.split(' ')
    const company_id = company === null ? undefined : ids.get(company)
    const { id } = await call('createContact', { first_name, last_name, primary_email, title, company_id, assigned_to: owner, ...more })
    if (!ids.has(name)) ids.set(name, id)
  }
  await call('createAssociation', {
    from_object: 'companies',
    from_id: ids.get('Umbra Optics'),
    to_object: 'companies',
    to_id: ids.get('Acme Robotics'),
    label: 'supplier',
    inverse_label: 'client',
  })
  return ids
}
