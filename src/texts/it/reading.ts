import type { reading as original } from '../en/reading.ts'
import type { Words } from '../words.ts'

export const reading: Words<typeof original> = {
  code: (language: string) => (language === '' ? 'Esempio' : `Esempio in ${language}`),
  copy: 'Copia l’esempio',
  table: (columns: string) => `Tabella: ${columns}`,
  contents: 'In questa pagina',
  documents: 'Documenti',
  docs: 'Documentazione',
  reference: 'Riferimento dell’API',
}
