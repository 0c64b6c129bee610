import { contribution } from '../../records/record-type/contribution.ts'
import { companyAmountFields, companyAmounts } from './amounts.ts'

/** What a company has brought in, owes and has ordered last. */
export const billingOfCompanies = contribution({ to: 'companies', counts: companyAmounts, fields: companyAmountFields })
