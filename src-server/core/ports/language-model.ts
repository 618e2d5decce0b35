/** What is said to a model: the rules, which are ours, and the matter, which is only to be read. */
export type Question = {
  rules: string
  /** Becomes JSON, so that nothing in it can pass for an instruction outside of it. */
  matter: object
  /** At most so many tokens are paid for. */
  maxTokens: number
}

/** A piece of an answer, and the name of the model that gives it. */
export type Piece = { text: string; model: string }

export type LanguageModel = {
  /** As it is configured. */
  name: string
  /**
   * The answer as it comes. Throws an AppError `unavailable` that says what is wrong; the signal ends
   * the question at the other side too.
   */
  ask: (question: Question, signal?: AbortSignal) => AsyncGenerator<Piece>
}

/** What a request knows of models. */
export type ModelAccess = {
  /** Undefined when none is set up. */
  model: LanguageModel | undefined
  /** 0 when this merchant or person may ask a model, else the whole seconds to wait. */
  takeModelTurn: (name: string) => Promise<number>
}

/** The whole answer. */
export async function wholeAnswer(pieces: AsyncIterable<Piece>): Promise<Piece> {
  const whole = { text: '', model: '' }
  for await (const { text, model } of pieces) {
    whole.text += text
    whole.model = model
  }
  return { ...whole, text: whole.text.trim() }
}
