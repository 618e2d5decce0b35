import type {
  BusinessType,
  EstimatedVolume,
  VerificationStatus,
} from '#server/core/merchant.schema.ts'
import type { InvitationDelivery, TeamRole } from '#server/features/team/team.schema.ts'

const businessTypes: Record<BusinessType, string> = {
  ecommerce: 'E-commerce',
  retail: 'Retail shop',
  services: 'Services',
  software: 'Software',
  nonprofit: 'Non-profit',
  other: 'Other',
}

const volumes: Record<EstimatedVolume, string> = {
  '0-1000': '€0 – €1,000',
  '1000-5000': '€1,000 – €5,000',
  '5000-10000': '€5,000 – €10,000',
  '10000-50000': '€10,000 – €50,000',
  '50000+': 'More than €50,000',
}

const statuses: Record<VerificationStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  suspended: 'Suspended',
}

const roles: Record<TeamRole, string> = { owner: 'Owner', staff: 'Staff' }

export const settings = {
  signedOut: 'Sign in to see the settings of your business.',
  noMerchant: 'Complete the onboarding first: there is no business to set up yet.',
  tabs: {
    label: 'Settings',
    business: 'Business',
    team: 'Team',
    payments: 'Payments',
    look: 'Branding',
  },
  auditLog: {
    title: 'Audit log',
    text: 'Who changed what in this business, from where, and how it was before.',
    open: 'Open the audit log',
  },
  payments: {
    methods: 'Payment methods',
    methodsText: {
      test: (_names: string) =>
        'How test payments are processed: by the sandbox, or by the test account that you connected. No real charges.',
      live: (names: string) =>
        `Cards: connect ${names}. Bank transfers: enter your IBAN. PayPal: not available yet for real payments.`,
    },
    standing: {
      test: 'Sandbox',
      live: 'Not connected',
      transfer: 'Your account',
    },
    books: 'Test and live mode',
    booksText: {
      test: 'You are in test mode. Real payments, customers, keys and webhooks are in live mode. The two are separate.',
      live: 'You are in live mode. Your test payments are in test mode. The two are separate.',
    },
    open: { test: 'Switch to test mode', live: 'Switch to live mode' },
    goLive: 'Activate live payments',
    goLiveText:
      'Adds live mode for real payments. It starts empty, with its own API keys and webhooks. Your team is the same in both modes.',
    demo: 'A demo stays in test mode. Sign up with your own account to take real payments.',
    ownersOnly: 'Only owners can activate live payments. Ask an owner.',
    question: 'Activate live payments?',
    questionText: (names: string) =>
      `Live mode is created once and cannot be removed. To take cards, connect ${names} there, on this page. Switch between test and live mode at the top of each page.`,
    cancel: 'Cancel',
    failed: 'Live payments were not activated',
  },
  failed: 'Not saved',
  none: '—',
  business: {
    profile: 'Business profile',
    counting: 'Currency and time zone',
    countingText: 'Totals are in this currency, and business days are in this time zone.',
    account: 'Account',
    readOnly: 'Only owners can change these settings. Ask an owner if something is wrong.',
    fields: {
      businessName: 'Business name',
      businessType: 'Type of business',
      businessPhone: 'Phone',
      businessAddress: 'Address',
      businessWebsite: 'Website',
      businessDescription: 'Description',
      estimatedVolume: 'Estimated monthly volume',
      currency: 'Reporting currency',
      timezone: 'Time zone',
      email: 'Email',
      verificationStatus: 'Status',
      id: 'Merchant ID',
      createdAt: 'Created',
    },
    businessTypes,
    volumes,
    statuses,
    currencies: { first: 'Most chosen', others: 'All others' },
    offered: {
      title: 'Currencies',
      text: 'US dollars, euros and pounds are always offered. Add others for your payment form and filters. The API takes payments in every currency.',
      label: 'Other currencies',
      placeholder: 'Name or code',
      none: 'No other currencies',
      noMatch: 'No currency matches',
      done: { title: 'Currencies saved', message: 'The payment form offers them from now on.' },
    },
    noVolume: 'Not specified',
    currencyHelp: 'Totals count the payments in this currency.',
    timeThere: (time: string) => `It is ${time} there now.`,
    noZone: 'No matching time zone',
    copyId: 'Copy merchant ID',
    addressHelp: 'Shown on your payment pages and receipts.',
    missingName: 'Enter the name of your business.',
    missingPhone: 'Enter a phone number.',
    refused: 'Correct the marked fields and save again.',
    save: 'Save',
    saving: 'Saving…',
    done: { title: 'Settings saved', message: 'They apply from now on.' },
    recount: {
      title: 'Save and recalculate?',
      text: 'Days and totals are recalculated.',
      zone: (from: string, to: string) =>
        `Time zone, ${from} to ${to}: payments move to the business days of the new zone, on the dashboard, in the reports and in every date shown.`,
      currency: (from: string, to: string) =>
        `Reporting currency, ${from} to ${to}: totals count only payments in ${to}. Nothing is converted.`,
      kept: 'Payments themselves stay as they are, and you can change this back.',
      action: 'Save and recalculate',
      back: 'Cancel',
    },
  },
  customerMails: {
    title: 'Customer emails',
    text: 'Emails that your customers get about their payments.',
    testOnly: 'In test mode only members of your team get these emails.',
    servers: {
      sends: '',
      prints: 'This server sends no email: it only writes it to its log.',
      none: 'This server sends no email.',
    },
    isOn: 'Send customers receipts',
    isOnHelp:
      'For payments by link and for refunds. The reason and the note of a refund are left out.',
    language: 'Language of customer emails',
    languages: { it: 'Italiano', en: 'English' },
    on: (language: string) =>
      `Customers get receipts for payments by link and for refunds. Language: ${language}.`,
    off: 'Customers get no emails.',
    save: 'Save',
    saving: 'Saving…',
    done: { title: 'Customer emails saved', message: 'This applies from now on.' },
  },
  refundLimits: {
    title: 'Refunds by staff',
    text: 'Refunds by staff above a limit wait for an owner’s approval. With a limit, refunds in other currencies also wait, and only an owner can release more than the limit from an authorised payment. Limits keep their currency: clear both to set them in another.',
    one: 'For one refund',
    day: 'In a day, for each person',
    forOne: (amount: string) => `Up to ${amount} in one refund.`,
    forDay: (amount: string) => `Up to ${amount} in a day.`,
    noneForOne: 'No limit for one refund.',
    noneForDay: 'No limit for a day.',
    unlimited: 'Staff refund without a limit.',
    notAnAmount: 'Enter an amount such as 50.00, or leave the field empty.',
    save: 'Save',
    saving: 'Saving…',
    done: { title: 'Limits saved', message: 'They apply to refunds from now on.' },
  },
  team: {
    members: 'Members',
    membersText:
      'Owners can do everything. Staff can do everything except manage keys, secrets, settings and the team.',
    loadFailed: 'The team could not be loaded',
    roles,
    you: 'You',
    unknown: 'Unknown person',
    noEmail: 'This person’s sign-in no longer exists.',
    since: 'Since',
    soleOwner: 'The only owner. Make another member an owner before you leave.',
    failed: 'The change was not made',
    lastOwner: 'A business needs an owner. Make another member an owner first.',
    promote: {
      open: 'Make owner',
      title: (name: string) => `Make ${name} an owner?`,
      text: 'Owners can manage everything: keys, secrets, settings and the team, and can also remove you.',
      action: 'Make owner',
      back: 'Cancel',
      done: (name: string) => ({ title: 'Role changed', message: `${name} is an owner now.` }),
    },
    demote: {
      open: 'Make staff',
      title: (name: string) => `Make ${name} staff?`,
      text: 'Staff cannot manage keys, secrets, settings or the team. Open invitations from this person are revoked.',
      action: 'Make staff',
      back: 'Cancel',
      done: (name: string) => ({ title: 'Role changed', message: `${name} is staff now.` }),
    },
    remove: {
      open: 'Remove',
      title: (name: string) => `Remove ${name} from the team?`,
      text: 'They lose access at once. The payments they took are kept.',
      action: 'Remove',
      back: 'Cancel',
      done: (name: string) => ({ title: 'Removed', message: `${name} no longer has access.` }),
    },
    leave: {
      open: 'Leave',
      title: (business: string) => `Leave ${business}?`,
      text: 'You lose access at once. Only an owner can invite you again.',
      action: 'Leave',
      back: 'Cancel',
      done: (business: string) => ({ title: 'You have left', message: business }),
    },
    openOne: (action: string, name: string) => `${action}: ${name}`,
    invitations: 'Open invitations',
    noInvitations: 'No open invitations.',
    anybody: 'Anyone with the link',
    expires: 'Expires',
    mail: {
      waiting: 'The email with the link is on its way.',
      sent: 'The email with the link was sent.',
      failed:
        'The email with the link could not be sent. Check the address, revoke this invitation and invite again.',
    },
    mailFailed: 'Email not sent',
    revoke: 'Revoke',
    revokeOne: (whom: string) => `Revoke: ${whom}`,
    revoked: { title: 'Invitation revoked', message: 'Its link no longer works.' },
    invite: {
      open: 'Invite a team member',
      title: 'Invite a team member',
      role: 'Role',
      roleHelp: {
        staff:
          'Can take payments and see everything, but cannot manage keys, secrets, settings or the team.',
        owner: 'Can do everything that you can do.',
      },
      email: 'Email',
      emailHelp: 'Optional. If you enter one, only this address can accept the invitation.',
      badEmail: 'Enter a complete email address, such as name@company.com.',
      submit: 'Create invitation',
      submitting: 'Creating…',
      cancel: 'Cancel',
      doneTitle: 'Invitation ready',
      link: 'Invitation link',
      delivered: {
        none: () => 'Send this link yourself. It is shown only now and works once.',
        queued: (email) =>
          `An email to ${email} is on its way. You can also send the link yourself: it is shown only now and works once.`,
        printed: (email) =>
          `Not emailed: this server has no mail server, so the email is in its log. Send the link to ${email} yourself: it is shown only now and works once.`,
        limited: (email) =>
          `Not emailed: too many invitations were sent recently. Send the link to ${email} yourself: it is shown only now and works once.`,
      } satisfies Record<InvitationDelivery, (email: string) => string>,
      onlyFor: (email: string) => `Only ${email} can accept it.`,
      copy: 'Copy link',
      copied: 'Copied',
      notCopied: 'The browser did not copy it. Select the link and copy it yourself.',
      done: 'Close',
    },
  },
} as const
