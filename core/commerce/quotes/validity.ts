import { CrmError } from '../../kernel/operation/errors.ts'
import type { Quote } from './entity.ts'

/** Whether the last day of an offer has passed; the clock writes `expired` a little later. */
export function isOver({ valid_until }: Pick<Quote, 'valid_until'>, today: string): boolean {
  return valid_until !== null && valid_until < today
}

/** The `conflict` to throw for an offer that is over. */
export function over({ number, valid_until, id }: Pick<Quote, 'id' | 'number' | 'valid_until'>): CrmError {
  return new CrmError('conflict', `Quote ${number} was valid until ${valid_until}`, { existing_id: id })
}
