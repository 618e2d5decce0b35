/** The page that tries the AI service. */
export const openaiTest = {
  title: 'Test OpenAI',
  intro: 'See whether the model answers, and what it makes of your figures.',
  connection: {
    title: 'Connection Test',
    about: 'Sends one short question to the model that this server is set up with.',
    run: 'Test OpenAI Connection',
    running: 'Asking the model…',
    works: 'Connected',
    model: 'Model',
    failed: 'Connection failed',
    setUp: 'How to set up the key',
  },
  analysis: {
    title: 'AI Analysis Test',
    about:
      'The last 90 days of your own payments, summed up. No name, address or id leaves the server.',
    prompt: 'Prompt',
    prefilled:
      'Analyze the current payment processing trends in e-commerce: what do my own figures show, and what should I look at next?',
    run: 'Run AI Analysis',
    cancel: 'Cancel',
    running: 'Analysing…',
    result: 'Analysis',
    builtin: 'Not made by a model',
    byModel: 'Made by a model: check it against the figures',
    raw: 'The answer as it came: there is no analysis in it',
    failed: 'The analysis failed',
    cancelled: 'Cancelled. What had come until then stays.',
    complete: 'The analysis is complete.',
    figures: 'Figures it stands on',
    noFigures: 'There are no payments in the last 90 days.',
  },
  features: {
    title: 'AI features',
    about: 'Powered by GPT-4o where a key is set. Each starts its analysis of your figures.',
    start: (name: string) => `Start: ${name}`,
    startShort: 'Start',
    list: [
      {
        analysis: 'fraud',
        name: 'Fraud detection analysis',
        about: 'Declines that pile up, and days far from the usual.',
        prompt: 'Which of my figures could point to fraud, and which rows should I check first?',
      },
      {
        analysis: 'patterns',
        name: 'Transaction pattern insights',
        about: 'Methods, days and times of the week.',
        prompt: 'Which patterns do my transactions show by method, day and time of the week?',
      },
      {
        analysis: 'risk',
        name: 'Risk assessment',
        about: 'Failures, falling revenue, currencies.',
        prompt: 'Which risks do my figures show, and how grave is each?',
      },
      {
        analysis: 'configuration',
        name: 'Configuration recommendations',
        about: 'What the set-up of this server still lacks.',
        prompt: 'What should be changed in the configuration of this server?',
      },
      {
        analysis: 'environment',
        name: 'Environment optimization',
        about: 'What would make this environment steadier.',
        prompt: 'How can this environment be improved?',
      },
      {
        analysis: 'debug',
        name: 'Debug assistance',
        about: 'Why payments fail or wait.',
        prompt: 'Payments fail or stay pending: what should I look at first?',
      },
    ],
  },
} as const
