import type { ReactNode } from 'react'
import { trpc } from '#client/trpc.ts'

/**
 * Returns false for an accountant, who only reads the books. While the role loads, it is true. Decides only what the
 * page offers, since the server enforces permissions itself.
 */
export function useMayChange(): boolean {
  const { data } = trpc.team.role.useQuery()
  return data?.role !== 'accountant'
}

/** Shows its content to everyone except accountants. */
export function ForChanges({ children }: { children: ReactNode }) {
  return useMayChange() ? children : null
}
