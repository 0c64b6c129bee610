import { documentSearch } from '../documents/search.ts'
import { Order, OrderLine } from './entity.ts'

/** What conditions can name of an order. */
export const orderSearch = documentSearch('order', Order, OrderLine)
