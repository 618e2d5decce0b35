import {
  CheckStatus,
  type EnvironmentCheck,
} from '#server/features/environment/environment.schema.ts'
import { environmentStatus } from '../../../texts/environment-status.ts'

/** A check as it can be shown, whatever the server left out. */
export function knownCheck(check: Partial<EnvironmentCheck> | null | undefined): EnvironmentCheck {
  return {
    status: CheckStatus.safeParse(check?.status).data ?? 'unknown',
    message: check?.message || environmentStatus.missing,
    details: check?.details ?? [],
    fix: check?.fix ?? null,
  }
}
