import { isLiveMode } from '#client/lib/mode.ts'
import { Notice } from '../card-notices.tsx'
import { stripe } from './texts/en/stripe.ts'

const texts = stripe.card.unreachable

export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    words={{
      title: texts.title,
      // Only test mode offers other payment methods, in the sandbox.
      text: [texts.text, ...(isLiveMode ? [] : [texts.others])].join(' '),
    }}
    action={texts.retry}
    onClick={onRetry}
    role="alert"
    color="red"
  />
)
