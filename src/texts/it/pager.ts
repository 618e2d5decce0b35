import type { pager as original } from '../en/pager.ts'
import type { Words } from '../words.ts'

export const pager: Words<typeof original> = {
  showing: (from: string, to: string, total: string) => `Da ${from} a ${to} di ${total} risultati`,
  pages: 'Pagine',
  previous: 'Precedente',
  next: 'Successiva',
}
