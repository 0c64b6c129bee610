import type { Patterns } from './pattern.ts'

const phone = {
  phone:
    'phone:.97 | phone number:.97 | phone business | mobile:.93 | mobile phone:.93 | mobile number:.93 | phone direct:.93 | fixed:.7 | phone 1:.96 | number phone primary',
  phone_area: 'area code phone | area phone | phone area number',
  phone_country: 'country code phone | phone country',
}

const address = {
  street: 'street | street name | address:.84 | address line:.9',
  house_number: 'housenumber | address housenumber | street number:.9 | housenumber street:.9',
  city: 'city | city description:.85 | city name:.95',
  postcode: 'postcode | postcode postal:.96 | postal:.85 | postcode code | address code:.7 | billing code:.75',
  country: 'country code | country:.96 | country number:.8 | country iso | country name:.94 | country id:.8 | address iso:.85',
}

/** Names of the fields of companies. */
export const company: Patterns = {
  fields: {
    external_id:
      'external id | id | record id:.96 | record number:.97 | vatid:.8 | customer id:.98 | company id:.96 | source id | customer number:.96 | customer code:.96 | number:.91 | account number:.9 | account:.75 | customer:.75 | contact number:.9 | code:.85 | reference:.86 | customer reference:.88 | company number:0 | internal company id:0 | invoice number:0 | contact id | address number:.85 | address id:.8 | dealer id:.9 | dealer number:.9 | dealer code:.9 | key:.8',
    name: 'company name | name:.97 | customer name | display name:.965 | company:.93 | customer:.8 | account name | supplier name | organization name | label:.85 | trade name:.8 | dealer name:.95 | title:.75 | entity title:.9',
    person_first: 'firstname | firstname contact:.7',
    person_last: 'lastname | lastname contact:.7',
    domain: 'website | website link | domain:.8 | company domain:.85',
    email: 'email | email address | contact email:.85 | certified:.7',
    ...phone,
    ...address,
    vat_number:
      'vatid | fiscal code:.9 | identification tax:.93 | id tax:.93 | number identification tax | taxnumber:.93 | tax:.75 | number tax | tax code:.7 | vatid tax',
    currency: 'currency | currency code | currency id:.9 | currency iso code | currency name:.8 | currency number:.8',
    industry: 'industry | industry name',
  },
  own: 'company customer account business primary default billing invoice display entity',
  neutral: {
    street: 'address 1 line housenumber number fiscal contact',
    city: 'address name fiscal contact',
    postcode: 'address contact',
    country: 'address code name iso region contact letter',
    email: 'address 1 id value accounting',
    phone: 'number 1 address fixed contact value direct standard',
    domain: 'address social networks contact name',
    vat_number: 'eu federal european number intracomunitario intracommunautaire intra registration fiscal sale display',
    currency: 'code reference value sale billing payment',
    name: 'person fiscal 1 link',
    person_first: 'person contact',
    person_last: 'person contact',
    external_id: 'internal',
  },
  required: 'name',
}

/** Names of the fields of contacts. */
export const contact: Patterns = {
  fields: {
    external_id:
      'external id | id | record id:.96 | record number:.97 | vatid:.8 | contact id | customer id:.93 | source id | person id | number:.9 | contact number:.9 | customer number:.9 | reference:.8 | code:.8 | address id:.8 | address number:.85 | lead id | code reference:.85 | key:.8',
    email: 'email | email address | contact email | customer email',
    first_name: 'firstname | contact firstname | first name:.9',
    last_name: 'lastname | contact lastname | family name:.9 | last name:.9',
    full_name: 'name:.9 | contact name:.92 | display name:.85 | person name | customer name:.7 | contact:.8',
    title:
      'job | position:.97 | job role:.97 | company title:.85 | company position:.85 | title:.75 | role:.8 | designation:.85 | contact position | contact job',
    ...phone,
    phone: `${phone.phone} | business number:.75`,
    ...address,
    company:
      'company name | company | account name | customer name:.92 | company id:.8 | customer company | account:.8 | customer:.75 | company reference:.75 | company label:.9 | account label:.9 | account id:.75 | related company | related company id:.9 | related customer:.9 | related customer id:.9 | related account id:.9 | related id:.7 | related:.7 | related name:.9 | trade name:.7',
  },
  own: 'contact person lead primary default business billing customer entity',
  neutral: {
    street: 'address 1 line housenumber number',
    city: 'address name',
    postcode: 'address',
    country: 'address code name iso region letter',
    phone: 'number 1 address fixed value direct',
    email: 'address 1 id value',
    title: 'name',
    company: 'related value link',
    external_id: 'internal',
  },
}

/** Names of the fields of deals. */
export const deal: Patterns = {
  fields: {
    external_id:
      'external id | id | record id:.96 | record number:.97 | deal id | lead id | source id | transaction id:0 | number:.9 | code:.8 | reference:.85 | deal number | project number | project id:.95 | project code:.9 | key:.8',
    name: 'name | title:.95 | salutation:.93 | project:.8 | project name:.9 | deal name | label:.9 | deal:.8 | description:.72 | deal title',
    amount:
      'amount | expected revenue:.99 | revenue:.9 | deal amount | total amount | value | expected value | deal value | expected amount | total:.85 | price:.7 | deal:.7 | volume:.8 | deal volume:.9 | expected amount excl:.9 | lead value:.95 | lead amount:.9 | amount excl:.9 | total excl:.8 | order value:.85 | quote total:.8 | project volume:.9 | quote volume:.9 | order volume:.9 | deal size:.9 | budget:.7 | budget expected:.7',
    currency: 'currency | currency id:.9 | currency code | currency iso code | currency iso:.95 | currency name:.9',
    stage:
      'stage | stage name | sale stage:.97 | sale stage name | pipeline stage:.97 | status:.75 | stage id:.85 | deal stage | deal status:.9 | status label:.8 | status name:.8 | status id:.72 | project stage:.95',
    close_date:
      'close date | expected close | expected close date | deal close date | end date:.7 | due date:.75 | due:.75 | close:.85 | closed date:.75 | closed:.7 | target date:.8 | date expected:.85 | expected date:.85 | decision date:.85 | decision:.7',
    company:
      'company name | company | customer name:.95 | account name | customer:.88 | expected customer:.85 | customer account:.9 | account:.85 | contact company name | customer id:.8 | company id:.8 | account id:.8 | related account id:.78 | related customer id:.78 | related company id:.78 | related company:.93 | related customer:.9 | related account:.9',
    owner:
      'owner | owner name | owner email | user:.75 | owner id:.88 | assigned user | assigned:.85 | assigned id:.8 | owner code | user id:.7 | trade:.8 | owner user:.95 | owner user id:.85 | owner assigned | trade assigned:.9 | user name:.75',
    status: 'status | deal status | status name:.9',
    probability:
      'probability | probability percent | percent probability | deal probability | win probability | close probability | deal percent:.8',
    contact: 'contact id | contact email | contact:.85 | person id | primary contact | contact person | contact reference | lead id:.7',
    priority: 'priority | priority name',
    deal_type: 'type:.85 | deal type | type name:.8',
    source: 'source | lead source | deal source | source name',
    next_step: 'next stage | next action | next step',
    lost_reason: 'lost reason | loss reason | lost reason name | reason lost',
    description: 'description | deal description | note:.8 | description long',
  },
  own: 'deal transaction project',
  neutral: {
    currency: 'record reference value amount bid',
    company: 'contact person value sale',
    owner: 'value',
    amount: 'total bid',
    close_date: 'date on',
  },
  required: 'name',
}
