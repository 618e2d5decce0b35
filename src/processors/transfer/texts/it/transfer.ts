import type { Words } from '#client/texts/words.ts'
import type { transfer as original } from '../en/transfer.ts'

export const transfer: Words<typeof original> = {
  title: 'Bonifici',
  connected: 'Collegato',
  text: {
    test: 'I bonifici vanno alla sandbox. Inserisci il tuo conto per vedere che cosa legge chi paga. In prova dell’IBAN si vedono solo l’inizio e la fine, così nessuno trasferisce denaro reale.',
    live: 'Inserisci il tuo conto, così i clienti possono pagare con bonifico dai tuoi link di pagamento.',
  },
  connectedText: {
    test: 'Chi sceglie il bonifico legge che cosa pagare, ma solo l’inizio e la fine di questo IBAN: in prova nessuno può trasferire denaro reale. Per incassare davvero, inserisci il conto anche nei pagamenti reali. Segna il pagamento come pagato per provare il passo successivo.',
    live: 'Chi sceglie il bonifico vede questo conto e la causale da indicare. Segna il pagamento come pagato dopo l’accredito.',
  },
  ownersOnly: 'Solo i titolari possono cambiare questo conto. Chiedi a un titolare.',
  facts: { iban: 'IBAN', holder: 'Intestatario', since: 'Dal' },
  open: 'Inserisci conto',
  change: 'Cambia conto',
  remove: 'Rimuovi conto',
  form: {
    title: 'Conto per i bonifici',
    text: 'I pagamenti in attesa di un bonifico sul conto precedente restano come sono.',
    iban: 'IBAN',
    holder: 'Intestatario',
    holderHelp:
      'Esattamente come registrato in banca: la banca di chi paga può verificare il nome.',
    missingIban: 'Scrivi l’IBAN.',
    wrongIban: 'L’IBAN non è valido: controlla lettere e cifre.',
    missingHolder: 'Scrivi l’intestatario.',
    submit: 'Salva conto',
    submitting: 'Salvataggio…',
    cancel: 'Annulla',
    done: {
      title: 'Conto salvato',
      message: 'D’ora in poi chi paga con bonifico vede questo conto.',
    },
  },
  removing: {
    title: 'Rimuovere il conto?',
    text: 'Ai clienti non si propone più un bonifico su questo conto. I pagamenti in attesa di un bonifico restano come sono.',
    action: 'Rimuovi conto',
    back: 'Annulla',
    failed: 'Conto non rimosso',
    done: { title: 'Conto rimosso', message: 'Il conto non viene più mostrato ai clienti.' },
  },
}
