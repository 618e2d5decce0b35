/** Texts of the configuration page. Backticks mark text to type as it is. */
export const openaiConfig = {
  title: 'Config OpenAI',
  intro: 'Le variabili con cui si collega un servizio AI, e come prepararle senza rischi.',
  advice: {
    title: 'Consigli per questo server',
    text: 'Sono generati dalla configurazione attuale: con una chiave OpenAI dal modello, altrimenti da Incasso. I valori sono segnaposto.',
    run: 'Genera configurazione',
    again: 'Genera di nuovo',
    replit: 'Replit Secrets',
    vercel: 'Variabili d’ambiente di Vercel',
    steps: 'Passi',
    advice: 'Consigli',
    code: { replit: 'i segreti per Replit', vercel: 'le variabili per Vercel' },
  },
  variables: {
    title: 'Le variabili',
    missing: (value: string) => `Se manca: ${value}`,
    rows: [
      {
        name: 'OPENAI_API_KEY',
        value: 'nessun servizio AI',
        meaning:
          'La chiave del servizio. È un segreto: resta sul server, nel file `.env`, e non va nel codice.',
      },
      {
        name: 'OPENAI_BASE_URL',
        value: 'l’indirizzo di OpenAI',
        meaning:
          'L’indirizzo di un altro servizio con la stessa interfaccia, per esempio un modello sul tuo server.',
      },
      {
        name: 'OPENAI_MODEL',
        value: 'gpt-4o',
        meaning: 'Il modello da usare. Deve essere tra quelli che la chiave può chiamare.',
      },
    ],
  },
  file: {
    title: 'Le righe del file .env',
    what: 'le righe del file .env',
    code: `OPENAI_API_KEY=
# OPENAI_BASE_URL=https://api.openai.com/v1
# OPENAI_MODEL=gpt-4o`,
  },
  steps: {
    title: 'Come preparare la chiave',
    points: [
      'Crea una chiave solo per Incasso, così puoi revocarla senza fermare altro.',
      'Imposta un limite di spesa nel tuo account OpenAI.',
      'Usa chiavi diverse per sviluppo, staging e produzione.',
      'Scrivila nel file `.env` accanto a `package.json`: Git non lo registra.',
    ],
  },
  links: [
    { label: 'Chiavi di OpenAI', href: 'https://platform.openai.com/api-keys' },
    { label: 'Documentazione di OpenAI', href: 'https://platform.openai.com/docs' },
  ],
  environments: 'Gestione ambienti',
} as const
