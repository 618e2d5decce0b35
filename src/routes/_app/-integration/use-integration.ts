import type { Integration } from '#server/features/integrations/integrations.schema.ts'
import { common } from '../../../texts/common.ts'
import { trpc } from '../../../trpc.ts'

/** The product's own record: the one that is named after it. */
export const ownRecord = (list: readonly Integration[]): Integration | undefined =>
  list.find(({ name }) => name === common.product) ?? list[0]

/** Undefined while it is not known. The server decides by itself; this is for what is offered. */
export function useIsOwner(): boolean | undefined {
  const { data } = trpc.team.role.useQuery()
  return data ? data.role === 'owner' : undefined
}

/** Whether something could be sent; undefined while it is not known. */
export function useEndpoint(): 'ready' | 'none' | 'disabled' | undefined {
  const { data } = trpc.integrations.list.useQuery()
  if (data === undefined) return undefined
  const record = ownRecord(data ?? [])
  if (!record?.webhookUrl) return 'none'
  return record.disabledAt === null ? 'ready' : 'disabled'
}
