import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { Reason } from '#server/shared/reasons/reasons.ts'
import type { ProblemWords } from '../en/problems.ts'

const codes: Record<ErrorCode, string> = {
  invalid: 'Il server non accetta questi dati.',
  unauthenticated: 'La sessione è terminata. Accedi di nuovo.',
  forbidden: 'Non hai il permesso di farlo.',
  not_found: 'A questo indirizzo non c’è alcuna risorsa.',
  conflict: 'Nel frattempo qualcosa è cambiato. Ricarica la pagina e riprova.',
  too_large: 'I dati inviati sono troppi.',
  unsupported_media_type: 'Il server non conosce il formato dei dati inviati.',
  unprocessable: 'Il server non può eseguire questa richiesta.',
  limit: 'Troppe richieste. Aspetta qualche secondo e riprova.',
  unavailable: 'Il server non è disponibile in questo momento. Riprova tra poco.',
  internal:
    'Si è verificato un errore nel server. Controlla se la modifica è stata fatta, poi riprova.',
}

const reasons: Record<Reason, string> = {
  accountant_reads: 'Il commercialista consulta, esporta e chiude i mesi. Chiedi al titolare.',
  address_unreadable: 'L’URL non si può leggere. Torna indietro e riprova.',
  already_captured: 'Il pagamento è già stato incassato.',
  already_in_team: 'Questa persona fa già parte del team.',
  already_invited: 'Questo indirizzo ha già un invito aperto. Revocalo prima di crearne un altro.',
  already_live: 'I pagamenti reali sono già attivi: si aprono in cima alla pagina.',
  already_member: 'Fai già parte di un’attività.',
  already_rotated:
    'La chiave è già stata sostituita. Sostituisci quella nuova, oppure prima revocala.',
  already_succeeded:
    'Il pagamento è riuscito prima di poter essere annullato. Se serve, rimborsalo.',
  already_voided: 'Il pagamento è stato annullato o non è riuscito.',
  amount_above_maximum: 'L’importo supera il massimo del gestore dei pagamenti.',
  amount_below_minimum: 'L’importo è inferiore al minimo del gestore dei pagamenti.',
  amount_fixed:
    'L’importo di questo pagamento non si può più modificare. Se è ancora aperto, annullalo e creane uno nuovo.',
  analysis_limit: 'Troppe domande al modello. Aspetta un minuto e riprova.',
  assistants_off:
    'Gli assistenti non possono usare le chiavi di questo ambiente. Un titolare lo consente nelle impostazioni.',
  authorization_expired: 'L’importo autorizzato non è stato incassato in tempo.',
  authorization_malformed: 'L’intestazione Authorization non si può leggere.',
  batch_too_large: 'La pagina ha inviato troppe richieste insieme. Ricaricala e riprova.',
  book_changed: 'Ora è aperto l’altro ambiente, prova o pagamenti reali. Ricarica la pagina.',
  capture_exceeds_authorized: 'Non si può incassare più di quanto è stato autorizzato.',
  confirmation_needed: 'Conferma la tua identità, poi riprova.',
  customer_erased: 'I dati di questo cliente sono stati cancellati: non si può più modificare.',
  customer_reserved: 'Questo cliente è riservato alle vendite al banco: non si può modificare.',
  demo_stays_test: 'La demo ha solo pagamenti di esempio. Per i pagamenti reali registrati.',
  earlier_month_open: 'Prima vanno chiusi i mesi precedenti.',
  email_taken: 'C’è già un cliente con questa email.',
  email_unknown:
    'Il servizio che gestisce gli accessi non ha fornito il tuo indirizzo email. Riprova.',
  endpoint_disabled: 'L’endpoint è disattivato. Salva di nuovo l’URL del webhook per riattivarlo.',
  foreign_host: 'La richiesta indica un altro server. Chi gestisce il server imposta `APP_URL`.',
  endpoint_of_integration:
    'Questo endpoint fa parte dell’integrazione. Si modifica nella configurazione API.',
  foreign_origin:
    'La richiesta viene da un altro indirizzo. Chi gestisce il server imposta `APP_URL`.',
  fully_refunded: 'Il pagamento è già stato rimborsato per intero.',
  headers_too_long: 'L’indirizzo o le intestazioni sono troppo lunghi.',
  idempotency_in_progress: 'La prima richiesta uguale è ancora in corso. Aspetta qualche secondo.',
  idempotency_key_invalid: 'La Idempotency-Key non è valida.',
  idempotency_key_required: 'Manca la Idempotency-Key.',
  idempotency_key_reused: 'Questa Idempotency-Key è già stata usata per un’altra richiesta.',
  identity_provider_unreachable:
    'Il servizio che gestisce gli accessi non risponde. Riprova tra poco.',
  kept_by_provider: 'Questi dati si modificano nel profilo del servizio che gestisce gli accessi.',
  key_expired: 'La chiave API è scaduta. Creane una nuova.',
  key_in_url: 'L’indirizzo contiene una chiave API. Revoca quella chiave e creane una nuova.',
  key_needed: 'Questa operazione si può fare solo con una chiave API.',
  key_not_admitted: 'Questa operazione non si può fare con una chiave API.',
  key_revoked: 'La chiave API è stata revocata.',
  key_unknown: 'Questa chiave API non esiste.',
  last_owner: 'Un’attività ha bisogno di un titolare. Prima rendi titolare un’altra persona.',
  merchant_pending: 'L’account non è ancora verificato. Completa la configurazione.',
  merchant_suspended: 'L’account è sospeso. Contatta chi gestisce il servizio.',
  method_unknown: 'Il server non conosce questo metodo HTTP.',
  month_not_over: 'Il mese non è ancora terminato.',
  no_demo: 'La demo esiste solo sui server di sviluppo. Registrati.',
  no_endpoint: 'Non c’è un URL del webhook, oppure è disattivato.',
  no_merchant: 'Non fai parte di nessuna attività. Completa la configurazione.',
  no_password: 'Qui non hai una password. Esci e accedi di nuovo per confermare la tua identità.',
  not_a_demo: 'Solo una demo si può eliminare.',
  livemode_mismatch:
    'Le chiavi non corrispondono: in prova servono chiavi di prova, nei pagamenti reali chiavi reali.',
  not_authorized: 'Non c’è un’autorizzazione da incassare.',
  not_refundable:
    'Il pagamento non è riuscito, oppure è arrivato su un conto da cui Incasso non può inviare denaro.',
  nothing_available:
    'Nella valuta scelta il saldo disponibile è zero. Attendi che altri incassi siano disponibili.',
  payout_in_progress: 'È già in corso un altro accredito. Riprova tra poco.',
  openai_failed: 'Il server del modello ha risposto con un errore. Riprova più tardi.',
  openai_key_refused: 'Il server del modello rifiuta la chiave in OPENAI_API_KEY.',
  openai_limit: 'Il limite o il credito per il modello è esaurito.',
  openai_model_unknown: 'Il server del modello non conosce il modello in OPENAI_MODEL.',
  openai_not_configured: 'OpenAI non è configurato: imposta OPENAI_API_KEY e riavvia il server.',
  openai_redirect: 'Il server del modello rinvia a un altro indirizzo. Controlla OPENAI_BASE_URL.',
  openai_timeout: 'Il modello non ha risposto in tempo. Riprova più tardi.',
  openai_unreachable: 'Il server del modello non risponde. Controlla OPENAI_BASE_URL e la rete.',
  openai_unreadable: 'La risposta del server del modello non è leggibile.',
  other_email: 'L’invito è per un altro indirizzo email. Accedi con quello.',
  overloaded: 'Il server è sovraccarico e non ha modificato nulla. Riprova tra poco.',
  owner_only: 'Solo il titolare dell’attività può farlo.',
  password_wrong: 'La password non è corretta.',
  payment_disputed: 'Il cliente contesta il pagamento. Attendi la decisione della banca.',
  already_submitted:
    'Le prove sono già state inviate alla banca e non si possono più modificare. Attendi la decisione della banca.',
  dispute_not_answerable:
    'La contestazione non ammette più risposte: è chiusa o il termine è scaduto. Se è ancora possibile, rimborsa il pagamento.',
  disputed:
    'La banca trattiene l’importo di questo pagamento fino all’esito della contestazione: per ora non si può rimborsare.',
  draft_changed:
    'Un’altra persona ha modificato la risposta nel frattempo. Confronta i testi, poi salva di nuovo.',
  processor_decides:
    'L’esito di un pagamento con carta o PayPal lo decide il gestore dei pagamenti: si può solo annullare.',
  processor_key_invalid:
    'Il gestore dei pagamenti non accetta la chiave, oppure mancano dei permessi. Controlla la chiave in Impostazioni, Pagamenti.',
  processor_not_connected:
    'Nessun gestore dei pagamenti è collegato. Collegane uno in Impostazioni, Pagamenti.',
  processor_unavailable:
    'Il gestore dei pagamenti non risponde. La richiesta viene ripetuta: ricontrolla tra poco.',
  reference_open: 'Per questo ordine c’è già un pagamento in corso, con importo o incasso diversi.',
  reference_paid: 'Questo ordine è già stato pagato.',
  refund_exceeds_remaining: 'L’importo supera il residuo rimborsabile del pagamento.',
  refund_final: 'Il rimborso ha già un esito definitivo.',
  scope_missing: 'La chiave API non ha il permesso necessario.',
  settings_changing: 'Un’altra modifica di queste impostazioni è in corso. Riprova tra poco.',
  not_utf8: 'I dati inviati non sono in UTF-8.',
  too_deep: 'I dati inviati sono annidati troppo in profondità.',
  too_many_attempts: 'Troppi tentativi. Aspetta qualche secondo e riprova.',
  too_many_endpoints:
    'Sono già presenti tutti gli endpoint webhook consentiti. Prima eliminane uno.',
  too_many_events: 'Gli eventi da inviare di nuovo sono troppi. Scegli un tipo o uno stato.',
  too_many_invitations: 'Ci sono troppi inviti aperti. Prima revocane qualcuno.',
  too_many_listeners:
    'Cinque programmi ricevono già gli eventi di questo ambiente. Prima chiudine uno.',
  too_many_views: 'Hai già salvato 50 viste. Prima eliminane una.',
  token_not_taken: 'Il gestore dei pagamenti non accetta carte in questo modo.',
  transaction_final: 'Il pagamento ha già un esito definitivo.',
  view_name_taken: 'Una vista con questo nome c’è già. Scegline un altro.',
  version_unknown: 'Questa versione non esiste: scegli v1 o v2.',
}

