import type { Words } from '#client/texts/words.ts'
import type { paypal as original } from '../en/paypal.ts'

export const paypal: Words<typeof original> = {
  title: 'PayPal',
  text: {
    test: 'I pagamenti con PayPal vanno alla sandbox. Collega un conto PayPal di prova per usare le pagine di PayPal.',
    live: 'Collega il tuo conto PayPal, così i clienti possono pagarti con PayPal.',
  },
  connectedText: {
    test: 'I pagamenti con PayPal vanno al tuo conto PayPal di prova. Nessun addebito reale.',
    live: 'I pagamenti con PayPal sono accreditati sul tuo conto PayPal.',
  },
  takes: {
    paypal: {
      test: 'L’incasso va al tuo conto PayPal di prova. Poi apri la pagina di PayPal o invia il link al cliente, che autorizza il pagamento su quella pagina. Nessun addebito reale.',
      live: 'L’importo è accreditato sul tuo conto PayPal. Poi apri la pagina di PayPal o invia il link al cliente, che autorizza il pagamento su quella pagina.',
    },
  },
  facts: {
    clientId: 'Client ID',
    environment: 'Ambiente',
    environments: { test: 'Sandbox di PayPal', live: 'Pagamenti reali' },
    arrival: 'Esiti dei pagamenti',
    since: 'Collegato dal',
    byEvents: (elapsed) => `Inviati subito da PayPal, l’ultimo ${elapsed} fa`,
    byPolling: (elapsed) => `Richiesti a PayPal, l’ultima volta ${elapsed} fa`,
    notPolled: 'Non ancora richiesti a PayPal',
    unheard: 'PayPal non ha ancora inviato nulla.',
    notReachable: 'PayPal invia subito gli esiti solo a siti pubblici con https.',
    reconnect: 'Per ricevere subito gli esiti, scollega PayPal e collegalo di nuovo.',
  },
  form: {
    steps: {
      test: [
        'Accedi a PayPal per sviluppatori con il tuo conto PayPal Business.',
        'Apri Apps & Credentials, scegli Sandbox e crea un’app.',
        'Copia qui Client ID e Secret key dell’app.',
      ],
      live: [
        'Accedi a PayPal per sviluppatori con il tuo conto PayPal Business.',
        'Apri Apps & Credentials, scegli Live e crea un’app.',
        'Copia qui Client ID e Secret key dell’app.',
      ],
    },
    keysPage: 'Apri Apps & Credentials in PayPal',
    clientId: 'Client ID',
    secret: 'Secret key',
    notify: 'Ricevi subito gli esiti (consigliato)',
    notifyHelp:
      'PayPal comunica a Incasso ogni novità su pagamenti, rimborsi e contestazioni. Altrimenti Incasso richiede gli esiti a PayPal, e arrivano un po’ più tardi.',
    notReachable: (url) =>
      `Qui non è possibile: PayPal raggiunge solo siti pubblici con https, e questo sito è ${url}. Incasso richiede gli esiti a PayPal, e arrivano un po’ più tardi.`,
  },
  missing: { clientId: 'Inserisci il Client ID.', secret: 'Inserisci la Secret key.' },
  malformed: {
    clientId: 'Inserisci il Client ID completo, come lo mostra PayPal: solo lettere, cifre, - e _.',
    secret: 'Inserisci la Secret key completa, come la mostra PayPal: solo lettere, cifre, - e _.',
    same: 'È di nuovo il Client ID. Inserisci la Secret key, che PayPal mostra più in basso.',
  },
  otherMode: {
    test: 'In prova servono le chiavi di un’app in Sandbox: quelle in Live non sono valide.',
    live: 'Nei pagamenti reali servono le chiavi di un’app in Live: quelle in Sandbox non sono valide.',
  },
  connect: {
    title: 'Collega PayPal',
    submit: 'Collega',
    submitting: 'Collegamento…',
    cancel: 'Annulla',
    done: {
      title: 'PayPal collegato',
      message: 'Da questo momento i pagamenti con PayPal vanno al tuo conto.',
    },
  },
  change: {
    title: 'Cambia chiavi',
    text: 'Per lo stesso conto PayPal. Inserisci entrambe le chiavi.',
    submit: 'Salva le chiavi',
    submitting: 'Salvataggio…',
    cancel: 'Annulla',
    done: { title: 'Chiavi salvate', message: 'Valgono da questo momento.' },
  },
  disconnectText: {
    test: 'I nuovi pagamenti con PayPal vanno di nuovo alla sandbox.',
    live: 'Non puoi incassare nuovi pagamenti con PayPal finché non lo colleghi di nuovo.',
  },
}
