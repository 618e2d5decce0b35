export type PublishedRow = {
  row: string
  what: string
  tried?: number
  wanted?: number
  lost?: number
  doubled?: number
  leaked?: number
  crashed?: number
  selfTest?: number
  findings?: string[]
  notes?: string[]
  commit?: string
}
export function pageOf(rows: PublishedRow[]): string
