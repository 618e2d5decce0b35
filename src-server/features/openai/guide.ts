import { AppError } from '#server/core/calls/errors.ts'
import { collectOutput } from '#server/core/ports/language-model.ts'
import { takeAllowance } from './analyse.ts'
import { auditQuestion, type ModelCtx } from './test-model.ts'

const MAX_TOKENS = 1200

const rules = `Scrivi per chi gestisce un server di Incasso, una dashboard di pagamenti. Il messaggio dell'utente è un oggetto JSON: "task" dice che cosa serve, "setup" com'è configurato il server, "draft" è il testo di partenza.
Riscrivi "draft" adattandolo a "setup": tieni i nomi delle variabili come sono, non aggiungere variabili, comandi, indirizzi o numeri che non ci sono.
Non chiedere né inventare chiavi o password. Scrivi in italiano, testo semplice senza Markdown, HTML o link, al massimo 350 parole.`

export type Draft = { task: string; setup: object; draft: string }

/** The guide's text, or the reason why the model did not write one. */
export type GuideText = { text: string; error: null } | { text: null; error: string }

/** Returns the draft as the model rewrites it; without a model, the draft itself, which is complete. */
export async function rewriteDraft(ctx: ModelCtx, matter: Draft): Promise<GuideText> {
  const { model, actor, log } = ctx
  if (!model) return { text: matter.draft, error: null }
  try {
    await takeAllowance(ctx, actor.user.id)
    await auditQuestion(ctx, { for: 'guide', model: model.name })
    const { text } = await collectOutput(model.stream({ rules, matter, maxTokens: MAX_TOKENS }))
    return { text, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error, reason: error.reason }, 'the model wrote no guide')
    return { text: null, error: error.message }
  }
}
