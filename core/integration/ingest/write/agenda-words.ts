import { callOutcomes, priorities, taskTypes } from '../../../platform/catalog/lists.ts'
import { fold } from '../../../kernel/values/fold.ts'
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
