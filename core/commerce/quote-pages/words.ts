import type { Language } from '../printing/words.ts'

// The page fills in what stands in braces.
const en = {
  download: 'Download as PDF',
  accept: 'Accept this quote',
  acceptHint: 'Your name and the time are recorded as your acceptance.',
  name: 'Your name',
  email: 'Your e-mail (optional)',
  decline: 'Decline this quote',
  reason: 'Reason (optional)',
  nameMissing: 'Please enter your name.',
  emailWrong: 'Please enter a valid e-mail address, or none.',
  accepted: 'Accepted by {name} on {date}.',
  acceptedPlain: 'This quote was accepted.',
  declined: 'This quote was declined.',
  expired: 'This quote expired on {date}. Please ask for a new one.',
  cancelled: 'This quote was withdrawn.',
  superseded: 'This quote was replaced by a newer version.',
  newer: 'Open the current version',
  missing: 'This page does not exist',
  missingHint: 'Please check the address, or ask who sent it to you.',
} as const
type Words = Readonly<Record<keyof typeof en, string>>

const fr: Words = {
  download: 'Télécharger en PDF',
  accept: 'Accepter ce devis',
  acceptHint: 'Votre nom et l’heure sont enregistrés comme acceptation.',
  name: 'Votre nom',
  email: 'Votre e-mail (facultatif)',
  decline: 'Refuser ce devis',
  reason: 'Motif (facultatif)',
  nameMissing: 'Veuillez saisir votre nom.',
  emailWrong: 'Veuillez saisir une adresse e-mail valide, ou aucune.',
  accepted: 'Accepté par {name} le {date}.',
  acceptedPlain: 'Ce devis a été accepté.',
  declined: 'Ce devis a été refusé.',
  expired: 'Ce devis a expiré le {date}. Veuillez en demander un nouveau.',
  cancelled: 'Ce devis a été retiré.',
  superseded: 'Ce devis a été remplacé par une nouvelle version.',
  newer: 'Ouvrir la version actuelle',
  missing: 'Cette page n’existe pas',
  missingHint: 'Vérifiez l’adresse ou contactez votre interlocuteur.',
}

const de: Words = {
  download: 'Als PDF herunterladen',
  accept: 'Angebot annehmen',
  acceptHint: 'Ihr Name und der Zeitpunkt werden als Annahme festgehalten.',
  name: 'Ihr Name',
  email: 'Ihre E-Mail (freiwillig)',
  decline: 'Angebot ablehnen',
  reason: 'Grund (freiwillig)',
  nameMissing: 'Bitte geben Sie Ihren Namen ein.',
  emailWrong: 'Bitte geben Sie eine gültige E-Mail-Adresse ein, oder keine.',
  accepted: 'Angenommen von {name} am {date}.',
  acceptedPlain: 'Dieses Angebot wurde angenommen.',
  declined: 'Dieses Angebot wurde abgelehnt.',
  expired: 'Dieses Angebot ist am {date} abgelaufen. Bitte fordern Sie ein neues an.',
  cancelled: 'Dieses Angebot wurde zurückgezogen.',
  superseded: 'Dieses Angebot wurde durch eine neuere Version ersetzt.',
  newer: 'Aktuelle Version öffnen',
  missing: 'Diese Seite gibt es nicht',
  missingHint: 'Bitte prüfen Sie die Adresse oder fragen Sie den Absender.',
}

const es: Words = {
  download: 'Descargar en PDF',
  accept: 'Aceptar este presupuesto',
  acceptHint: 'Su nombre y la hora quedan registrados como aceptación.',
  name: 'Su nombre',
  email: 'Su correo electrónico (opcional)',
  decline: 'Rechazar este presupuesto',
  reason: 'Motivo (opcional)',
  nameMissing: 'Escriba su nombre.',
  emailWrong: 'Escriba una dirección de correo válida, o ninguna.',
  accepted: 'Aceptado por {name} el {date}.',
  acceptedPlain: 'Este presupuesto fue aceptado.',
  declined: 'Este presupuesto fue rechazado.',
  expired: 'Este presupuesto caducó el {date}. Solicite uno nuevo.',
  cancelled: 'Este presupuesto fue retirado.',
  superseded: 'Este presupuesto fue sustituido por una versión más reciente.',
  newer: 'Abrir la versión actual',
  missing: 'Esta página no existe',
  missingHint: 'Compruebe la dirección o pregunte a quien se la envió.',
}

/** What only the public page of a quote says, by language. */
export const pageWords: Readonly<Record<Language, Words>> = { en, fr, de, es }
