import type { ErrorCode } from '#server/shared/reasons/errors.ts'
import type { requestLog as original } from '../en/request-log.ts'
import type { Words } from '../words.ts'

/** Meanings of the error codes, for refusals without a more specific reason. */
const codes: Record<ErrorCode, string> = {
  invalid: 'La richiesta contiene un valore non valido',
  unauthenticated: 'La chiave non è valida',
  forbidden: 'La chiave non ha il permesso di farlo',
  not_found: 'Non trovato',
  conflict: 'La richiesta è in conflitto con lo stato attuale',
  too_large: 'Il corpo è troppo grande',
  unsupported_media_type: 'Il Content-Type del corpo non è JSON',
  unprocessable: 'La richiesta non si può eseguire',
  limit: 'Troppe richieste',
  unavailable: 'Il servizio non è disponibile',
  internal: 'Si è verificato un errore nel nostro server',
}

export const requestLog: Words<typeof original> = {
  title: 'Registro richieste',
  text: 'Le ultime 1.000 chiamate fatte con le tue chiavi API. I corpi e i parametri dell’URL non vengono conservati.',
  list: 'Richieste',
  loadFailed: 'Non è stato possibile caricare il registro richieste',
  empty: 'Ancora nessuna richiesta',
  emptyHelp: 'Qui compaiono le chiamate fatte con una chiave API.',
  noMatchTitle: 'Nessuna richiesta trovata',
  noMatch: 'Nessuna richiesta corrisponde a questi filtri.',
  clearFilters: 'Cancella i filtri',
  refresh: 'Aggiorna',
  filters: 'Filtri',
  method: 'Metodo',
  allMethods: 'Tutti i metodi',
  status: 'Stato',
  allStatuses: 'Tutti gli stati',
  classes: { '2xx': '2xx: eseguite', '4xx': '4xx: rifiutate', '5xx': '5xx: non riuscite' },
  key: 'Chiave',
  allKeys: 'Tutte le chiavi',
  path: 'Il percorso inizia con',
  pathPlaceholder: 'Percorso, per esempio /api/payments',
  clearPath: 'Cancella il percorso',
  took: (ms: number) => `${ms} ms`,
  columns: {
    time: 'Ora',
    request: 'Richiesta',
    status: 'Stato',
    duration: 'Durata',
    key: 'Chiave',
    requestId: 'ID della richiesta',
  },
  codes,
  refused: (reason: string, meaning: string | undefined) =>
    meaning === undefined ? reason : `${reason}: ${meaning}`,
  idempotencyKey: (key: string) => `Idempotency-Key ${key}`,
  copyRequestId: 'Copia l’ID della richiesta',
}
