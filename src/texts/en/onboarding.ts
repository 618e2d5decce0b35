import type { BusinessType, EstimatedVolume } from '#server/core/merchant.schema.ts'
import type { onboarding as original } from '../it/onboarding.ts'
import type { Words } from '../words.ts'

const businessTypes: Record<BusinessType, string> = {
  ecommerce: 'E-commerce',
  retail: 'Retail shop',
  services: 'Services',
  software: 'Software',
  nonprofit: 'Non-profit organisation',
  other: 'Other',
}

const volumes: Record<EstimatedVolume, string> = {
  '0-1000': '€0 – €1,000',
  '1000-5000': '€1,000 – €5,000',
  '5000-10000': '€5,000 – €10,000',
  '10000-50000': '€10,000 – €50,000',
  '50000+': 'Over €50,000',
}

export const onboarding: Words<typeof original> = {
  progress: (step: number) => `Step ${step} of 5`,
  steps: ['Welcome', 'Business details', 'Further details', 'Check and confirm', 'Complete'],
  back: 'Back',
  next: 'Continue',
  submit: 'Complete set-up',
  submitting: 'Completing…',
  optional: 'optional',
  use: (text: string) => `Use ${text}`,
  welcome: {
    title: (firstName: string) => (firstName ? `Welcome, ${firstName}!` : 'Welcome!'),
    text: 'Let us set up your merchant account together: it takes two minutes.',
    benefits: [
      { title: 'Take payments at once', text: 'Card, PayPal and bank transfer in one place.' },
      { title: 'Everything in view', text: 'Each payment with its status, in real time.' },
      { title: 'Your data kept safe', text: 'Card details never leave the browser.' },
    ],
  },
  business: {
    title: 'Business details',
    text: 'About your business. Fields with an asterisk are required.',
    businessName: 'Business name',
    businessNamePlaceholder: 'Rossi Bakery',
    businessType: 'Type of business',
    businessTypePlaceholder: 'Choose a type',
    businessTypes,
    businessPhone: 'Phone',
    businessPhonePlaceholder: '+39 06 1234567',
    businessAddress: 'Address',
    businessAddressPlaceholder: 'Via Roma 1, 00184 Rome',
    incomplete: 'Enter name, type and phone to continue.',
  },
  details: {
    title: 'Further details',
    text: 'All optional: you can continue without them.',
    businessWebsite: 'Website',
    businessWebsitePlaceholder: 'https://www.example.com',
    businessDescription: 'Description',
    businessDescriptionPlaceholder: 'What do you sell, and to whom?',
    estimatedVolume: 'Estimated monthly volume',
    estimatedVolumePlaceholder: 'Choose a range',
    volumes,
    currency: 'Currency',
    currencyHelp: 'For totals and for new payments. You can change it in the settings.',
    currencies: { first: 'Most chosen', others: 'All others' },
  },
  review: {
    title: 'Check and confirm',
    text: 'Check the details before you complete the set-up.',
    email: 'Email',
    empty: '—',
    terms: { before: 'I accept the ', link: 'terms and conditions' },
    privacy: { before: 'I accept the ', link: 'privacy policy' },
    newTab: '(opens in a new tab)',
    mustAccept: 'You must accept the terms and conditions and the privacy policy',
    ownerOnly: 'Only the owner of the business can complete the set-up.',
    issues: 'Correct these details and try again:',
    // The English problem is a sentence that already names its field.
    issue: (_field: string, words: string) => words,
  },
  done: {
    pendingTitle: 'Completing…',
    pendingText: 'We are setting up your merchant account.',
    title: 'Set-up complete',
    text: 'Your account is ready. The dashboard opens in a moment.',
    payments: 'Process a payment',
    integration: 'Set up the API',
    dashboard: 'Go to the dashboard',
  },
  success: {
    title: 'Onboarding complete',
    message: 'Your merchant account was set up.',
  },
  failure: {
    title: 'Error',
    message: 'Something went wrong during the set-up.',
  },
  loading: 'Loading your account',
  signInFirst: 'Sign in to set up your merchant account.',
  lookupFailed: 'Your account could not be loaded',
  fields: {
    businessName: 'Business name',
    businessType: 'Type of business',
    businessPhone: 'Phone',
    businessAddress: 'Address',
    businessWebsite: 'Website',
    businessDescription: 'Description',
    estimatedVolume: 'Estimated monthly volume',
    currency: 'Currency',
  },
}
