import { openaiConfig as italian } from '../it/openai-config.ts'
import type { Words } from '../words.ts'

export const openaiConfig: Words<typeof italian> = {
  title: 'OpenAI configuration',
  intro: 'The variables that connect an AI service, and how to prepare them safely.',
  advice: {
    title: 'Advice for this server',
    text: 'It follows from the present configuration. With an OpenAI key the model writes it, otherwise Incasso does. Values are placeholders.',
    run: 'Generate configuration',
    again: 'Generate again',
    replit: 'Replit Secrets',
    vercel: 'Vercel environment variables',
    steps: 'Steps',
    advice: 'Advice',
    code: { replit: 'the secrets for Replit', vercel: 'the variables for Vercel' },
  },
  variables: {
    title: 'The variables',
    missing: (value: string) => `If it is missing: ${value}`,
    rows: [
      {
        name: 'OPENAI_API_KEY',
        value: 'no AI service',
        meaning:
          'The key of the service. It is a secret: it stays on the server, in the `.env` file, and not in the code.',
      },
      {
        name: 'OPENAI_BASE_URL',
        value: 'the address of OpenAI',
        meaning:
          'The address of another service with the same interface, such as a model on your own server.',
      },
      {
        name: 'OPENAI_MODEL',
        value: 'gpt-4o',
        meaning: 'The model to use. The key must be allowed to call it.',
      },
    ],
  },
  file: {
    title: 'The lines of the .env file',
    what: 'the lines of the .env file',
    code: italian.file.code,
  },
  steps: {
    title: 'How to prepare the key',
    points: [
      'Create a key for Incasso alone, so that you can revoke it without stopping anything else.',
      'Set a spending limit in your OpenAI account.',
      'Use different keys for development, staging and production.',
      'Put it in the `.env` file beside `package.json`: Git does not record it.',
    ],
  },
  links: [
    { label: 'OpenAI keys', href: 'https://platform.openai.com/api-keys' },
    { label: 'OpenAI documentation', href: 'https://platform.openai.com/docs' },
  ],
  environments: 'Environments',
}
