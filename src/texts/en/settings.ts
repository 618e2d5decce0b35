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

const currencies = { USD: 'US dollar (USD)', EUR: 'Euro (EUR)', GBP: 'Pound sterling (GBP)' }

const roles: Record<TeamRole, string> = { owner: 'Owner', staff: 'Staff' }

export const settings = {
  signedOut: 'Sign in to see the settings of your business.',
  noMerchant: 'Complete the onboarding first: there is no business to set up yet.',
  tabs: { label: 'Settings', business: 'Business', team: 'Team' },
  auditLog: {
    title: 'Audit log',
    text: 'Who changed what in this business, from where, and how it was before.',
    open: 'Open the audit log',
  },
  failed: 'Not saved',
  none: '—',
  business: {
    profile: 'Business profile',
    counting: 'Money and days',
    countingText: 'What your days and totals are counted in.',
    account: 'Account',
    readOnly: 'Only an owner changes these settings. Ask one if something is wrong.',
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
      email: 'E-mail',
      verificationStatus: 'Status',
      id: 'Merchant ID',
      createdAt: 'Since',
    },
    businessTypes,
    volumes,
    statuses,
    currencies,
    noVolume: 'Not said',
    currencyHelp: 'Totals count the payments in this currency.',
    timeThere: (time: string) => `It is ${time} there now.`,
    noZone: 'No time zone is called that',
    copyId: 'Copy merchant ID',
    missingName: 'Enter the name of your business.',
    missingPhone: 'Enter a phone number.',
    refused: 'Correct the marked fields and save again.',
    save: 'Save changes',
    saving: 'Saving…',
    done: { title: 'Settings saved', message: 'They count from now on.' },
    recount: {
      title: 'Save and count anew?',
      text: 'Days and totals are counted anew.',
      zone: (from: string, to: string) =>
        `Time zone, ${from} to ${to}: payments move to the business days of the new zone, on the dashboard, in the reports and in every date shown.`,
      currency: (from: string, to: string) =>
        `Reporting currency, ${from} to ${to}: totals count the payments in ${to} and no others. Nothing is converted.`,
      kept: 'Payments themselves stay as they are, and you can change this back.',
      action: 'Save and count anew',
      back: 'Go back',
    },
  },
  team: {
    members: 'Members',
    membersText:
      'Owners may do everything. Staff do everything but keys, secrets, settings and team.',
    loadFailed: 'The team could not be loaded',
    roles,
    you: 'You',
    unknown: 'Unknown person',
    noEmail: 'The sign-in no longer knows this person.',
    since: 'Since',
    soleOwner: 'The only owner. Make another member an owner before you leave.',
    failed: 'Not done',
    lastOwner: 'A business needs an owner. Make another member an owner first.',
    promote: {
      open: 'Make owner',
      title: (name: string) => `Make ${name} an owner?`,
      text: 'Owners may do everything: keys, secrets, settings, and the team, you included.',
      action: 'Make owner',
      back: 'Keep as staff',
      done: (name: string) => ({ title: 'Role changed', message: `${name} is an owner now.` }),
    },
    demote: {
      open: 'Make staff',
      title: (name: string) => `Make ${name} staff?`,
      text: 'Keys, secrets, settings and team are closed to staff. Invitations that this person made end.',
      action: 'Make staff',
      back: 'Keep as owner',
      done: (name: string) => ({ title: 'Role changed', message: `${name} is staff now.` }),
    },
    remove: {
      open: 'Remove',
      title: (name: string) => `Remove ${name} from the team?`,
      text: 'They lose access at once. Payments that they took stay.',
      action: 'Remove',
      back: 'Keep in the team',
      done: (name: string) => ({ title: 'Removed', message: `${name} no longer has access.` }),
    },
    leave: {
      open: 'Leave',
      title: (business: string) => `Leave ${business}?`,
      text: 'You lose access at once. Only an owner can invite you again.',
      action: 'Leave',
      back: 'Stay',
      done: (business: string) => ({ title: 'You have left', message: business }),
    },
    openOne: (action: string, name: string) => `${action}: ${name}`,
    invitations: 'Open invitations',
    noInvitations: 'No invitation is open.',
    anybody: 'Whoever has the link',
    expires: 'Expires',
    revoke: 'Revoke',
    revokeOne: (whom: string) => `Revoke: ${whom}`,
    revoked: { title: 'Invitation revoked', message: 'Its link no longer works.' },
    invite: {
      open: 'Invite somebody',
      title: 'Invite somebody',
      role: 'Role',
      roleHelp: {
        staff: 'Takes payments and sees everything; no keys, secrets, settings or team.',
        owner: 'May do everything that you may do.',
      },
      email: 'E-mail',
      emailHelp: 'Optional. Then only this address can accept.',
      badEmail: 'Enter a complete e-mail address, such as name@company.com.',
      submit: 'Make invitation',
      submitting: 'Inviting…',
      cancel: 'Cancel',
      doneTitle: 'Invitation ready',
      link: 'Invitation link',
      delivered: {
        none: () => 'Send this link yourself. It is shown only now and works once.',
        mailed: (email) =>
          `Mailed to ${email}. You can send the link yourself as well: it is shown only now and works once.`,
        printed: (email) =>
          `Not mailed: this server has no mail server, so the mail stands in its log. Send the link to ${email} yourself: it is shown only now and works once.`,
        refused: (email) =>
          `The mail server did not take the mail to ${email}. Send the link yourself: it is shown only now and works once.`,
        limited: (email) =>
          `Not mailed: too many invitations were sent lately. Send the link to ${email} yourself: it is shown only now and works once.`,
      } satisfies Record<InvitationDelivery, (email: string) => string>,
      onlyFor: (email: string) => `Only ${email} can accept it.`,
      copy: 'Copy link',
      copied: 'Copied',
      notCopied: 'The browser did not copy it. Select the link and copy it yourself.',
      done: 'Done',
    },
  },
} as const
