import type { ProcessorPlugin } from './plugin.ts'
import { sandbox } from './sandbox/index.ts'
import { stripe } from './stripe/index.ts'
import { transfer } from './transfer/index.ts'

/** All processors there are. The first takes the payments of a test book that go to no account. */
export const plugins: readonly [ProcessorPlugin, ...ProcessorPlugin[]] = [sandbox, stripe, transfer]
