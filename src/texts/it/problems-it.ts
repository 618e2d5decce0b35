import type { ErrorCode } from '#server/shared/errors.ts'
import type { Reason } from '#server/shared/reasons.ts'

/** What a refusal means on the Italian screens, by its code. */
const codes: Record<ErrorCode, string> = {
  invalid: 'Il server non accetta questi dati.',
  unauthenticated: 'La sessione è finita. Accedi di nuovo.',
  forbidden: 'Non hai il permesso di farlo.',
  not_found: 'Non c’è niente a questo indirizzo.',
  conflict: 'Nel frattempo qualcosa è cambiato. Ricarica la pagina e riprova.',
  too_large: 'I dati inviati sono troppi.',
  unsupported_media_type: 'Il server non conosce il formato dei dati inviati.',
  unprocessable: 'Il server non può eseguire questa richiesta.',
  limit: 'Troppe richieste. Aspetta qualche secondo e riprova.',
  unavailable: 'Il server non è disponibile in questo momento. Riprova tra poco.',
  internal: 'Si è verificato un errore nel server. Riprova; se si ripete, avvisa chi lo gestisce.',
}

/** By its reason, where that says more than the code; the reasons that these screens can meet. */
const reasons: Partial<Record<Reason, string>> = {
  analysis_limit: 'Troppe domande al modello. Aspetta un minuto e riprova.',
  email_unknown:
    'Il servizio che gestisce gli accessi non ha detto il tuo indirizzo email. Riprova.',
  foreign_origin:
    'La richiesta viene da un altro indirizzo. Chi gestisce il server imposta `APP_URL`.',
  identity_provider_unreachable:
    'Il servizio che gestisce gli accessi non risponde. Riprova tra poco.',
  merchant_pending: 'L’account non è ancora verificato. Completa la configurazione.',
  merchant_suspended: 'L’account è sospeso. Contatta chi gestisce il servizio.',
  no_merchant: 'Non fai parte di nessuna attività. Completa la configurazione.',
  openai_failed: 'Il server del modello ha risposto con un errore. Riprova più tardi.',
  openai_key_refused: 'Il server del modello rifiuta la chiave in OPENAI_API_KEY.',
  openai_limit: 'Il limite o il credito per il modello è esaurito.',
  openai_model_unknown: 'Il server del modello non conosce il modello in OPENAI_MODEL.',
  openai_not_configured: 'OpenAI non è configurato: imposta OPENAI_API_KEY e riavvia il server.',
  openai_redirect: 'Il server del modello rinvia a un altro indirizzo. Controlla OPENAI_BASE_URL.',
  openai_timeout: 'Il modello non ha risposto in tempo. Riprova più tardi.',
  openai_unreachable:
    'Il server del modello non si raggiunge. Controlla OPENAI_BASE_URL e la rete.',
  openai_unreadable: 'Il server del modello ha risposto qualcosa che non si può leggere.',
  overloaded: 'Il server ha troppo da fare in questo momento. Riprova tra poco.',
}

/** What is wrong with a value, by what the server says of it; the first that fits. */
const values: readonly [RegExp, string][] = [
  [/required/i, 'è obbligatorio'],
  [/card number/i, 'non può contenere un numero di carta'],
  [/control character|null character/i, 'contiene caratteri non ammessi'],
  [/at most ([\d,.]+) characters/i, 'può avere al massimo $1 caratteri'],
  [/e-mail address/i, 'deve essere un indirizzo email'],
  [/time zone/i, 'deve essere un fuso orario'],
]

export const problemsIt = {
  codes,
  reasons,
  values,
  /** Of a value, when nothing closer is known. */
  value: 'non è ammesso',
  unreachable: 'Il server non si raggiunge. Controlla la connessione e riprova.',
  retry: 'Riprova',
  requestId: 'ID della richiesta',
  copy: 'Copia',
  copied: 'Copiato',
} as const
