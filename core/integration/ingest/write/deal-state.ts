import { fold } from '../../../kernel/values/fold.ts'
import { wordIndex } from './word-index.ts'

type DealState = 'open' | 'won' | 'lost'

const words: Readonly<Record<DealState, string>> = {
  open: 'open,new,in progress,active,working,pending,offen,neu,in bearbeitung,aktiv,laufend,ouvert,ouverte,nouveau,nouvelle,en cours,active,abierto,abierta,nuevo,nueva,en curso,en proceso',
  won: 'won,closed won,win,successful,converted,ordered,signed,gewonnen,erfolgreich,beauftragt,abschluss,gagne,gagnee,signe,signee,conclu,conclue,remporte,remportee,ganado,ganada,ganado cerrado,cerrado ganado,cerrada ganada,firmado',
  lost: 'lost,closed lost,unsuccessful,cancelled,canceled,abandoned,dead,disqualified,verloren,abgesagt,abgelehnt,storniert,perdu,perdue,abandonne,abandonnee,annule,annulee,perdido,perdida,cerrado perdido,cerrada perdida,cancelado,cancelada,abandonado',
}

const stateOf = wordIndex(words)

/** The state that the word of a source for a stage stands for, in any pipeline; `null` for an unknown word. */
export function dealState(word: string): DealState | null {
  return stateOf.get(fold(word)) ?? null
}
