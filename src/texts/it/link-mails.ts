import type { linkMails as original } from '../en/link-mails.ts'
import type { Words } from '../words.ts'

export const linkMails: Words<typeof original> = {
  send: {
    open: 'Invia per email',
    title: 'Invia il link per email',
    text: (name, email) =>
      `${name} riceve un’email a ${email} con la causale, l’importo e il link.`,
    action: 'Invia email',
    sending: 'Invio…',
    back: 'Annulla',
    close: 'Chiudi',
    loadFailed: 'Il cliente non è stato caricato',
    sent: (email) => ({ title: 'Email in corso di invio', message: email }),
    printed: {
      title: 'Email scritta nel log',
      message: 'Questo server scrive le email soltanto nel suo log.',
    },
    failed: 'Link non inviato',
    why: {
      off: 'Le email ai clienti sono disattivate nelle impostazioni.',
      stranger: 'In prova ricevono email solo i membri del tuo team.',
      erased: 'Il cliente è stato cancellato.',
      no_address: 'Una vendita al banco non ha un cliente a cui scrivere.',
      none: 'Questo server non invia email.',
    },
    lostTitle: 'Nessuna risposta',
    lost: 'L’email potrebbe essere stata inviata. La pagina del link mostra quante volte è stato inviato.',
  },
  reminders: {
    label: 'Ricorda se non paga',
    help: 'Un’email 3 giorni dopo l’invio del link e una dopo 7 giorni, finché non è pagato.',
    fact: 'Promemoria',
    on: 'Dopo l’invio del link per email',
    none: 'Nessuno in arrivo',
    off: 'Disattivati',
    next: 'Il prossimo:',
  },
  close: {
    open: 'Chiudi per sempre',
    title: (title) => `Chiudere «${title}»?`,
    text: 'Il link non accetta più pagamenti e non vengono inviati altri promemoria. Un pagamento in corso viene completato.',
    final: 'Un link chiuso non si può riattivare; puoi duplicarlo.',
    action: 'Chiudi il link',
    back: 'Annulla',
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
    failed: 'La ricerca non ha funzionato. Riprova tra poco.',
  },
}
