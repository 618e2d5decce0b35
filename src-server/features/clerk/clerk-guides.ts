import { rewriteDraft } from '../openai/guide.ts'
import { setupStateOf } from '../openai/setup-state.ts'
import type { ModelCtx } from '../openai/test-model.ts'
import type { MigrationStatus, ProductionGuide } from './clerk.schema.ts'
import { findingsOf, maskKey, migrationSteps, writePlan } from './clerk-setup.rules.ts'

const numberLines = (steps: readonly string[]) =>
  steps.map((step, index) => `${index + 1}. ${step}`).join('\n')

/** Returns a guide from this configuration to production with Clerk. */
export async function writeProductionGuide(ctx: ModelCtx): Promise<ProductionGuide> {
  const findings = findingsOf(ctx.config)
  const sections = [
    `Da dove si parte\n${writePlan(ctx.config)}`,
    findings.length > 0 &&
      `Da sistemare\n${findings.map(({ issue, recommendation }) => `- ${issue} ${recommendation}`).join('\n')}`,
    `I passi\n${numberLines(migrationSteps(ctx.config))}`,
    'Dopo il passaggio\n- Tieni le chiavi di produzione solo sul server di produzione.\n- Prova l’accesso da un browser in incognito.\n- Se una chiave è uscita dal server, ruotala in Clerk e riavvia.',
  ].filter((section) => section !== false)
  const { text, error } = await rewriteDraft(ctx, {
    task: 'Guida per portare l’accesso con Clerk in produzione',
    setup: setupStateOf(ctx),
    draft: sections.join('\n\n'),
  })
  return { success: error === null, guide: text, error }
}

/**
 * Returns the state of the configuration, its issues and the steps from test to live keys. A model only rephrases the
 * plan that our code writes; without a model, that plan is used.
 */
export async function readMigrationStatus(ctx: ModelCtx): Promise<MigrationStatus> {
  const { config } = ctx
  const findings = findingsOf(config)
  const draft = writePlan(config)
  const steps = migrationSteps(config)
  const { text } = await rewriteDraft(ctx, {
    task: 'Un paragrafo che riassume il piano di migrazione verso la produzione',
    setup: { ...setupStateOf(ctx), issues: findings.map(({ issue }) => issue), steps },
    draft,
  })
  return {
    status: {
      currentEnvironment: config.environment,
      publicKey: config.clerk?.publishableKey ?? null,
      secretKey: config.clerk ? maskKey(config.clerk.secretKey) : null,
      issues: findings.map(({ issue }) => issue),
      recommendations: findings.map(({ recommendation }) => recommendation),
    },
    plan: { plan: text ?? draft, steps },
  }
}
