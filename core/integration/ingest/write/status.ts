import { fold } from '../../../kernel/values/fold.ts'
import { wordIndex } from './word-index.ts'

/** What a word for the state of a document means, whatever the document. */
export type DocumentState = 'draft' | 'open' | 'partly' | 'paid' | 'void'

const words: Readonly<Record<DocumentState, string>> = {
  draft: 'draft,entwurf,brouillon,borrador,provisional,bozza,rascunho,proforma,new,neu,nouveau,nuevo,to approve,awaiting approval,saved',
  open:
    'open,sent,posted,issued,approved,authorised,authorized,submitted,validated,confirmed,final,finalized,finalised,unpaid,not paid,overdue,past due,pending,' +
    'outstanding,awaiting payment,in payment terms,delivered,active,viewed,printed,emailed,published,' +
    'offen,gebucht,verbucht,versendet,gesendet,gestellt,fakturiert,ausgestellt,erstellt,freigegeben,fallig,uberfallig,unbezahlt,nicht bezahlt,gemahnt,' +
    'ouverte,ouvert,envoyee,envoye,validee,valide,emise,emis,comptabilisee,comptabilise,impayee,impaye,non payee,non paye,en attente,a payer,echue,echu,due,en retard,en cours,' +
    'abierta,abierto,enviada,enviado,emitida,emitido,publicado,publicada,contabilizada,contabilizado,registrada,pendiente,pendiente de pago,vencida,vencido,impagada,impagado,no pagada,no pagado,confirmada,' +
    'emessa,emesso,inviata,inviato,in attesa,da pagare,non pagata,scaduta,in scadenza,aperta,aperto,em aberto,aberta,aberto,a pagar,pendente,em atraso',
  partly:
    'partial,partially paid,part paid,partly paid,partpaid,teilbezahlt,teilweise bezahlt,teilzahlung,angezahlt,' +
    'partiellement payee,partiellement paye,partiellement reglee,payee partiellement,acompte,parcial,parcialmente pagada,parcialmente pagado,pago parcial,pagada parcialmente,' +
    'pagata parzialmente,parzialmente pagata,paga parcialmente,parcialmente paga',
  paid:
    'paid,in payment,closed,settled,completed,complete,done,cleared,applied,refunded,used,allocated,fulfilled,bezahlt,beglichen,ausgeglichen,abgeschlossen,erledigt,verrechnet,erstattet,' +
    'payee,paye,reglee,regle,acquittee,acquitte,soldee,solde,cloturee,remboursee,rembourse,imputee,pagada,pagado,cobrada,cobrado,saldada,liquidada,cerrada,reembolsada,aplicada,' +
    'pagata,pagato,saldata,saldato,incassata,chiusa,chiuso,paga,pago,quitada,quitado,recebida,fechada',
  void:
    'void,voided,cancelled,canceled,cancel,deleted,reversed,written off,writeoff,uncollectible,rejected,annulled,storniert,storno,abgebrochen,geloscht,abgelehnt,' +
    'annulee,annule,abandonnee,refusee,supprimee,anulada,anulado,cancelada,cancelado,rechazada,eliminada,annullata,annullato,stornata,rifiutata,recusada,eliminata',
}

const stateOf = wordIndex(words)

/** The state that the word of a source stands for; `null` for an unknown word. */
export function documentState(word: string): DocumentState | null {
  return stateOf.get(fold(word)) ?? null
}
