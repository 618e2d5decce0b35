import type { ReactNode } from 'react'
import { trpc } from '#client/trpc.ts'

/**
 * Returns false for an accountant, who only reads. Returns true while the role loads. Decides only what the page
 * offers, since the server enforces permissions itself.
 */
export function useCanEdit(): boolean {
  const { data } = trpc.team.role.useQuery()
  return data?.role !== 'accountant'
}

/** Shows its content to everyone except accountants. */
export function EditorsOnly({ children }: { children: ReactNode }) {
  return useCanEdit() ? children : null
}
