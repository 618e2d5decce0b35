const duration = (seconds: number): string => {
  if (seconds <= 60) return seconds === 1 ? 'un secondo' : `${seconds} secondi`
  return `${Math.ceil(seconds / 60)} minuti`
}

export const auth = {
  signIn: {
    title: 'Accedi a Incasso',
    subtitle: 'Il tuo gateway per i pagamenti digitali',
    submit: 'Accedi',
    other: 'Non hai un account?',
    otherLink: 'Registrati',
    hint: "Se l'autenticazione Google non funziona, prova con email e password o contatta il supporto.",
  },
  signUp: {
    title: 'Registrati su Incasso',
    subtitle: 'Crea il tuo account merchant',
    submit: 'Registrati',
    other: 'Hai già un account?',
    otherLink: 'Accedi',
    hint: "Per una registrazione rapida, usa email e password. L'autenticazione Google sarà disponibile presto.",
  },
  name: 'Nome e cognome',
  email: 'Email',
  password: 'Password',
  passwordHelp: 'Almeno 8 caratteri, difficili da indovinare: meglio una frase.',
  newPassword: 'Nuova password',
  showPassword: 'Mostra o nascondi la password',
  pending: 'Invio in corso…',
  loading: 'Caricamento',
  close: 'Chiudi',
  backToSignIn: 'Torna all’accesso',
  google: {
    submit: 'Continua con Google',
    or: 'oppure',
  },

  forgotLink: 'Password dimenticata?',
  lockedOut: 'Scegli una nuova password',

  missing: {
    name: 'Scrivi il tuo nome e cognome.',
    email: 'Scrivi il tuo indirizzo email.',
    emailInvalid: 'Scrivi un indirizzo email completo, per esempio nome@azienda.it.',
    password: 'Scrivi la tua password.',
    passwordShort: 'La password deve avere almeno 8 caratteri.',
  },
  failures: {
    USER_ALREADY_EXISTS:
      'Esiste già un account con questa email. Accedi, oppure usa un’altra email.',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      'Esiste già un account con questa email. Accedi, oppure usa un’altra email.',
    INVALID_EMAIL_OR_PASSWORD: 'Email o password non corrette.',
    INVALID_EMAIL: 'L’indirizzo email non è valido.',
    CARD_NUMBER: 'L’indirizzo email non può contenere un numero di carta.',
    CARD_NUMBER_IN_NAME: 'Il nome non può contenere un numero di carta.',
    INVALID_NAME: 'Il nome deve stare su una riga e avere al massimo 200 caratteri.',
    PASSWORD_TOO_SHORT: 'La password deve avere almeno 8 caratteri.',
    PASSWORD_TOO_LONG: 'La password è troppo lunga.',
    PASSWORD_TOO_COMMON:
      'Questa password è facile da indovinare. Scegline un’altra, per esempio una frase.',
    INVALID_CODE: 'Il codice non è corretto. Scrivi quello che l’app mostra ora.',
    CODE_ALREADY_USED: 'Questo codice è già stato usato. Aspetta il prossimo.',
    INVALID_BACKUP_CODE: 'Il codice di recupero non è corretto o è già stato usato.',
    INVALID_TWO_FACTOR_COOKIE: 'È passato troppo tempo. Accedi di nuovo.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Troppi codici sbagliati. Accedi di nuovo.',
    ACCOUNT_TEMPORARILY_LOCKED: 'Troppi codici sbagliati. Riprova tra 15 minuti.',
    EMAIL_NOT_VERIFIED: 'Prima conferma il tuo indirizzo email.',
    GOOGLE_UNREACHABLE: 'Google non risponde. Riprova, oppure usa email e password.',
  },
  /** Errors reported by a link that led here, by code. */
  linkErrors: {
    access_denied: 'L’accesso con Google è stato annullato.',
    account_not_linked: 'Esiste già un account con questa email. Accedi con email e password.',
    google_unreachable: 'Google non risponde. Riprova, oppure usa email e password.',
    google_email_unverified:
      'Google non ha ancora verificato il tuo indirizzo email. Verificalo lì, oppure usa email e password.',
    INVALID_TOKEN: 'Il link non è valido. Accedi per riceverne uno nuovo.',
    TOKEN_EXPIRED: 'Il link è scaduto. Accedi per riceverne uno nuovo.',
  },
  linkError: 'L’accesso con Google non è riuscito. Riprova, oppure usa email e password.',
  tooMany: 'Troppi tentativi. Aspetta qualche secondo e riprova.',
  wait: (seconds: number) => `Troppi tentativi. Riprova tra ${duration(seconds)}.`,
  offline: 'Il server non risponde. Controlla la connessione e riprova.',
  general: 'Non è stato possibile completare la richiesta. Riprova.',
} as const
