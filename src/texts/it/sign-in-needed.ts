import type {
  landing as originalLanding,
  signInNeeded as originalPages,
} from '../en/sign-in-needed.ts'
import type { Words } from '../words.ts'

export const signInNeeded: typeof originalPages = {
  title: 'Non hai effettuato l’accesso',
  other: { name: 'Dashboard', text: 'Accedi per vedere incassi, pagamenti e clienti.' },
  pages: [
    { path: '/payments', name: 'Nuovo pagamento', text: 'Accedi per incassare un pagamento.' },
    { path: '/transactions', name: 'Transazioni', text: 'Accedi per vedere le tue transazioni.' },
    { path: '/customers', name: 'Clienti', text: 'Accedi per vedere i tuoi clienti.' },
    { path: '/analytics', name: 'Analisi e rapporti', text: 'Accedi per vedere le tue analisi.' },
    {
      path: '/integration',
      name: 'Integrazione API',
      text: 'Accedi per vedere chiavi API, webhook e chiamate.',
    },
    {
      path: '/api-integrations',
      name: 'Integrazione API',
      text: 'Accedi per vedere chiavi API, webhook e chiamate.',
    },
    { path: '/settings', name: 'Impostazioni', text: 'Accedi per vedere le tue impostazioni.' },
    {
      path: '/audit-log',
      name: 'Registro attività',
      text: 'Accedi per vedere chi ha modificato che cosa.',
    },
    {
      path: '/openai-test',
      name: 'Prova OpenAI',
      text: 'Accedi per vedere se il modello risponde e per fargli domande sui tuoi dati.',
    },
    {
      path: '/clerk-production',
      name: 'Clerk',
      text: 'Accedi per vedere la guida a Clerk in produzione.',
    },
    {
      path: '/clerk-migration',
      name: 'Clerk',
      text: 'Accedi per vedere che cosa manca ancora per passare a Clerk.',
    },
  ],
}

export const landing: Words<typeof originalLanding> = {
  title: 'Incasso',
  subtitle: 'Il tuo gateway per i pagamenti digitali',
  text: 'Incassa con carta, PayPal e bonifico, invia link di pagamento e segui ogni incasso dal vivo.',
  enter: 'Entra nella dashboard',
  register: 'Registrati',
  guide: 'Guida visuale',
  proofs: [
    { title: 'Ogni pagamento, dal vivo', text: 'L’esito è sullo schermo appena si conosce.' },
    {
      title: 'Mai due addebiti',
      text: 'Se la connessione si interrompe e riprovi, l’addebito al cliente è uno solo.',
    },
    { title: 'Numeri che puoi verificare', text: 'Ogni cifra apre i pagamenti da cui nasce.' },
  ],
  picture: {
    label: 'La dashboard, con cifre di esempio',
    takings: 'Incassi, ultimi 7 giorni',
    payments: 'Pagamenti',
    rate: 'Pagamenti riusciti',
    latest: 'Ultimi pagamenti',
  },
}
