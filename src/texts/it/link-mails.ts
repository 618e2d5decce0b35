import type { linkMails as original } from '../en/link-mails.ts'
import type { Words } from '../words.ts'

export const linkMails: Words<typeof original> = {
  send: {
    open: 'Invia per email',
    title: 'Invia il link per email',
    text: (name, email) =>
      `${name} riceve un’email a ${email} con la causale, l’importo e l’indirizzo della pagina.`,
    action: 'Invia email',
    sending: 'Invio…',
    back: 'Indietro',
    close: 'Chiudi',
    loadFailed: 'Il cliente non è stato caricato',
    sent: (email) => ({ title: 'Email in partenza', message: email }),
    printed: {
      title: 'Email stampata',
      message: 'Questo server stampa le email soltanto nel suo registro.',
    },
    failed: 'Link non inviato',
    why: {
      off: 'Le email ai clienti sono disattivate nelle impostazioni.',
      stranger: 'In modalità test ricevono email solo i membri del tuo team.',
      erased: 'Il cliente è stato cancellato.',
      none: 'Questo server non invia email.',
    },
    lostTitle: 'Nessuna risposta',
    lost: 'Non si sa se l’email sia in partenza: la pagina del link dice quante volte è stato inviato.',
  },
  reminders: {
    label: 'Ricorda se non paga',
    help: 'Dopo l’invio per email: un messaggio dopo 3 giorni e uno dopo 7, finché il link è aperto.',
    fact: 'Promemoria',
    on: 'Dopo l’invio del link per email',
    none: 'Nessuno in arrivo',
    off: 'Disattivati',
    next: 'Il prossimo:',
  },
  close: {
    open: 'Chiudi per sempre',
    title: (title) => `Chiudere «${title}»?`,
    text: 'La sua pagina dice che è chiuso, e non accetta più pagamenti. Un pagamento in corso prosegue, e i promemoria finiscono.',
    final: 'Un link chiuso non si può riattivare; puoi duplicarlo.',
    action: 'Chiudi il link',
    back: 'Indietro',
    done: (title) => ({ title: 'Link chiuso', message: `«${title}» non accetta più pagamenti.` }),
    failed: 'Link non chiuso',
  },
  sent: 'Inviato',
  sentOf: (count, title) => `Inviato ${count}: email di ${title} nel registro attività`,
  sentCount: (count) => `Inviato ${count}`,
  customer: {
    add: '+ Cliente',
    label: 'Cliente',
    placeholder: 'Nome o email',
    typing: 'Scrivi almeno due lettere.',
    none: 'Nessun cliente trovato.',
  },
}
