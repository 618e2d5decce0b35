import { z } from 'zod'
import {
  ApiKey,
  CreatedApiKey,
  NewApiKey,
  RotateApiKey,
} from '../../features/api-keys/api-keys.schema.ts'
import {
  PaymentMethodShares,
  Series,
  Summary,
  TransactionsVolume,
} from '../../features/analytics/analytics.schema.ts'
import { auditActions } from '../../features/audit/audit-actions.ts'
import { AuditEntry, DoneAction } from '../../features/audit/audit.schema.ts'
import {
  Customer,
  CustomerDetail,
  NewCustomer,
  UpdateCustomer,
} from '../../features/customers/customers.schema.ts'
import { DashboardStats } from '../../features/dashboard/dashboard.schema.ts'
import {
  EnvironmentCheck,
  EnvironmentConfig,
  EnvironmentStatus,
} from '../../features/environment/environment.schema.ts'
import {
  ConnectionCheck,
  ConnectionTest,
  Integration,
  RotatedSecret,
  UpdatedIntegration,
  UpdateIntegration,
} from '../../features/integrations/integrations.schema.ts'
import { Merchant, Onboarding, UpdateMerchant } from '../../features/merchants/merchants.schema.ts'
import { MigrationStatus, ProductionGuide } from '../../features/clerk/clerk.schema.ts'
import {
  Analysis,
  AnalysisRequest,
  EnvironmentAdvice,
  ModelTest,
} from '../../features/openai/openai.schema.ts'
import {
  NewTransaction,
  StatusReason,
  Transaction,
  TransactionDetail,
  TransactionEvent,
  UpdateTransactionStatus,
} from '../../features/transactions/transactions.schema.ts'
import { LoggedRequest } from '../../features/request-log/request-log.schema.ts'
import {
  ReplayedEvents,
  ReplayEvents,
  TestEvent,
  WebhookAttempt,
  WebhookEvent,
  WebhookEventDetail,
} from '../../features/webhooks/webhooks.schema.ts'
import { type DeclineCode, declineCodes } from '../../shared/decline-codes.ts'
import { type ErrorCode, httpStatusOf } from '../../shared/errors.ts'
import { Amount, Decimal } from '../../shared/money.ts'
import { type Reason, reasons } from '../../shared/reasons.ts'
import { Email } from '../../shared/text.ts'
import { fieldNotes } from './notes.ts'

export type JsonSchema = { [keyword: string]: unknown }

const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(httpStatusOf) as [ErrorCode, ...ErrorCode[]]),
  reason: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]).optional(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
})

const KnownDecline = z.enum(Object.keys(declineCodes) as [DeclineCode, ...DeclineCode[]])

/** What has a name in the reference; any other schema is written out where it is used. */
const namedOutputs: Record<string, z.ZodType> = {
  Analysis,
  ApiKey,
  AuditEntry,
  ConnectionCheck,
  ConnectionTest,
  CreatedApiKey,
  Customer,
  CustomerDetail,
  DashboardStats,
  DeclineCode: KnownDecline,
  EnvironmentCheck,
  EnvironmentAdvice,
  EnvironmentConfig,
  EnvironmentStatus,
  Integration,
  LoggedRequest,
  Merchant,
  MigrationStatus,
  ModelTest,
  PaymentMethodShares,
  Problem,
  ProductionGuide,
  ReplayedEvents,
  RotatedSecret,
  Series,
  Summary,
  Transaction,
  TransactionDetail,
  TransactionEvent,
  TransactionsVolume,
  UpdatedIntegration,
  WebhookAttempt,
  WebhookEvent,
  WebhookEventDetail,
}

const namedInputs: Record<string, z.ZodType> = {
  AnalysisRequest,
  CustomerChange: UpdateCustomer,
  IntegrationChange: UpdateIntegration,
  KeyRotation: RotateApiKey,
  MerchantChange: UpdateMerchant,
  NewApiKey,
  NewCustomer,
  NewTransaction,
  Onboarding,
  Replay: ReplayEvents,
  StatusChange: UpdateTransactionStatus,
  TestEvent,
}

