/** A request to a model: our rules, and the matter, which the model must only read. */
export type ModelPrompt = {
  rules: string
  /** Sent as JSON, so that nothing in it can pass for an instruction. */
  matter: object
  /** Largest number of tokens to pay for. */
  maxTokens: number
}

/** A piece of a model's answer, and the name of the model that wrote it. */
export type AnswerChunk = { text: string; model: string }

export type LanguageModel = {
  /** Name of the model in the configuration. */
  name: string
  /**
   * Streams the answer. Throws an AppError `unavailable` that states the cause. The signal cancels the request at the
   * provider too.
   */
  ask: (question: ModelPrompt, signal?: AbortSignal) => AsyncGenerator<AnswerChunk>
}

/** A request's access to the model. */
export type ModelAccess = {
  /** Undefined when no model is configured. */
  model: LanguageModel | undefined
  /** Returns 0 when this merchant or person may call a model, else the whole seconds to wait. */
  takeModelTurn: (name: string) => Promise<number>
}

/** Collects the pieces of an answer. */
export async function collectAnswer(pieces: AsyncIterable<AnswerChunk>): Promise<AnswerChunk> {
  const whole = { text: '', model: '' }
  for await (const { text, model } of pieces) {
    whole.text += text
    whole.model = model
  }
  return { ...whole, text: whole.text.trim() }
}
