import { writtenBy } from '../openai/guide.ts'
import { setupFactsOf } from '../openai/setup-facts.ts'
import type { ModelCtx } from '../openai/test-model.ts'
import type { MigrationStatus, ProductionGuide } from './clerk.schema.ts'
import { findingsOf, maskedKey, migrationSteps, planText } from './clerk-setup.rules.ts'

const numbered = (steps: readonly string[]) =>
  steps.map((step, index) => `${index + 1}. ${step}`).join('\n')

/** Returns a guide from this configuration to production with Clerk. */
export async function productionGuide(ctx: ModelCtx): Promise<ProductionGuide> {
  const findings = findingsOf(ctx.config)
  const sections = [
    `Da dove si parte\n${planText(ctx.config)}`,
    findings.length > 0 &&
      `Da sistemare\n${findings.map(({ issue, recommendation }) => `- ${issue} ${recommendation}`).join('\n')}`,
    `I passi\n${numbered(migrationSteps(ctx.config))}`,
    'Dopo il passaggio\n- Tieni le chiavi di produzione solo sul server di produzione.\n- Prova l’accesso da un browser in incognito.\n- Se una chiave è uscita dal server, ruotala in Clerk e riavvia.',
  ].filter((section) => section !== false)
  const { text, error } = await writtenBy(ctx, {
    task: 'Guida per portare l’accesso con Clerk in produzione',
    setup: setupFactsOf(ctx),
    draft: sections.join('\n\n'),
  })
  return { success: error === null, guide: text, error }
}

/**
 * Returns the state of the configuration, its issues and the plan. A model only words the plan; without it the draft is
 * used.
 */
export async function migrationStatus(ctx: ModelCtx): Promise<MigrationStatus> {
  const { config } = ctx
  const findings = findingsOf(config)
  const draft = planText(config)
  const steps = migrationSteps(config)
  const { text } = await writtenBy(ctx, {
    task: 'Un paragrafo che riassume il piano di migrazione verso la produzione',
    setup: { ...setupFactsOf(ctx), issues: findings.map(({ issue }) => issue), steps },
    draft,
  })
  return {
    status: {
      currentEnvironment: config.environment,
      publicKey: config.clerk?.publishableKey ?? null,
      secretKey: config.clerk ? maskedKey(config.clerk.secretKey) : null,
      issues: findings.map(({ issue }) => issue),
      recommendations: findings.map(({ recommendation }) => recommendation),
    },
    plan: { plan: text ?? draft, steps },
  }
}
