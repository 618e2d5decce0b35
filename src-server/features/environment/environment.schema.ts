import { z } from 'zod'
import { Instant } from '#server/shared/text/text.ts'

export const EnvironmentName = z.enum(['development', 'staging', 'production'])
export type EnvironmentName = z.infer<typeof EnvironmentName>

export const EnvironmentConfig = z.strictObject({ currentEnvironment: EnvironmentName })
export type EnvironmentConfig = z.infer<typeof EnvironmentConfig>

export const CheckStatus = z.enum(['healthy', 'warning', 'error', 'unknown'])
export type CheckStatus = z.infer<typeof CheckStatus>

export const EnvironmentCheck = z.strictObject({
  status: CheckStatus,
  message: z.string(),
  details: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  fix: z
    .string()
    .nullable()
    .meta({ description: 'Next step that solves it; null when nothing is to be done' }),
})
export type EnvironmentCheck = z.infer<typeof EnvironmentCheck>

export const EnvironmentStatus = z.strictObject({
  database: EnvironmentCheck,
  openai: EnvironmentCheck,
  /** Check of the sign-in, by Clerk or by this server itself. */
  clerk: EnvironmentCheck,
  /** Check of the webhooks of the caller's merchant. */
  webhooks: EnvironmentCheck,
  environment: EnvironmentName,
  version: z.string(),
  lastUpdated: Instant,
})
export type EnvironmentStatus = z.infer<typeof EnvironmentStatus>

/** Messages of checks of unused parts: their status is healthy, but the dashboard shows them as not in use. */
export const notInUse = {
  clerk: 'Not in use: this server signs people in itself.',
  webhooks: 'No endpoint is set, so no events are sent.',
} as const

export const checkNames = ['database', 'openai', 'clerk', 'webhooks'] as const
export type CheckName = (typeof checkNames)[number]
