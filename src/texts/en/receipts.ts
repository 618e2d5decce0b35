/** Texts of the payer's receipt on a payment's page. */
export const receipts = {
  menu: 'Receipt',
  print: 'Print or save as PDF',
  copy: 'Copy link',
  open: 'Open the payer’s receipt',
  copied: { title: 'Link copied', message: 'Anyone with this link can read the receipt.' },
  notCopied: 'Copy this link by hand',
  loadFailed: 'The receipt could not be loaded',
  send: {
    open: 'Send by email',
    title: 'Send the receipt by email',
    text: (name: string, email: string, language: string) =>
      `${name} gets the receipt at ${email}. Language: ${language}.`,
    languages: { it: 'Italian', en: 'English' },
    impossible: (why: string) => `${why} Copy the link of the receipt, or print it.`,
    failed: 'The receipt was not sent',
    lost: 'The server did not respond. The email may have been sent: see the audit log.',
  },
} as const
