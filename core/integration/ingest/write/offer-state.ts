import type { OrderState } from '../../../commerce/orders/entity.ts'
import type { QuoteState } from '../../../commerce/quotes/entity.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { documentState } from './status.ts'
import { wordIndex } from './word-index.ts'

const quoteWords: Readonly<Partial<Record<QuoteState, string>>> = {
  sent: 'quotation sent,presented,in review,needs review,replied,awaiting signature,angebot versendet,devis envoye,presupuesto enviado',
  viewed: 'viewed,seen,opened,angesehen,vu,consulte,visto',
  accepted:
    'accepted,signed,won,ordered,partially ordered,sale,sales order,converted,invoiced,billed,closed won,angenommen,bestatigt,beauftragt,akzeptiert,' +
    'accepte,acceptee,signe,signee,gagne,facture,facturee,aceptado,aceptada,firmado,firmada,ganado,facturado,facturada',
  declined:
    'declined,rejected,denied,refused,lost,not signed,closed lost,abgelehnt,verloren,refuse,refusee,perdu,perdue,non signe,non signee,rechazado,rechazada,perdido,perdida',
  expired: 'expired,lapsed,abgelaufen,verfallen,expire,expiree,perime,perimee,caducado,caducada,vencido,vencida,expirado',
}
const orderWords: Readonly<Partial<Record<OrderState, string>>> = {
  confirmed:
    'sale,sales order,processing,in progress,on hold,onhold,to deliver,to bill,to deliver and bill,authorized,bestatigt,in bearbeitung,in arbeit,beauftragt,' +
    'confirmee,confirme,validee,en cours,confirmado,en proceso,en curso',
  partially_delivered:
    'partially delivered,partially shipped,partially fulfilled,partial,teilweise geliefert,teilgeliefert,partiellement livree,partiellement livre,parcialmente entregado',
  delivered:
    'delivered,shipped,fulfilled,received,complete,completed,done,closed,geliefert,ausgeliefert,versendet,versandt,abgeschlossen,erledigt,' +
    'livree,livre,expediee,expedie,terminee,cloturee,entregado,entregada,enviado,completado,cerrado',
  invoiced: 'invoiced,billed,fully billed,fakturiert,abgerechnet,facturee,facture,facturado,facturada',
}

const quoteStates = wordIndex(quoteWords)
const orderStates = wordIndex(orderWords)

/** The state of a quote that the word of a source stands for; `null` for an unknown word. */
export function quoteState(word: string): QuoteState | null {
  const known = quoteStates.get(fold(word))
  if (known) return known
  const state = documentState(word)
  return state === null ? null : ({ draft: 'draft', open: 'sent', partly: 'accepted', paid: 'accepted', void: 'cancelled' } as const)[state]
}

/** The state of an order that the word of a source stands for; `null` for an unknown word. */
export function orderState(word: string): OrderState | null {
  const known = orderStates.get(fold(word))
  if (known) return known
  const state = documentState(word)
  return state === null
    ? null
    : ({ draft: 'draft', open: 'confirmed', partly: 'invoiced', paid: 'invoiced', void: 'cancelled' } as const)[state]
}
