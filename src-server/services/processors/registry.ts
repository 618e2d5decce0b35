import { paypal } from './paypal/index.ts'
import type { ProcessorPlugin } from './plugin.ts'
import { sandbox } from './sandbox/index.ts'
import { stripe } from './stripe/index.ts'
import { transfer } from './transfer/index.ts'

/** All processors. In test mode, the first one takes the payments that belong to no processor account. */
export const plugins: readonly [ProcessorPlugin, ...ProcessorPlugin[]] = [
  sandbox,
  stripe,
  paypal,
  transfer,
]
