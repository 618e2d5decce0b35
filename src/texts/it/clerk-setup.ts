import { outside } from './guides.ts'

/** The full guide, step by step. Backticks mark text to type as it is. */
export const clerkSetup = {
  title: 'Guida alla configurazione di Clerk',
  intro:
    'Senza Clerk le persone accedono con l’email e la password custodite da Incasso. Con Clerk l’accesso, le email di verifica e Google li gestisce Clerk. Sono sei passi: i primi cinque richiedono circa un quarto d’ora, per la produzione serve anche un dominio.',
  tracker: 'I sei passi',
  trackerHint: 'Fai clic su un passo quando l’hai finito. I progressi restano in questo browser.',
  badge: (done: number) => `${done} di 6 completati`,
  progress: 'Passi completati',
  restart: 'Ricomincia',
  position: (step: number) => `Passo ${step} di 6`,
  guide: 'Istruzioni del passo',
  previous: 'Passo precedente',
  next: 'Passo successivo',
  code: { file: 'le righe del file .env', command: 'il comando di avvio' },
  complete: {
    title: 'Configurazione completata',
    text: 'Hai segnato tutti e sei i passi. Nella gestione degli ambienti controlla chi gestisce gli accessi: deve essere Clerk.',
    link: 'Vai alla gestione degli ambienti',
  },
  keys: {
    title: 'Chiavi di esempio',
    text: 'Segnaposto per riconoscere la forma di ogni chiave. Non sono valide: se non le sostituisci, il server si ferma all’avvio e indica quale variabile correggere.',
    samples: [
      { name: 'CLERK_PUBLISHABLE_KEY', value: 'pk_test_ESEMPIO-la-tua-chiave-pubblicabile' },
      { name: 'CLERK_SECRET_KEY', value: 'sk_test_ESEMPIO-la-tua-chiave-segreta' },
      {
        name: 'CLERK_JWT_KEY',
        value: '-----BEGIN PUBLIC KEY-----\\nESEMPIO\\n-----END PUBLIC KEY-----',
      },
    ],
  },
  steps: [
    {
      id: 'application',
      title: 'Crea l’applicazione in Clerk',
      text: 'Un’applicazione di Clerk contiene le persone che accedono a Incasso e le regole con cui lo fanno.',
      points: [
        'Entra nella dashboard di Clerk, oppure crea prima un account.',
        'Scegli «Create application» e chiamala `Incasso`: il nome compare nelle email che Clerk spedisce.',
        'Clerk crea subito un’istanza di sviluppo: basta per i primi cinque passi, e non chiede un dominio.',
      ],
      code: '',
      links: [outside.signUp, outside.dashboard, outside.setupDocs],
    },
    {
      id: 'methods',
      title: 'Attiva email con password e Google',
      text: 'Incasso mostra il modulo di accesso di Clerk: i metodi che attivi qui compaiono nella pagina di accesso, senza altre modifiche.',
      points: [
        'In «User & authentication» attiva l’accesso e la registrazione con l’email.',
        'Nella scheda «Password» attiva la registrazione con password e lasciala obbligatoria.',
        'Attiva anche il nome e il cognome: Incasso saluta le persone per nome.',
        'In «SSO connections» scegli «Add connection», «For all users», poi Google. Nell’istanza di sviluppo bastano le credenziali condivise di Clerk.',
      ],
      code: '',
      links: [outside.signInOptions, outside.connections, outside.googleDocs],
    },
    {
      id: 'keys',
      title: 'Copia le chiavi',
      text: 'Tutte le chiavi stanno in «API keys». Prendile dalla stessa istanza: una chiave di test e una di produzione insieme fermano l’avvio.',
      points: [
        '`CLERK_PUBLISHABLE_KEY` inizia con `pk_test_` o `pk_live_`. Arriva al browser: non è un segreto.',
        '`CLERK_SECRET_KEY` inizia con `sk_test_` o `sk_live_`. Resta sul server: non metterla nel codice e non inviarla per email.',
        '`CLERK_JWT_KEY` è facoltativa: è la chiave pubblica in formato PEM («JWKS Public Key»). Con questa il server verifica i token senza chiedere a Clerk.',
      ],
      code: '',
      links: [outside.apiKeys],
    },
    {
      id: 'environment',
      title: 'Scrivi le variabili nel file .env',
      text: 'Il file `.env` sta nella cartella di Incasso, accanto a `package.json`. Git non lo registra.',
      points: [
        'Le prime due variabili vanno sempre insieme: una sola ferma l’avvio.',
        'La chiave PEM va in una riga: scrivi `\\n` al posto di ogni a capo.',
        '`APP_URL` è l’indirizzo che le persone scrivono nel browser, senza percorso.',
        '`CLERK_AUTHORIZED_PARTIES` serve di rado: è l’elenco delle origini di cui Incasso accetta i token, separate da virgole. Se manca vale `APP_URL`, e in sviluppo anche `localhost` e `127.0.0.1` sulla stessa porta.',
      ],
      code: `APP_URL=http://127.0.0.1:3000
CLERK_PUBLISHABLE_KEY=pk_test_…
CLERK_SECRET_KEY=sk_test_…
# CLERK_JWT_KEY=-----BEGIN PUBLIC KEY-----\\n…\\n-----END PUBLIC KEY-----
# CLERK_AUTHORIZED_PARTIES=https://pay.example.com`,
      links: [],
    },
    {
      id: 'start',
      title: 'Avvia Incasso e controlla',
      text: 'Le variabili si leggono una volta sola, all’avvio: ferma il server e riavvialo.',
      points: [
        'Se una variabile non va, il server non parte e indica quale variabile correggere.',
        'Se tutto va bene, in fondo alle righe dell’avvio leggi `sign-in     Clerk (…)` con il nome della tua istanza.',
        'Apri la pagina di accesso in una finestra anonima e registrati: dopo la verifica dell’email si apre la configurazione dell’account.',
        'Gli account creati prima con email e password restano nel database, ma con Clerk non si usano: ognuno si registra di nuovo, con un’attività nuova.',
      ],
      code: 'npm start',
      links: [],
    },
    {
      id: 'production',
      title: 'Passa a staging e produzione',
      text: 'Le istanze di sviluppo di Clerk sono fatte per le prove: hanno un limite di utenti, e gli utenti non si spostano in produzione.',
      points: [
        'Produzione: nel selettore in alto scegli «Create production instance» e scrivi il tuo dominio. «SSO connections» e «Paths» vanno impostate di nuovo.',
        'DNS: in «Domains» trovi i record CNAME da creare presso il tuo gestore, per esempio `clerk`, `accounts` e quelli della posta. Clerk emette i certificati dopo la propagazione dei record, che può richiedere fino a due giorni.',
        'Google: in produzione servono credenziali tue. Creale nella console di Google Cloud, con l’URI di reindirizzamento che mostra Clerk.',
        'Staging: Clerk non ha istanze di staging. Crea una seconda applicazione con un suo sottodominio, per esempio `staging.example.com`.',
        'Sul server: chiavi `pk_live_` e `sk_live_`, `APP_ENV=production`, `APP_URL` con https e una `SECRET_KEY`. Poi riavvia.',
      ],
      code: '',
      links: [outside.productionDocs, outside.domains, outside.googleConsole, outside.instanceDocs],
    },
  ],
} as const
