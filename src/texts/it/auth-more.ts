/** Texts of screens that few visitors see; the sign-in page loads without them. */
export const authMore = {
  secondStep: {
    title: 'Verifica in due passaggi',
    help: 'Scrivi il codice a 6 cifre che la tua app di autenticazione mostra ora.',
    code: 'Codice',
    recoveryHelp: 'Scrivi uno dei codici di recupero che hai conservato. Vale una volta sola.',
    recoveryCode: 'Codice di recupero',
    toRecovery: 'Usa un codice di recupero',
    toApp: 'Usa il codice dell’app',
    trust: 'Non chiedere più il codice su questo dispositivo per 30 giorni',
    submit: 'Verifica',
    missing: 'Scrivi le 6 cifre del codice.',
    missingRecovery: 'Scrivi un codice di recupero.',
  },
  checkMail: {
    title: 'Controlla la tua email',
    text: (email: string) =>
      `Abbiamo inviato un link a ${email}. Aprilo per confermare il tuo indirizzo: vale un’ora.`,
    help: 'Non arriva? Guarda anche nella posta indesiderata.',
    again: 'Invia di nuovo',
    sent: 'Inviato di nuovo.',
  },
  forgot: {
    title: 'Password dimenticata?',
    subtitle: 'Ti inviamo un link per sceglierne una nuova',
    submit: 'Invia il link',
    doneTitle: 'Controlla la tua email',
    done: (email: string) =>
      `Se esiste un account con ${email}, riceverai un link per scegliere una nuova password. Vale un’ora.`,
    development: 'In sviluppo, senza SMTP, il link è scritto nel log del server.',
    again: 'Usa un altro indirizzo',
    unavailable:
      'Questo server non può inviare email. Chiedi a chi lo gestisce di aiutarti con la password.',
  },
  reset: {
    title: 'Scegli una nuova password',
    subtitle: 'Dovrai accedere di nuovo su tutti i tuoi dispositivi',
    submit: 'Salva la password',
    done: 'La password è cambiata. Ora puoi accedere.',
    toSignIn: 'Accedi',
    invalid: 'Questo link non è valido, è scaduto o è già stato usato.',
    askAgain: 'Chiedi un nuovo link',
  },
  clerk: {
    loading: 'Caricamento del modulo',
    failed: 'Il modulo non si carica',
    failedText:
      'Clerk, il servizio che gestisce gli accessi, non risponde. Controlla la connessione e che il browser non blocchi i contenuti di questa pagina, poi riprova.',
    retry: 'Riprova',
    refused: 'Il server non riconosce questo accesso',
    refusedText:
      'Hai effettuato l’accesso con Clerk, ma il server non accetta la tua sessione. Riprova; se non basta, esci e accedi di nuovo, o contatta il supporto.',
    signOut: 'Esci',
    signOutFailed: 'Non è stato possibile uscire. Controlla la connessione e riprova.',
  },
} as const
