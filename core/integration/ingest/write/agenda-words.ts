import { callOutcomes, priorities, taskTypes } from '../../../platform/catalog/lists.ts'
import { fold } from '../../../kernel/values/fold.ts'
import type { ReadField } from '../normalize/values.ts'
import type { DraftBuilder } from './draft.ts'
import { wordIndex } from './word-index.ts'

const kinds = {
  call: 'call,phone call,phone,anruf,telefonat,appel,llamada,chiamata,telefonata,telefoontje,chamada,ligacao',
  email: 'email,e mail,mail,correo,correo electronico,courriel',
  meeting:
    'meeting,appointment,event,visit,demo,termin,treffen,besprechung,besuch,reunion,rendez vous,rdv,visite,cita,visita,riunione,appuntamento,vergadering,afspraak,bezoek,reuniao',
  linkedin: 'linkedin,linked in',
}
const taskWords = wordIndex({
  ...kinds,
  follow_up: 'follow up,followup,nachfassen,wiedervorlage,relance,suivi,seguimiento,opvolging,acompanhamento,sollecito',
  todo: 'todo,to do,task,other,aufgabe,tache,tarea,compito,taak,tarefa',
})
const activityWords = wordIndex({
  ...kinds,
  note: 'note,notes,comment,notiz,bemerkung,kommentar,remarque,commentaire,nota,comentario,annotazione,notitie,opmerking,anotacao',
  whatsapp: 'whatsapp',
})
const states = wordIndex({
  open: 'open,not started,in progress,pending,waiting,deferred,planned,scheduled,new,todo,to do,no,false,offen,geplant,in bearbeitung,nicht begonnen,wartend,ouvert,ouverte,a faire,en cours,en attente,abierta,abierto,pendiente,en curso,por hacer,aperta,aperto,da fare,in corso,te doen,bezig,aberta,aberto,pendente,a fazer',
  completed:
    'completed,complete,done,closed,finished,held,yes,true,erledigt,abgeschlossen,fertig,beendet,termine,terminee,fait,faite,completada,completado,hecha,hecho,terminada,terminado,cerrada,completata,completato,fatta,fatto,chiusa,voltooid,afgerond,klaar,gereed,gedaan,concluida,concluido,feita,feito',
  cancelled:
    'cancelled,canceled,deleted,not held,storniert,abgesagt,abgebrochen,verworfen,annule,annulee,cancelada,cancelado,anulada,annullata,annullato,geannuleerd,vervallen',
})
const ranks = wordIndex({
  low: 'low,lowest,niedrig,gering,bas,basse,faible,baja,bajo,bassa,basso,laag,baixa',
  medium: 'medium,normal,mittel,moyen,moyenne,normale,media,medio,gemiddeld,normaal',
  high: 'high,highest,urgent,hoch,dringend,haut,haute,elevee,urgente,alta,alto,hoog,dringend',
})
const ways = wordIndex({
  in: 'in,inbound,incoming,received,eingehend,eingang,entrant,entrante,recu,in entrata,inkomend,entrada',
  out: 'out,outbound,outgoing,sent,ausgehend,ausgang,sortant,sortante,envoye,saliente,in uscita,uitgaand,saida',
})

// Words are compared without marks, case and hyphens.
const meaning =
  <S extends string>(words: ReadonlyMap<string, S>, own: readonly string[]) =>
  (word: string): string | undefined => {
    const plain = fold(word)
      .replaceAll(/[\s_-]+/g, ' ')
      .trim()
    return words.get(plain) ?? own.find((each) => each.replaceAll('_', ' ') === plain)
  }

/** What a word of a source stands for; undefined for an unknown one. */
export const meaningOf = {
  taskType: meaning(taskWords, taskTypes),
  activityType: meaning(activityWords, []),
  status: meaning(states, []),
  priority: meaning(ranks, priorities),
  direction: meaning(ways, []),
  callOutcome: meaning(new Map<string, string>(), callOutcomes),
}

/** Sets a value from the word of the source; an unknown word becomes a custom field. */
export function choose<N extends ReadField>(draft: DraftBuilder<N>, field: N, meant: (word: string) => string | undefined): void {
  const word = draft.text(field)
  if (word === undefined) return
  const value = meant(word)
  draft.set(value === undefined ? `custom.source_${field}` : field, value ?? word)
  if (value === undefined) draft.warnings.push(`${field}: ${word.slice(0, 60)} is none that is known; it is kept as custom source_${field}`)
}

/** Sets the outcome: of a call one that a call can have, or a custom field. */
export function chooseOutcome(draft: DraftBuilder<'outcome'>): void {
  const outcome = draft.text('outcome')
  if (outcome === undefined) return
  const { type } = draft.values
  const meant = type === 'call' ? meaningOf.callOutcome(outcome) : outcome
  draft.set(meant === undefined ? 'custom.source_outcome' : 'outcome', meant ?? outcome)
}
