/** A request to a language model: our instructions (`rules`), and the data to analyse (`matter`). */
export type ModelPrompt = {
  rules: string
  /** Sent as JSON, so that nothing in it can pass for an instruction. */
  matter: object
  /** Maximum number of tokens of the output, because the provider charges for each token. */
  maxTokens: number
}

/** A chunk of a model's output, and the name of the model that wrote it. */
export type OutputChunk = { text: string; model: string }

export type LanguageModel = {
  /** Name of the model in the configuration. */
  name: string
  /**
   * Streams the output. Throws an AppError `unavailable` that states the cause. The signal cancels the request at the
   * provider too.
   */
  stream: (question: ModelPrompt, signal?: AbortSignal) => AsyncGenerator<OutputChunk>
}

/** A request's access to the model. */
export type ModelAccess = {
  /** Undefined when no model is configured. */
  model: LanguageModel | undefined
  /**
   * Counts one call of the model by the merchant or person `name`. Returns 0 when the call is allowed, else the seconds
   * to wait.
   */
  countModelCall: (name: string) => Promise<number>
}

/** Joins the chunks of a streamed output, without space at its ends. */
export async function collectOutput(chunks: AsyncIterable<OutputChunk>): Promise<OutputChunk> {
  const whole = { text: '', model: '' }
  for await (const { text, model } of chunks) {
    whole.text += text
    whole.model = model
  }
  return { ...whole, text: whole.text.trim() }
}
