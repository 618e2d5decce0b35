import type { receipts as original } from '../en/receipts.ts'
import type { Words } from '../words.ts'

export const receipts: Words<typeof original> = {
  menu: 'Ricevuta',
  print: 'Stampa o salva in PDF',
  copy: 'Copia il link',
  open: 'Apri la ricevuta del cliente',
  copied: { title: 'Link copiato', message: 'Chi ha questo link può leggere la ricevuta.' },
  notCopied: 'Copia questo link a mano',
  loadFailed: 'La ricevuta non è stata caricata',
  send: {
    open: 'Invia per email',
    title: 'Invia la ricevuta per email',
    text: (name, email, language) => `${name} riceve la ricevuta a ${email}. Lingua: ${language}.`,
    languages: { it: 'italiano', en: 'inglese' },
    impossible: (why) => `${why} Si può copiare il link della ricevuta, oppure stamparla.`,
    failed: 'Ricevuta non inviata',
    lost: 'Il server non ha risposto. L’email potrebbe essere stata inviata: controlla il registro attività.',
  },
}
