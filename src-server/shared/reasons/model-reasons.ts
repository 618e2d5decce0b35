import type { ReasonEntry } from './reason-entry.ts'

/** Reasons for which a language model gave no response, for example OpenAI's; `reasons` includes them. */
export const modelReasons = {
  openai_failed: {
    codes: ['unavailable'],
    meaning: 'The server of the model responded with an error, or ended its response early',
    advice: 'Try again later',
  },
  openai_key_refused: {
    codes: ['unavailable'],
    meaning: 'The server of the model refuses the key in `OPENAI_API_KEY`',
    advice: 'The operator sets a valid key and restarts the server',
  },
  openai_limit: {
    codes: ['unavailable'],
    meaning: "The limit or the credit of the operator's account for the model is used up",
    advice: 'Try again later; the operator checks the account',
  },
  openai_model_unknown: {
    codes: ['unavailable'],
    meaning: 'The server of the model does not know the model in `OPENAI_MODEL`',
    advice: 'The operator sets another model and restarts the server',
  },
  openai_not_configured: {
    codes: ['unavailable'],
    meaning: 'No model is set up on this server',
    advice: 'The operator sets `OPENAI_API_KEY` and restarts the server',
  },
  openai_redirect: {
    codes: ['unavailable'],
    meaning: 'The server of the model sends callers to another address, which is not followed',
    advice: 'The operator sets `OPENAI_BASE_URL` to the final address',
  },
  openai_timeout: {
    codes: ['unavailable'],
    meaning: 'The model took too long',
    advice: 'Try again later',
  },
  openai_unreachable: {
    codes: ['unavailable'],
    meaning: 'The server of the model could not be reached',
    advice: 'Try again later; the operator checks `OPENAI_BASE_URL` and the network',
  },
  openai_unreadable: {
    codes: ['unavailable'],
    meaning: 'The server of the model sent a response that cannot be read',
    advice: 'The operator checks that `OPENAI_BASE_URL` speaks the protocol of OpenAI',
  },
} as const satisfies Record<string, ReasonEntry>
