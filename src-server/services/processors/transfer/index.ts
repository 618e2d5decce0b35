import type { ProcessorPlugin } from '../plugin.ts'
import { TRANSFER, transferProcessor } from './transfer.ts'

export const transfer: ProcessorPlugin = {
  name: TRANSFER,
  label: 'your bank account',
  make: transferProcessor,
}
