import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'

/** "customerErased" or "erased_at" as a person would write it. */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** What a server says that knows more than this page reads well enough too. */
export const actionWords = (action: string): string => texts.actions[action] ?? words(action)

export const fieldWords = (field: string): string => texts.fields[field] ?? words(field)

/** What tells a key of that name from a person of that name. */
export function kindOf({ actor }: AuditEntry): string | undefined {
  if (actor.startsWith('key:')) return texts.kinds.key
  return actor.startsWith('system:') ? texts.kinds.system : undefined
}
