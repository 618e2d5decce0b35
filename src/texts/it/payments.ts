import type { payments as original } from '../en/payments.ts'
import type { Words } from '../words.ts'

export const payments: Words<typeof original> = {
  form: 'Pagamento',
  sections: {
    payment: 'Dati del pagamento',
    customer: 'Cliente',
    method: 'Metodo di pagamento',
  },
  fields: {
    amount: 'Importo',
    currency: 'Valuta',
    customerName: 'Nome del cliente',
    customerEmail: 'Email del cliente',
    paymentMethod: 'Metodo di pagamento',
    description: 'Descrizione',
    cardNumber: 'Numero della carta',
    expiry: 'Scadenza',
    cvc: 'CVC',
  },
  placeholders: {
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
    description: 'Per che cosa è il pagamento?',
    cardNumber: '1234 5678 9012 3456',
    expiry: 'MM/AA',
    cvc: '123',
  },
  amountHelp: (decimals: number) =>
    decimals === 0 ? 'Un importo intero, senza decimali.' : 'Al massimo due decimali.',
  charges: (amount: string) => `Addebita ${amount}`,
  optional: 'facoltativo',
  cardNote: 'I dati della carta restano in questo browser: non vengono inviati né conservati.',
  takers: {
    sandbox: 'Sandbox',
    own: 'Il tuo account',
    transfer: 'Il tuo IBAN',
    none: 'Non collegato',
  },
  takes: {
    sandbox:
      'Pagamento di prova: l’esito nella sandbox dipende dai centesimi dell’importo. Nessun addebito reale.',
    transfer: {
      test: 'Ricevi la causale che il cliente dovrebbe indicare. In prova non arriva denaro: segna il pagamento come pagato.',
      live: 'Il cliente fa il bonifico sul tuo IBAN e indica la causale che ricevi. Segna il pagamento come pagato quando è arrivato.',
    },
    none: (method) => `${method}: nessun account ancora collegato.`,
    connect: (names) => `Collega ${names}`,
    enterIban: 'Inserisci il tuo IBAN',
    askOwner: (names) => `Chiedi a un titolare di collegare ${names} in Impostazioni, Pagamenti.`,
    askOwnerForIban: 'Chiedi a un titolare di inserire l’IBAN in Impostazioni, Pagamenti.',
  },
  submit: 'Incassa',
  submitting: 'In corso…',
  clear: 'Svuota',
  errors: {
    amountMissing: 'Scrivi un importo.',
    nameMissing: 'Scrivi il nome del cliente.',
    emailMissing: 'Scrivi l’email del cliente.',
    emailInvalid: 'Scrivi un indirizzo email completo, per esempio ada@example.com.',
    cardNumber: 'Scrivi il numero della carta.',
    expiry: 'Scrivi la scadenza.',
    cvc: 'Scrivi il codice di sicurezza.',
    cardNumberIncomplete: 'Completa il numero della carta.',
    expiryIncomplete: 'Completa la scadenza.',
    cvcIncomplete: 'Completa il codice di sicurezza.',
  },
  script: {
    loading: 'I campi della carta si stanno caricando',
    notReady: {
      title: 'Errore nel pagamento',
      message: 'I campi della carta non sono pronti: non è stato inviato nulla.',
    },
    noToken: {
      title: 'Errore nel pagamento',
      message: (processor) =>
        `${processor} non ha accettato i dati della carta e non è stato addebitato nulla. Riprova.`,
    },
    reload: {
      title: 'Ricarica la pagina per incassare con carta',
      text: (processor) =>
        `Ora le carte passano da ${processor}, e questa pagina è stata caricata prima.`,
      action: 'Ricarica',
    },
    proof: {
      title: 'La banca chiede conferma al cliente',
      text: 'Il cliente deve confermare questo pagamento alla sua banca. Se è qui, continua nella finestra della banca.',
      elsewhere: 'Se il cliente non è qui, inviagli il link per confermarlo.',
      copy: 'Copia il link',
      open: 'Puoi uscire: il pagamento resta in attesa per un’ora, poi l’esito compare automaticamente.',
      leave: 'Lascia in attesa',
      waits:
        'Il cliente ha un’ora per confermarlo alla sua banca. Puoi continuare: l’elenco si aggiorna automaticamente.',
    },
  },
  toasts: {
    missingFields: { title: 'Dati mancanti', message: 'Compila tutti i campi obbligatori' },
    missingCard: { title: 'Dati mancanti', message: 'Compila tutti i dati della carta' },
    invalidFields: { title: 'Dati non validi', message: 'Correggi i campi segnati' },
    success: (reference: string) => ({
      title: 'Pagamento riuscito',
      message: `La transazione ${reference} è andata a buon fine.`,
    }),
    failed: (reference: string) => ({
      title: 'Pagamento non riuscito',
      message: `La transazione ${reference} non è andata a buon fine.`,
    }),
    pending: (reference: string) => ({
      title: 'Pagamento in attesa',
      message: `${reference} è in elaborazione.`,
    }),
    error: {
      title: 'Errore nel pagamento',
      message: 'Il pagamento non è stato elaborato. Riprova.',
    },
    suspended: {
      title: 'Errore nel pagamento',
      message: 'Questo account è sospeso: il pagamento non è stato incassato.',
    },
  },
  result: {
    title: 'Ultimo pagamento',
    view: 'Vedi la transazione',
    openPage: (processor) => `Apri la pagina di ${processor}`,
    openPaymentPage: 'Apri la pagina di pagamento',
    tryAgain: 'Riprova con un altro metodo',
    next: {
      success: 'Il pagamento è riuscito. Il modulo è pronto per il prossimo.',
      pending:
        'Di solito l’esito arriva in pochi secondi. Puoi continuare: l’elenco si aggiorna automaticamente.',
      approval:
        'Il cliente deve ancora approvare questo pagamento. Apri qui la pagina di pagamento o invia il link. L’esito compare qui automaticamente.',
      transfer:
        'Il pagamento è in attesa del bonifico. La causale da indicare è nella transazione.',
    },
    callFailed: 'Il pagamento non è stato incassato',
    suspended:
      'Questo account è sospeso e non può incassare pagamenti. Chiedi il motivo all’assistenza.',
    noAnswer: 'Nessuna risposta dal server',
    noAnswerHelp:
      'Il pagamento può essere andato a buon fine. Premere di nuovo «Incassa» con gli stessi dati ripete lo stesso tentativo: l’addebito avviene una volta sola.',
    noneTitle: 'Ancora nessun pagamento in questa sessione',
    none: 'L’esito del prossimo pagamento compare qui, con il suo riferimento.',
  },
  noProcessor: {
    title: 'I pagamenti reali non sono ancora possibili',
    text: (names) =>
      `Collega ${names}, o inserisci il tuo IBAN nelle impostazioni. I pagamenti di prova si eseguono nell’ambiente di prova.`,
    askOwner: (names) =>
      `Chiedi a un titolare di collegare ${names}, o di inserire l’IBAN nelle impostazioni. I pagamenti di prova si eseguono nell’ambiente di prova.`,
    link: 'Metodi di pagamento nelle impostazioni',
  },
  sandbox: {
    title: 'Importi di prova',
    intro: 'Questa è la sandbox: l’esito dipende dai centesimi dell’importo.',
    ending: 'L’importo termina con',
    rows: [
      { ending: ',01', outcome: 'Rifiutato', bank: 'In attesa, poi respinto' },
      { ending: ',02', outcome: 'Fondi insufficienti', bank: 'In attesa, poi riuscito' },
      { ending: ',03', outcome: 'In attesa, poi riuscito', bank: 'In attesa, poi riuscito' },
      { ending: ',04', outcome: 'In attesa, poi scaduto', bank: 'In attesa, poi riuscito' },
      {
        ending: ',05',
        outcome: 'Nessuna risposta, poi riuscito',
        bank: 'In attesa, poi riuscito',
      },
      {
        ending: ',06',
        outcome: 'In attesa del cliente: una pagina con Approva e Rifiuta',
        bank: 'In attesa, poi riuscito',
      },
      {
        ending: ',07',
        outcome: 'Riuscito; con incasso manuale, l’autorizzazione scade presto',
        bank: 'In attesa, poi riuscito',
      },
      { ending: 'Ogni altro', outcome: 'Riuscito', bank: 'In attesa, poi riuscito' },
    ],
  },
}