const values: readonly (readonly [RegExp, string])[] = [
  [/required/i, 'è obbligatorio'],
  [/card number/i, 'non può contenere un numero di carta'],
  [/control character|null character|line break|one line/i, 'contiene caratteri non ammessi'],
  [/at most ([\d,.]+) characters/i, 'può avere al massimo $1 caratteri'],
  [/at least ([\d,.]+) characters/i, 'deve avere almeno $1 caratteri'],
  [/e-mail address/i, 'deve essere un indirizzo email'],
  [/telephone/i, 'deve essere un numero di telefono'],
  [/Italian VAT number/, 'non è una partita IVA valida: controlla le cifre'],
  [/Italian tax code/, 'non è un codice fiscale valido: controlla i caratteri'],
  [/only letters, digits/, 'può contenere solo lettere, cifre, spazi e i segni . / -'],
  [/time zone/i, 'deve essere un fuso orario'],
  [/decimals/i, 'può avere al massimo due decimali'],
  [/above 0|greater than 0/i, 'deve essere maggiore di zero'],
  [/past|future/i, 'deve essere nel futuro'],
  [/private|loopback|internal network/i, 'non può essere un indirizzo di una rete interna'],
  [/https/i, 'deve iniziare con https://'],
]

export const problems: ProblemWords = {
  language: 'it',
  translation: {
    codes,
    reasons,
    values,
    value: 'non è ammesso',
    ofField: (problem) => `Questo valore ${problem}.`,
  },
  unreachable: 'Il server non risponde. Controlla la connessione e riprova.',
  offline: 'Non sei in linea. Questa sezione si ricarica appena torna la connessione.',
  retry: 'Riprova',
  requestId: 'ID della richiesta',
  copy: 'Copia',
  copied: 'Copiato',
}

export const guideProblems = problems
