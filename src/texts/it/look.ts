import type { look as original } from '../en/look.ts'
import type { Words } from '../words.ts'

/** Messages by the server's sentence about a picture. */
const pictures: readonly (readonly [RegExp, string])[] = [
  [/complete and undamaged/i, 'L’immagine non è completa, o è danneggiata: salvala di nuovo.'],
  [/pixels wide/i, 'L’immagine deve essere larga e alta da 16 a 2000 pixel.'],
  [/nothing after the picture/i, 'Il file contiene altro dopo l’immagine: salvala di nuovo.'],
  [/at most 200 kB/i, 'L’immagine supera 200 kB: rendila più piccola e sceglila di nuovo.'],
]

const OTHER_PICTURE = 'Scegli un’immagine PNG o JPEG. Altre, come SVG, non sono accettate.'

export const look: Words<typeof original> = {
  title: 'Che cosa vede chi paga',
  text: 'Compare nelle pagine dei link di pagamento e nelle ricevute. Logo e colori si impostano separatamente per la prova e per i pagamenti reali.',
  readOnly:
    'Solo i titolari possono cambiare logo e colori. Se qualcosa non va, chiedi a un titolare.',
  logo: 'Logo',
  logoHelp:
    'PNG o JPEG, fino a 200 kB, largo e alto da 16 a 2000 pixel; nitido sui telefoni da 128 pixel di altezza. Trascinalo qui o sceglilo.',
  blurred: (size: string, sharper: string) =>
    `Questo logo ha ${size} pixel e sui telefoni appare sfocato. È nitido da ${sharper} pixel.`,
  choose: 'Scegli un file',
  remove: 'Togli il logo',
  yourLogo: 'Il tuo logo',
  notAPicture: 'Scegli un’immagine PNG o JPEG. Altre, come SVG, non sono ammesse.',
  tooLarge: 'Questa immagine pesa più di 200 kB. Rendila più piccola e sceglila di nuovo.',
  picture: (message: string) =>
    pictures.find(([words]) => words.test(message))?.[1] ?? OTHER_PICTURE,
  accent: 'Colore',
  accentPicker: 'Scegli il colore',
  accentHelp: 'Per esempio #2f53cc. Lascia vuoto per il blu predefinito.',
  notAColour: 'Scrivi un colore come #2f53cc, o lascia il campo vuoto.',
  contrast: (ratio: string, isBlack: boolean) =>
    `Sui pulsanti il testo è ${isBlack ? 'nero' : 'bianco'}, con un contrasto di ${ratio} a 1.`,
  adapted: 'Dove sulla pagina si leggerebbe male, diventa più scuro o più chiaro.',
  supportEmail: 'Email per le domande',
  notAnEmail: 'Scrivi un indirizzo email, o lascia il campo vuoto.',
  termsUrl: 'URL delle tue condizioni',
  privacyUrl: 'URL della tua informativa sulla privacy',
  notHttps: 'Scrivi un URL che inizia con https://, o lascia il campo vuoto.',
  none: 'Non impostato',
  save: 'Salva',
  saving: 'Salvataggio…',
  refused: 'Correggi i campi segnati e salva di nuovo.',
  done: { title: 'Logo e colori salvati', message: 'D’ora in poi sono visibili a chi paga.' },
  preview: 'Anteprima',
  previewText: 'Come lo vede chi paga. I colori chiari o scuri seguono il suo dispositivo.',
  schemes: { light: 'Chiaro', dark: 'Scuro' },
  sample: 'Cena per due',
  payLanguage: 'it',
}
