import { z } from 'zod'
import { EnvironmentName } from '../environment/environment.schema.ts'

export const ProductionGuide = z.strictObject({
  success: z.boolean(),
  guide: z.string().nullable(),
  error: z.string().nullable(),
})
export type ProductionGuide = z.infer<typeof ProductionGuide>

export const MigrationStatus = z.strictObject({
  status: z.strictObject({
    currentEnvironment: EnvironmentName,
    publicKey: z.string().nullable(),
    secretKey: z.string().nullable(),
    issues: z.array(z.string()),
    recommendations: z.array(z.string()),
  }),
  plan: z.strictObject({ plan: z.string(), steps: z.array(z.string()) }),
})
export type MigrationStatus = z.infer<typeof MigrationStatus>
