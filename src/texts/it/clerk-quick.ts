import { outside } from './guides.ts'

/** The guide in short, for people who have followed it before. Backticks mark text to type as it is. */
export const clerkQuick = {
  title: 'Setup rapido di Clerk',
  intro: 'L’essenziale in sette punti, per una prova su questo computer.',
  checklist: 'Lista di controllo',
  hint: 'Spunta i punti man mano: restano segnati in questo browser.',
  progress: (done: number) => `${done} di 7 fatti`,
  items: [
    {
      id: 'application',
      title: 'Applicazione creata',
      text: '«Create application», nome `Incasso`.',
      link: outside.dashboard,
    },
    {
      id: 'password',
      title: 'Email e password attive',
      text: 'Accesso e registrazione con email, password obbligatoria.',
      link: outside.signInOptions,
    },
    {
      id: 'google',
      title: 'Google attivo',
      text: '«Add connection», «For all users», Google. In sviluppo non servono credenziali.',
      link: outside.connections,
    },
    {
      id: 'keys',
      title: 'Chiavi copiate',
      text: 'La coppia `pk_test_` e `sk_test_`, dalla stessa istanza.',
      link: outside.apiKeys,
    },
    {
      id: 'environment',
      title: 'File .env scritto',
      text: 'Le due chiavi e `APP_URL`; le righe sono in questa pagina.',
      link: undefined,
    },
    {
      id: 'start',
      title: 'Server riavviato',
      text: 'Nelle righe dell’avvio si legge `sign-in     Clerk (…)`.',
      link: undefined,
    },
    {
      id: 'check',
      title: 'Prova fatta',
      text: 'Registrazione in una finestra anonima, verifica dell’email, configurazione dell’account.',
      link: undefined,
    },
  ],
  file: {
    title: 'Le righe del file .env',
    text: 'Incollale nel file `.env`, accanto a `package.json`, e metti le tue chiavi al posto dei puntini.',
    what: 'le righe del file .env',
    code: `APP_URL=http://127.0.0.1:3000
CLERK_PUBLISHABLE_KEY=pk_test_…
CLERK_SECRET_KEY=sk_test_…`,
  },
  start: { title: 'Avvio', what: 'il comando di avvio', code: 'npm start' },
  trouble: {
    title: 'Se il server non parte',
    points: [
      '«must be set too»: manca una delle due chiavi. Per tornare all’accesso incorporato toglile entrambe.',
      '«take both from the same instance»: una chiave è di test e l’altra di produzione.',
      '«must begin with»: la chiave è tagliata o non è quella. Copiala di nuovo per intero.',
    ],
  },
  more: {
    title: 'Per saperne di più',
    full: 'Guida completa in sei passi',
    visual: 'Guida visuale',
    environments: 'Gestione ambienti',
  },
} as const