const reference = (name: string) => `#/components/schemas/${name}`

export const schemaRef = (name: string): JsonSchema => ({ $ref: reference(name) })

export type Schemas = {
  /** Every schema that has a name. */
  components: Record<string, JsonSchema>
  nameOf: (schema: z.ZodType) => string | undefined
  /** The schema as it is written where it is used: a reference when it has a name. */
  use: (schema: z.ZodType) => JsonSchema
  /** The schema written out, also when it has a name. */
  full: (schema: z.ZodType) => JsonSchema
}

/** JSON Schemas of what calls take (`input`) or answer (`output`), with `more` that have names. */
export function schemasFor(
  io: 'input' | 'output',
  used: readonly z.ZodType[],
  more: Record<string, z.ZodType> = {},
): Schemas {
  const named = { ...(io === 'input' ? namedInputs : namedOutputs), ...more }
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
  const ids = new Map(names)
  for (const schema of used) if (!ids.has(schema)) ids.set(schema, `unnamed${ids.size}`)

  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of ids) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, {
    io,
    uri: reference,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, refinements.get(zodSchema))
    },
  })
  const tidied = Object.fromEntries(
    Object.entries(made.schemas).map(([id, schema]) => [
      id,
      described(id, tidy(schema) as JsonSchema),
    ]),
  )
  const full = (schema: z.ZodType) => tidied[ids.get(schema) ?? ''] ?? {}
  return {
    components: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, full(schema)]),
    ),
    nameOf: (schema) => names.get(schema),
    use: (schema) => {
      const name = names.get(schema)
      return name === undefined ? full(schema) : schemaRef(name)
    },
    full,
  }
}

/** What a check in code means, where JSON Schema has a word for it. */
const refinements = new Map<z.core.$ZodType, JsonSchema>([
  [Amount, { pattern: '^(?!0(?:\\.0{1,2})?$)(?:0|[1-9]\\d{0,7})(?:\\.\\d{1,2})?$' }],
  [Decimal, { pattern: '^-?\\d+\\.\\d{2}$' }],
  [DoneAction, { enum: auditActions }],
  [Email, { format: 'email' }],
  [
    StatusReason,
    {
      anyOf: [
        schemaRef('DeclineCode'),
        { type: 'string', maxLength: 200, description: 'What a person wrote by hand' },
        { type: 'null' },
      ],
    },
  ],
])

function described(name: string, schema: JsonSchema): JsonSchema {
  const { '': own, ...notes } = fieldNotes[name] ?? {}
  const properties = { ...(schema.properties as Record<string, JsonSchema> | undefined) }
  for (const [field, description] of Object.entries(notes)) {
    const property = properties[field]
    if (property) properties[field] = { description, ...property }
  }
  return {
    ...(own !== undefined && { description: own }),
    ...schema,
    ...(schema.properties !== undefined && { properties }),
  }
}

/** Leaves out what only a machine would say, and says the rest in one way. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { $schema: _s, $id: _i, example, ...schema } = value as JsonSchema
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The pattern that stands beside these says the same at length.
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (example !== undefined) schema.examples = [example]
  return nullable(
    mapped(schema, (item, key) =>
      // A field may be called what a keyword is called.
      key === 'properties' ? mapped(item as JsonSchema, tidy) : tidy(item),
    ),
  )
}

const mapped = (record: JsonSchema, change: (item: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(record).map(([key, item]) => [key, change(item, key)]))

/** `anyOf: [text, null]` as one type that may be null. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const options: JsonSchema[] = anyOf.flatMap((option: JsonSchema) =>
    Array.isArray(option.anyOf) && Object.keys(option).length === 1 ? option.anyOf : [option],
  )
  const [first, second] = options
  const isPlain = first && typeof first.type === 'string' && !first.enum && !('const' in first)
  if (options.length === 2 && isPlain && second?.type === 'null') {
    return { ...first, ...rest, type: [first.type, 'null'] }
  }
  return { ...rest, anyOf: options }
}
