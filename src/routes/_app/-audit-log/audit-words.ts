import { auditLog as texts } from '#client/texts/en/audit-log.ts'
import type { AuditEntry } from '#server/features/audit-log/audit-log.schema.ts'

/** Returns "customerErased" or "erased_at" as plain words. */
function words(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns the action's label; a newer server's unknown action becomes plain words. */
export const actionWords = (action: string): string => texts.actions[action] ?? words(action)

export const fieldWords = (field: string): string => texts.fields[field] ?? words(field)

/** Returns the label that distinguishes a key from a person of the same name. */
export function kindOf({ actor }: AuditEntry): string | undefined {
  if (actor.startsWith('key:')) return texts.kinds.key
  return actor.startsWith('system:') ? texts.kinds.system : undefined
}
