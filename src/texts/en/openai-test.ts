/** Texts of the page that tests the AI service. */
export const openaiTest = {
  title: 'Test OpenAI',
  intro: 'Check that the model answers, and what it makes of your figures.',
  connection: {
    title: 'Connection Test',
    about: 'Sends one short question to the model set up on this server.',
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
      'A summary of your payments of the last 90 days. No name, address or ID leaves the server.',
    prompt: 'Prompt',
    prefilled:
      'Analyse the current payment processing trends in e-commerce: what do my own figures show, and what should I look at next?',
    run: 'Run AI Analysis',
    cancel: 'Cancel',
    running: 'Analysing…',
    result: 'Analysis',
    builtin: 'Not made by a model',
    byModel: 'Made by a model: check it against the figures',
    raw: 'Raw response: it contains no analysis',
    failed: 'The analysis failed',
    cancelled: 'Cancelled. The text received so far is kept.',
    complete: 'The analysis is complete.',
    figures: 'Figures used',
    noFigures: 'There are no payments in the last 90 days.',
  },
  features: {
    title: 'AI features',
    about: 'Powered by GPT-4o where a key is set. Each one starts an analysis of your figures.',
    start: (name: string) => `Start: ${name}`,
    startShort: 'Start',
    list: [
      {
        analysis: 'fraud',
        name: 'Fraud detection analysis',
        about: 'Repeated declines and unusual days.',
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
        prompt: 'Which risks do my figures show, and how serious is each?',
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
        about: 'What would make this environment more reliable.',
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
