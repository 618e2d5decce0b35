import type { Words } from '#client/texts/words.ts'
import type { stripe as original } from '../en/stripe.ts'

const brought = (count: number, shown: string) =>
  count === 1 ? '1 pagamento importato' : `${shown} pagamenti importati`

export const stripe: Words<typeof original> = {
  title: 'Carte con Stripe',
  text: {
    test: 'I pagamenti con carta vanno alla sandbox. Collega la modalità di test di Stripe per provare i veri moduli per le carte.',
    live: 'Collega Stripe per incassare pagamenti reali con carta.',
  },
  connectedText: {
    test: 'I pagamenti con carta vanno alla modalità di test del tuo account Stripe. Nessun addebito reale.',
    live: 'I pagamenti con carta vanno al tuo account Stripe.',
  },
  takes: {
    card: {
      test: 'La carta inserita qui sotto va alla modalità di test di Stripe. Nessun addebito reale.',
      live: 'La carta inserita qui sotto va al tuo account Stripe. Se la banca lo chiede, il cliente conferma il pagamento.',
    },
    paypal: {
      test: 'Il pagamento PayPal va alla modalità di test di Stripe. Poi apri la pagina di Stripe o invia il link: il cliente paga lì. Nessun addebito reale.',
      live: 'Il pagamento PayPal va al tuo account Stripe. Poi apri la pagina di Stripe o invia il link: il cliente paga lì.',
    },
  },
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
    byPolling: (elapsed) => `Richiesti a Stripe, l’ultima volta ${elapsed} fa`,
    notPolled: 'Non ancora richiesti a Stripe',
    unheard: 'Nessuna notifica ricevuta finora.',
  },
  address: {
    label: 'URL del webhook',
    copy: 'Copia l’URL del webhook',
    none: 'Facoltativo: aggiungi in Stripe un endpoint con questo URL, poi inserisci il suo segreto in “Cambia chiavi”. Fino ad allora è Incasso a chiedere a Stripe.',
    pasted: 'L’endpoint che hai aggiunto in Stripe chiama questo URL.',
  },
  fields: {
    secretKey: 'Chiave con restrizioni',
    publishableKey: 'Chiave pubblicabile',
    webhookSecret: 'Segreto del webhook',
    makeWebhook: 'Ricevi subito gli esiti (consigliato)',
    makeWebhookHelp:
      'Incasso crea in Stripe un endpoint webhook, che comunica l’esito di ogni pagamento.',
    whereKeys: 'Stripe mostra le due chiavi in Sviluppatori, Chiavi API.',
    whereKeysLink: 'Apri le chiavi API in Stripe',
    permissions: 'In Stripe, dai alla chiave con restrizioni questi permessi:',
    optional: 'Facoltativi:',
    webhookSecretLater: (start) =>
      `Facoltativo. Stripe lo mostra quando esiste un endpoint. L’URL di quell’endpoint comincia con ${start} e si vede dopo il collegamento.`,
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
  unknownKey: 'Stripe non accetta questa chiave. Qui sotto c’è il motivo, con le parole di Stripe.',
  check: { open: 'Verifica la chiave', pending: 'Verifica…' },
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
    title: 'Cambia chiavi',
    text: 'Per lo stesso account Stripe. I campi che lasci vuoti restano come sono.',
    submit: 'Salva le chiavi',
    submitting: 'Salvataggio…',
    cancel: 'Annulla',
    failed: 'Non salvato',
    done: { title: 'Chiavi salvate', message: 'Valgono da questo momento.' },
  },
  methods: {
    title: 'Metodi di pagamento sulla pagina di Stripe',
    text: 'I clienti vedono i metodi adatti al loro pagamento: per valuta, importo e momento dell’incasso. Un pagamento incassato in seguito non offre iDEAL, Bancontact né l’addebito diretto SEPA.',
    off: 'Disattivato in Stripe',
    offText: 'Attivalo nella dashboard di Stripe, in Impostazioni, Metodi di pagamento.',
    last: 'Almeno un metodo deve restare attivo.',
    failed: 'Non salvato',
    further: 'I pagamenti con PayPal vanno a questo account',
    furtherText:
      'Chi sceglie PayPal paga sulla pagina di Stripe. I pagamenti già iniziati restano dove sono. Collegare un conto PayPal disattiva questa scelta.',
    furtherOff:
      'Attiva prima PayPal nella dashboard di Stripe, in Impostazioni, Metodi di pagamento.',
    unreadable:
      'La chiave non può leggere i metodi del conto. Nel frattempo la pagina di Stripe offre tutti quelli attivi in Stripe. Ecco perché, con le parole di Stripe.',
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
  disconnectText: {
    test: 'I nuovi pagamenti con carta vanno di nuovo alla sandbox.',
    live: 'I nuovi pagamenti con carta non si incassano finché non colleghi di nuovo Stripe.',
  },
}
