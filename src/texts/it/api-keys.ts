import type { Scope } from '#server/features/api-keys/api-keys.schema.ts'
import type { apiKeys as original } from '../en/api-keys.ts'
import type { Words } from '../words.ts'

const scopes: Record<Scope, string> = {
  read: 'Lettura',
  write: 'Scrittura',
  refund: 'Rimborso',
  shop: 'Negozio',
  webhooks: 'Webhook',
  disputes: 'Contestazioni',
}

const scopeHelp: Record<Scope, string> = {
  read: 'Vede transazioni, clienti e dati',
  write: 'Esegue pagamenti e modifica i dati',
  refund: 'Restituisce denaro ai clienti',
  shop: 'Solo per un negozio online: incassa, rimborsa e annulla i propri pagamenti e gestisce il proprio endpoint webhook. Nient’altro',
  webhooks: 'Gestisce gli endpoint webhook creati con questa chiave',
  disputes: 'Risponde alle contestazioni e le accetta',
}

export const apiKeys: Words<typeof original> = {
  title: 'Chiavi API',
  text: 'Ogni programma si autentica con la sua chiave, inviata nell’intestazione Authorization.',
  loadFailed: 'Non è stato possibile caricare le chiavi API',
  ownerOnlyTitle: 'Le chiavi API sono riservate ai titolari',
  ownerOnly:
    'Solo i titolari possono vedere, creare e revocare le chiavi API. Chiedi a un titolare del tuo team.',
  emptyTitle: 'Ancora nessuna chiave API',
  empty: 'Creane una per ogni programma che chiama l’API.',
  columns: {
    name: 'Nome',
    key: 'Chiave',
    scopes: 'Permessi',
    version: 'Versione',
    created: 'Creata il',
    expires: 'Scadenza',
    lastUsed: 'Ultimo utilizzo',
    actions: 'Azioni',
  },
  masked: (prefix: string, last4: string) => `${prefix}…${last4}`,
  scopes,
  scopeHelp,
  never: 'Mai',
  expired: 'Scaduta il',
  requests: 'Richieste',
  requestsOf: (name: string) => `Richieste di ${name}`,
  failed: 'La modifica non è stata eseguita',
  secretField: 'Chiave API',
  secretText:
    'Conservala dove il tuo programma tiene i suoi segreti. Viene mostrata una volta sola.',
  create: {
    open: 'Crea una chiave API',
    title: 'Crea una chiave API',
    name: 'Nome',
    namePlaceholder: 'Negozio online',
    nameMissing: 'Scrivi un nome.',
    scopes: 'Permessi',
    scopeMissing: 'Scegline almeno uno.',
    expiry: 'Scadenza',
    expiries: {
      never: 'Nessuna scadenza',
      d7: 'Tra 7 giorni',
      d30: 'Tra 30 giorni',
      d90: 'Tra 90 giorni',
      d365: 'Tra un anno',
    },
    submit: 'Crea la chiave',
    submitting: 'Creazione…',
    cancel: 'Annulla',
    doneTitle: 'La tua nuova chiave API',
  },
  rotate: {
    open: 'Sostituisci',
    openOne: (name: string) => `Sostituisci ${name}`,
    title: (name: string) => `Sostituire «${name}»?`,
    text: 'Una nuova chiave con lo stesso nome, gli stessi permessi e la stessa versione prende il suo posto. Scegli per quanto tempo la vecchia chiave continua a funzionare, così puoi aggiornare il tuo programma.',
    overlap: 'La vecchia chiave smette di funzionare',
    overlaps: (days: number) =>
      days === 0 ? 'Subito' : days === 1 ? 'Dopo 1 giorno' : `Dopo ${days} giorni`,
    submit: 'Sostituisci la chiave',
    submitting: 'Sostituzione…',
    cancel: 'Annulla',
    doneTitle: 'La tua nuova chiave API',
  },
  revoke: {
    open: 'Revoca',
    openOne: (name: string) => `Revoca ${name}`,
    title: (name: string) => `Revocare «${name}»?`,
    text: 'Smette subito di funzionare e i programmi che la usano vengono rifiutati. L’operazione è definitiva.',
    action: 'Revoca la chiave',
    back: 'Annulla',
    done: (name: string) => ({ title: 'Chiave revocata', message: `«${name}» non funziona più.` }),
  },
}
