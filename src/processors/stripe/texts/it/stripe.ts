import type { Words } from '#client/texts/words.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import type { stripe as original } from '../en/stripe.ts'

const states: Record<KeyPermission['state'], string> = {
  allowed: 'Concesso',
  missing: 'Mancante',
  unknown: 'Sconosciuto',
}

const brought = (count: number, shown: string) =>
  count === 1 ? '1 pagamento importato' : `${shown} pagamenti importati`

export const stripe: Words<typeof original> = {
  title: 'Carte con Stripe',
  connected: 'Collegato',
  text: {
    test: 'I pagamenti con carta vanno alla sandbox. Collega la modalità di test di Stripe per provare i veri moduli per le carte.',
    live: 'Collega Stripe per incassare pagamenti reali con carta.',
  },
  connectedText: {
    test: 'I pagamenti con carta vanno alla modalità di test del tuo account Stripe. Nessun denaro si muove.',
    live: 'I pagamenti con carta vanno al tuo account Stripe.',
  },
  ownersConnect: 'Solo i titolari possono collegare Stripe. Chiedi a un titolare.',
  ownersChange:
    'Solo i titolari possono modificare o scollegare questo account. Chiedi a un titolare.',
  card: {
    note: 'I dati della carta vanno direttamente a Stripe: a noi non arrivano mai.',
    unreachable: {
      title: 'Stripe non è raggiungibile da questo browser',
      text: 'Le carte si scrivono in campi di Stripe. Un’estensione o la rete può bloccare js.stripe.com.',
      others: 'Gli altri metodi funzionano.',
      retry: 'Riprova',
    },
  },
  facts: {
    key: 'Chiave',
    publishableKey: 'Chiave pubblicabile',
    arrival: 'Esiti dei pagamenti',
    since: 'Collegato dal',
    byEvents: (elapsed) => `Con eventi, l’ultimo ${elapsed} fa`,
    byPolling: (elapsed) => `Chiesti a Stripe, l’ultima volta ${elapsed} fa`,
    notPolled: 'Chiesti a Stripe, finora mai',
    unheard: 'L’endpoint webhook non ha ancora chiamato.',
  },
  address: {
    label: 'Indirizzo del webhook',
    copy: 'Copia l’indirizzo del webhook',
    none: 'Facoltativo: aggiungi in Stripe un endpoint con questo indirizzo, poi inserisci il suo segreto in “Cambia chiavi”. Fino ad allora è Incasso a chiedere a Stripe.',
    pasted: 'L’endpoint che hai aggiunto in Stripe chiama questo indirizzo.',
  },
  fields: {
    secretKey: 'Chiave con restrizioni',
    publishableKey: 'Chiave pubblicabile',
    webhookSecret: 'Segreto del webhook',
    makeWebhook: 'Lascia creare a Incasso l’endpoint webhook',
    makeWebhookHelp: 'Così Stripe comunica subito a Incasso l’esito di ogni pagamento.',
    showKey: 'Mostra o nascondi il testo',
    whereKeys: 'Stripe mostra le due chiavi in Sviluppatori, Chiavi API.',
    whereKeysLink: 'Apri le chiavi API in Stripe',
    webhookSecretLater: (start) =>
      `Facoltativo. Stripe lo mostra quando esiste un endpoint. L’indirizzo per quell’endpoint comincia con ${start} e si vede dopo il collegamento.`,
    webhookSecretNew:
      'Di un endpoint che hai aggiunto in Stripe. Il segreto precedente vale altre 24 ore.',
  },
  fullKey:
    'Una chiave privata completa può fare tutto nel tuo account Stripe, anche prelevare denaro. Una chiave con restrizioni può fare solo ciò che serve ai pagamenti, quindi è più sicura.',
  missing: {
    secretKey: 'Inserisci la chiave con restrizioni.',
    publishableKey: 'Inserisci la chiave pubblicabile.',
    any: 'Inserisci almeno una chiave nuova.',
  },
  malformed: {
    secretKey: (mode) => `Inserisci una chiave con restrizioni completa: comincia con rk_${mode}_.`,
    publishableKey: (mode) =>
      `Inserisci una chiave pubblicabile completa: comincia con pk_${mode}_.`,
    webhookSecret: () => 'Inserisci un segreto del webhook completo: comincia con whsec_.',
  },
  otherMode: {
    test: 'Questa chiave è della modalità live di Stripe. Qui servono chiavi della modalità di test.',
    live: 'Questa chiave è della modalità di test di Stripe. Qui servono chiavi della modalità live.',
  },
  refused: {
    permissions:
      'Con questa chiave non si può incassare. Qui sotto c’è il motivo, con le parole di Stripe.',
    unknown: 'Stripe non accetta questa chiave. Qui sotto c’è il motivo, con le parole di Stripe.',
    otherAccount:
      'Questa chiave è di un altro account Stripe. Prima scollega questo, poi collega l’altro.',
    unavailable: 'Stripe non risponde. Riprova tra poco.',
    says: 'Stripe dice',
  },
  check: { open: 'Verifica la chiave', pending: 'Verifica…' },
  permissions: {
    table: 'Permessi della chiave',
    name: 'Permesso',
    state: 'Stato',
    needs: { read: 'Lettura', write: 'Scrittura' },
    needed: 'necessario',
    optional: 'facoltativo',
    states,
    insufficient: (count) =>
      count === 1
        ? 'Manca un permesso necessario ai pagamenti. Aggiungilo alla chiave in Stripe.'
        : `Mancano ${count} permessi necessari ai pagamenti. Aggiungili alla chiave in Stripe.`,
    unanswered: 'Stripe non ha risposto a tutte le domande. Verifica di nuovo tra poco.',
    sufficient: (count) =>
      count === 1
        ? 'Con questa chiave si può incassare. Manca un permesso facoltativo.'
        : `Con questa chiave si può incassare. Mancano ${count} permessi facoltativi.`,
    complete: 'La chiave ha tutti i permessi.',
  },
  connect: {
    open: 'Collega Stripe',
    title: 'Collega Stripe',
    submit: 'Collega',
    submitting: 'Collegamento…',
    cancel: 'Annulla',
    failed: 'Non collegato',
    done: {
      title: 'Stripe collegato',
      message: 'Da questo momento i pagamenti con carta vanno a Stripe.',
    },
  },
  change: {
    open: 'Cambia chiavi',
    title: 'Cambia chiavi',
    text: 'Per lo stesso account Stripe. I campi che lasci vuoti restano come sono.',
    submit: 'Salva le chiavi',
    submitting: 'Salvataggio…',
    cancel: 'Annulla',
    failed: 'Non salvato',
    done: { title: 'Chiavi salvate', message: 'Valgono da questo momento.' },
  },
  test: {
    open: 'Prova i permessi',
    title: 'Permessi della chiave',
    pending: 'Incasso chiede a Stripe che cosa può fare la chiave.',
    failed: 'Prova non riuscita',
    again: 'Prova di nuovo',
    close: 'Chiudi',
  },
  import: {
    title: 'Pagamenti precedenti',
    offer:
      'I pagamenti incassati da questo account senza Incasso vengono aggiunti alle date originali, contrassegnati e contati in tutti i dati. Nessun cliente riceve email.',
    start: 'Importa gli ultimi 90 giorni',
    running: (count, shown) =>
      count === 0 ? 'Importazione dei pagamenti in corso.' : `${brought(count, shown)} finora.`,
    done: (count, shown) => `${brought(count, shown)}.`,
    again: 'Cerca altri pagamenti',
    delayed:
      'Stripe non risponde, o non lascia leggere i pagamenti con questa chiave. Incasso riprova da solo; “Prova i permessi” mostra che cosa può fare la chiave.',
    failed: 'Niente importato',
    refused:
      'Con questa chiave non si possono leggere i pagamenti precedenti. Ecco perché, nelle parole di Stripe.',
  },
  disconnect: {
    open: 'Scollega',
    title: 'Scollegare Stripe?',
    text: {
      test: 'I nuovi pagamenti con carta vanno di nuovo alla sandbox.',
      live: 'I nuovi pagamenti con carta non si incassano finché non colleghi di nuovo Stripe.',
    },
    kept: 'I pagamenti precedenti si possono ancora rimborsare, e quelli aperti arrivano comunque al loro esito: per questo Incasso conserva la chiave.',
    action: 'Scollega',
    back: 'Annulla',
    failed: 'Non scollegato',
    done: {
      title: 'Stripe scollegato',
      message: 'I pagamenti precedenti si possono ancora rimborsare.',
    },
  },
}
