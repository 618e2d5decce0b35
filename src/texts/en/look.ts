import type { MailLanguage } from '#server/shared/language.ts'

export const look = {
  title: 'What payers see',
  text: 'Shown on your payment links and receipts. Test mode and live mode have separate branding.',
  readOnly: 'Only owners can change the branding. Ask an owner if something is wrong.',
  logo: 'Logo',
  logoHelp:
    'PNG or JPEG, up to 200 kB, from 16 to 2000 pixels wide and high; sharp on phones from 128 pixels high. Drop it here or choose it.',
  /** For a logo with fewer pixels than phones draw. */
  blurred: (size: string, sharper: string) =>
    `This logo has ${size} pixels and looks blurred on phones. It looks sharp from ${sharper} pixels.`,
  choose: 'Choose a file',
  remove: 'Remove the logo',
  yourLogo: 'Your logo',
  notAPicture: 'Choose a PNG or JPEG picture. Other formats, such as SVG, are not accepted.',
  tooLarge: 'This picture is larger than 200 kB. Make it smaller and choose it again.',
  /** Returns the message for the server's own sentence about a picture. */
  picture: (message: string) => message,
  accent: 'Accent colour',
  accentPicker: 'Pick the accent colour',
  accentHelp: 'Such as #2f53cc. Leave it empty for the default blue.',
  notAColour: 'Enter a colour such as #2f53cc, or leave the field empty.',
  contrast: (ratio: string, isBlack: boolean) =>
    `Buttons have ${isBlack ? 'black' : 'white'} text on it, with a contrast of ${ratio} to 1.`,
  adapted: 'Where it would be hard to read on the page itself, it is made darker or lighter.',
  supportEmail: 'Email for questions',
  notAnEmail: 'Enter an email address, or leave the field empty.',
  termsUrl: 'URL of your terms',
  privacyUrl: 'URL of your privacy notice',
  notHttps: 'Enter a URL that begins with https://, or leave the field empty.',
  none: 'Not set',
  save: 'Save',
  saving: 'Saving…',
  refused: 'Correct the marked fields and save again.',
  done: { title: 'Branding saved', message: 'Payers see it from now on.' },
  preview: 'Preview',
  previewText: 'As payers see it. Light or dark follows the payer’s device.',
  schemes: { light: 'Light', dark: 'Dark' },
  sample: 'Dinner for two',
  payLanguage: 'en' as MailLanguage,
}
