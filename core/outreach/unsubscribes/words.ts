import type { Language } from '../../commerce/printing/words.ts'

const en = {
  title: 'Unsubscribe',
  question: 'Which e-mails do you no longer want to get?',
  topic: 'E-mails of this kind',
  all: 'All e-mails',
  done: 'You are unsubscribed. It can take a moment until messages that are already on their way have arrived.',
  doneAll: 'You are unsubscribed from all e-mails. It can take a moment until messages that are already on their way have arrived.',
}
/** The words of the page in one language. */
export type UnsubscribeWords = Readonly<Record<keyof typeof en, string>>

const fr: UnsubscribeWords = {
  title: 'Se désabonner',
  question: 'Quels e-mails ne souhaitez-vous plus recevoir ?',
  topic: 'Les e-mails de ce type',
  all: 'Tous les e-mails',
  done: 'Vous êtes désabonné. Les messages déjà envoyés peuvent encore arriver.',
  doneAll: 'Vous êtes désabonné de tous les e-mails. Les messages déjà envoyés peuvent encore arriver.',
}

const de: UnsubscribeWords = {
  title: 'Abmelden',
  question: 'Welche E-Mails möchten Sie nicht mehr erhalten?',
  topic: 'E-Mails dieser Art',
  all: 'Alle E-Mails',
  done: 'Sie sind abgemeldet. Nachrichten, die schon unterwegs sind, können noch eintreffen.',
  doneAll: 'Sie sind von allen E-Mails abgemeldet. Nachrichten, die schon unterwegs sind, können noch eintreffen.',
}

const es: UnsubscribeWords = {
  title: 'Darse de baja',
  question: '¿Qué correos no desea recibir más?',
  topic: 'Los correos de este tipo',
  all: 'Todos los correos',
  done: 'Se ha dado de baja. Los mensajes que ya se enviaron pueden llegar todavía.',
  doneAll: 'Se ha dado de baja de todos los correos. Los mensajes que ya se enviaron pueden llegar todavía.',
}

/** The words of the page, by language. */
export const unsubscribeWords: Readonly<Record<Language, UnsubscribeWords>> = { en, fr, de, es }
