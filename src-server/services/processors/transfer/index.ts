import type { ProcessorPlugin } from '../plugin.ts'
import { createTransferProcessor, TRANSFER } from './transfer.ts'

export const transfer: ProcessorPlugin = {
  name: TRANSFER,
  label: 'your bank account',
  make: createTransferProcessor,
}
