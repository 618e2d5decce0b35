type Words = { name: string; text: string }

/** Shown to visitors of the development app on pages whose data requires signing in. */
export const signInNeeded: { title: string; other: Words; pages: (Words & { path: string })[] } = {
  title: 'You are signed out',
  other: { name: 'Dashboard', text: 'Sign in to see your takings, payments and customers.' },
  pages: [
    { path: '/payments', name: 'Process Payment', text: 'Sign in to take a payment.' },
    {
      path: '/transactions',
      name: 'Transaction History',
      text: 'Sign in to see your transactions.',
    },
    { path: '/customers', name: 'Customer Management', text: 'Sign in to see your customers.' },
    { path: '/analytics', name: 'Analytics & Reports', text: 'Sign in to see your analytics.' },
    {
      path: '/integration',
      name: 'API Integration',
      text: 'Sign in to see your API keys, webhooks and calls.',
    },
    {
      path: '/api-integrations',
      name: 'API Integration',
      text: 'Sign in to see your API keys, webhooks and calls.',
    },
    { path: '/settings', name: 'Settings', text: 'Sign in to see your settings.' },
    { path: '/audit-log', name: 'Audit Log', text: 'Sign in to see who changed what.' },
    {
      path: '/openai-test',
      name: 'Test OpenAI',
      text: 'Sign in to see whether the model answers, and to ask about your figures.',
    },
    {
      path: '/clerk-production',
      name: 'Clerk',
      text: 'Sign in to see the guide to Clerk in production.',
    },
    {
      path: '/clerk-migration',
      name: 'Clerk',
      text: 'Sign in to see what the move to Clerk still needs.',
    },
  ],
}

export const landing = {
  title: 'Incasso',
  subtitle: 'Your gateway for digital payments',
  text: 'Take payments by card, PayPal and bank transfer, send payment links, and follow each payment live.',
  enter: 'Enter the dashboard',
  register: 'Sign up',
  guide: 'Visual guide',
  proofs: [
    { title: 'Every payment, live', text: 'The outcome is on your screen as soon as it is known.' },
    {
      title: 'Never charged twice',
      text: 'If the connection fails and you try again, the customer is charged only once.',
    },
    { title: 'Figures you can check', text: 'Each number opens the payments it is made of.' },
  ],
  picture: {
    label: 'The dashboard, with example figures',
    takings: 'Takings, last 7 days',
    payments: 'Payments',
    rate: 'Success rate',
    latest: 'Latest payments',
  },
} as const
